// Sparse times dense by gathering rows. Columns go in strips of four vectors, each summed in registers over
// all neighbours of a row; two sums run side by side, over neighbours in even and in odd places, because one
// alone would wait for its additions. Strips are the outer loop: one strip of the gathered matrix fits the L2
// cache where the whole does not (Cora's first weight matrix is 733 kB, a strip of it 183 kB with AVX2).
// Strips of eight vectors with one sum each and prefetching were slower: a step of the retraining game took
// 1.08 times as long. Where even a strip is larger than the cache, rows are the outer loop, and what they
// will gather is asked for some steps ahead.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graphsr/tensor/sparse_kernels.cpp"
// foreach_target.h must come before the others.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <algorithm>

#include "graphsr/tensor/half_rows.h"
#include "graphsr/tensor/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace graphsr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<Real>;
using V = hn::Vec<D>;

int64_t strip_width() { return 4 * static_cast<int64_t>(hn::Lanes(D())); }

HWY_INLINE V load(D d, const Real* from) { return hn::LoadU(d, from); }

template <class DReal>
HWY_INLINE hn::Vec<DReal> load(DReal d, const uint16_t* from) {
  const auto bits =
      hn::PromoteTo(hn::Rebind<uint32_t, DReal>(), hn::LoadU(hn::Rebind<uint16_t, DReal>(), from));
  const auto value = hn::BitCast(hn::Rebind<float, DReal>(), hn::ShiftLeft<16>(bits));
  if constexpr (sizeof(hn::TFromD<DReal>) == sizeof(float))
    return value;
  else
    return hn::PromoteTo(d, value);
}

template <bool kValues, class In>
HWY_INLINE V step(D d, const In* in, V value, V sum) {
  if constexpr (kValues) return hn::MulAdd(value, load(d, in), sum);
  return hn::Add(sum, load(d, in));
}

HWY_INLINE void put(D d, V sum, Real times, Real* out) {
  if (times != 0) sum = hn::Add(hn::LoadU(d, out), hn::Mul(hn::Set(d, times), sum));
  hn::StoreU(sum, d, out);
}

// Asks for what a strip gathers kAhead entries later, `bytes` of each row. Every wide strip asks for its own:
// asking for whole rows, in the first strip or in turns, was slower (1.4 times on an AMD Zen 4). Asks for the
// second-level cache, which can wait for more at a time than the first: random rows of 256 bytes came in 12.5
// ns each instead of 28.
struct Ahead {
  static constexpr int64_t kAhead = 64, kLine = 64;
  int64_t stop, bytes;

  template <class In>
  HWY_INLINE void look(SparseRows m, int64_t e, const In* in, int64_t in_row) const {
    if (e + kAhead >= stop) return;
    const char* row = reinterpret_cast<const char*>(in + m.columns[e + kAhead] * in_row);
    for (int64_t k = 0; k < bytes; k += kLine) __builtin_prefetch(row + k, 0, 2);
  }
};

struct Nothing {
  HWY_INLINE void look(SparseRows, int64_t, const void*, int64_t) const {}
};

// How a strip asks of whose rows so many columns are left. Rows need not begin at a line; the last whole
// strip asks for the columns behind it too.
struct FarStrips {
  int64_t stop;
  Ahead strip(int64_t left) const {
    constexpr int64_t kValue = sizeof(Real);
    const int64_t width = strip_width();
    return {stop, left < 2 * width ? (left - 1) * kValue + Ahead::kLine : width * kValue};
  }
};
struct NearStrips {
  Nothing strip(int64_t) const { return {}; }
};

// Vectors are named one by one: an array would be spilled to memory. Values that come in are Real, or 16
// bits. Inlined, its loop is longer by a twentieth: there is a register less.
template <bool kValues, class In, class Look>
HWY_NOINLINE void wide_strip(SparseRows m, int64_t begin, int64_t end, const In* in, int64_t in_row,
                             Real* out, int64_t out_row, Real times, Look ahead) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t i = begin; i < end; ++i) {
    V a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
    V value = a0;
    int64_t e = m.offsets[i];
    const int64_t last = m.offsets[i + 1];
    for (; e + 2 <= last; e += 2) {
      ahead.look(m, e, in, in_row), ahead.look(m, e + 1, in, in_row);
      const In *r = in + m.columns[e] * in_row, *s = in + m.columns[e + 1] * in_row;
      if constexpr (kValues) value = hn::Set(d, m.values[e]);
      a0 = step<kValues>(d, r, value, a0), a1 = step<kValues>(d, r + n, value, a1);
      a2 = step<kValues>(d, r + 2 * n, value, a2), a3 = step<kValues>(d, r + 3 * n, value, a3);
      if constexpr (kValues) value = hn::Set(d, m.values[e + 1]);
      b0 = step<kValues>(d, s, value, b0), b1 = step<kValues>(d, s + n, value, b1);
      b2 = step<kValues>(d, s + 2 * n, value, b2), b3 = step<kValues>(d, s + 3 * n, value, b3);
    }
    if (e < last) {
      ahead.look(m, e, in, in_row);
      const In* r = in + m.columns[e] * in_row;
      if constexpr (kValues) value = hn::Set(d, m.values[e]);
      a0 = step<kValues>(d, r, value, a0), a1 = step<kValues>(d, r + n, value, a1);
      a2 = step<kValues>(d, r + 2 * n, value, a2), a3 = step<kValues>(d, r + 3 * n, value, a3);
    }
    Real* o = out + i * out_row;
    put(d, hn::Add(a0, b0), times, o), put(d, hn::Add(a1, b1), times, o + n);
    put(d, hn::Add(a2, b2), times, o + 2 * n), put(d, hn::Add(a3, b3), times, o + 3 * n);
  }
}

// One vector of columns at a time, as long as there are so many left.
template <bool kValues>
void vector_strips(SparseRows m, int64_t begin, int64_t end, ConstStrips& in, int64_t& cols, Strips& out,
                   Real times) {
  const hn::CappedTag<Real, 16> d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  for (; cols >= n; cols -= n, in.data += n, out.data += n)
    for (int64_t i = begin; i < end; ++i) {
      auto sum = hn::Zero(d);
      for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e) {
        const auto row = hn::LoadU(d, in.data + m.columns[e] * in.row);
        if constexpr (kValues)
          sum = hn::MulAdd(hn::Set(d, m.values[e]), row, sum);
        else
          sum = hn::Add(sum, row);
      }
      Real* o = out.data + i * out.row;
      if (times != 0) sum = hn::Add(hn::LoadU(d, o), hn::Mul(hn::Set(d, times), sum));
      hn::StoreU(sum, d, o);
    }
}

// The columns that are left, if they are at least kLanes and at most twice as many: by two vectors that
// overlap where they are fewer. Most graphs have fewer classes than a vector has lanes, and this is how
// scores go from node to node. Products are rounded before they are added, for any number of columns.
template <bool kValues, size_t kLanes>
void last_strip(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t& cols, Strips out,
                Real times) {
  const hn::CappedTag<Real, kLanes> d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d)), second = cols - n;
  if (second < 0 || second > n) return;
  cols = 0;
  for (int64_t i = begin; i < end; ++i) {
    auto a = hn::Zero(d), b = a;
    for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e) {
      const Real* r = in.data + m.columns[e] * in.row;
      auto left = hn::LoadU(d, r), right = hn::LoadU(d, r + second);
      if constexpr (kValues) {
        const auto value = hn::Set(d, m.values[e]);
        left = hn::Mul(value, left), right = hn::Mul(value, right);
      }
      a = hn::Add(a, left), b = hn::Add(b, right);
    }
    Real* o = out.data + i * out.row;
    if (times != 0) {
      const auto scale = hn::Set(d, times), before = hn::LoadU(d, o + second);
      a = hn::Add(hn::LoadU(d, o), hn::Mul(scale, a));
      b = hn::Add(before, hn::Mul(scale, b));
    }
    hn::StoreU(a, d, o);
    hn::StoreU(b, d, o + second);
  }
}

template <bool kValues, class Asks>
void strips(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out, Real times,
            Asks ahead) {
  const int64_t width = strip_width();
  for (; cols >= width; cols -= width, in.data += in.strip, out.data += out.strip)
    wide_strip<kValues>(m, begin, end, in.data, in.row, out.data, out.row, times, ahead.strip(cols));
  vector_strips<kValues>(m, begin, end, in, cols, out, times);
  if (cols == 0) return;
  last_strip<kValues, 8>(m, begin, end, in, cols, out, times);
  if (cols > 0) last_strip<kValues, 4>(m, begin, end, in, cols, out, times);
  if (cols > 0) last_strip<kValues, 2>(m, begin, end, in, cols, out, times);
  if (cols > 0) last_strip<kValues, 1>(m, begin, end, in, cols, out, times);
}

void gather_sum(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                Real times) {
  if (m.values)
    strips<true>(m, begin, end, in, cols, out, times, NearStrips());
  else
    strips<false>(m, begin, end, in, cols, out, times, NearStrips());
}

template <bool kValues>
void row_by_row(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                Real times) {
  const FarStrips ahead = {m.offsets[end]};
  for (int64_t i = begin; i < end; ++i) strips<kValues>(m, i, i + 1, in, cols, out, times, ahead);
}

void far_gather_sum(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                    Real times) {
  if (m.values)
    row_by_row<true>(m, begin, end, in, cols, out, times);
  else
    row_by_row<false>(m, begin, end, in, cols, out, times);
}

// Two strips of one row in 16 bits, one sum for each column. Where rows come from memory this takes 0.89 of
// the time of one strip after the other (AMD Zen 3); asking for the lines of both pairs of strips at once
// takes 1.24 of it.
HWY_NOINLINE void double_strip(SparseRows m, int64_t i, const uint16_t* in, int64_t in_row, Real* out,
                               Ahead ahead) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  V a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0;
  for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e) {
    ahead.look(m, e, in, in_row);
    const uint16_t* r = in + m.columns[e] * in_row;
    a0 = hn::Add(a0, load(d, r)), a1 = hn::Add(a1, load(d, r + n));
    a2 = hn::Add(a2, load(d, r + 2 * n)), a3 = hn::Add(a3, load(d, r + 3 * n));
    a4 = hn::Add(a4, load(d, r + 4 * n)), a5 = hn::Add(a5, load(d, r + 5 * n));
    a6 = hn::Add(a6, load(d, r + 6 * n)), a7 = hn::Add(a7, load(d, r + 7 * n));
  }
  hn::StoreU(a0, d, out), hn::StoreU(a1, d, out + n), hn::StoreU(a2, d, out + 2 * n),
      hn::StoreU(a3, d, out + 3 * n);
  out += 4 * n;
  hn::StoreU(a4, d, out), hn::StoreU(a5, d, out + n), hn::StoreU(a6, d, out + 2 * n),
      hn::StoreU(a7, d, out + 3 * n);
}

// One row in 16 bits, strip by strip.
void half_row(SparseRows m, int64_t i, int64_t stop, const uint16_t* in, int64_t in_row, int64_t cols,
              Real* out) {
  const int64_t width = strip_width();
  const Ahead ahead = {stop, width * int64_t{sizeof *in}};
  Real part[4 * HWY_MAX_BYTES / sizeof(Real)];  // of a last strip that is not whole
  int64_t j = 0;
  for (; j + 2 * width <= cols; j += 2 * width)
    double_strip(m, i, in + j, in_row, out + j, {stop, 2 * width * int64_t{sizeof *in}});
  for (; j < cols; j += width) {
    const bool whole = j + width <= cols;
    wide_strip<false>(m, i, i + 1, in + j, in_row, whole ? out + j : part, 0, 0, ahead);
    if (!whole) std::copy_n(part, cols - j, out + j);
  }
}

// out = times * (out + own), own in 16 bits.
HWY_INLINE void add_own(const uint16_t* own, Real times, int64_t cols, Real* out) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const V scale = hn::Set(d, times);
  int64_t j = 0;
  for (; j + n <= cols; j += n)
    hn::StoreU(hn::Mul(scale, hn::Add(hn::LoadU(d, out + j), load(d, own + j))), d, out + j);
  for (; j < cols; ++j) out[j] = times * (out[j] + from_half(own[j]));
}

void half_neighbour_sum(SparseRows m, int64_t begin, int64_t end, const uint16_t* in, int64_t in_row,
                        int64_t cols, bool self, const Real* times, Real* out) {
  for (int64_t i = begin; i < end; ++i, out += cols) {
    half_row(m, i, m.offsets[end], in, in_row, cols, out);
    const Real factor = times ? times[i] : 1;
    if (self)
      add_own(in + i * in_row, factor, cols, out);
    else if (times)
      for (int64_t j = 0; j < cols; ++j) out[j] *= factor;
  }
}

void widen(const uint16_t* in, int64_t count, Real* out) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  int64_t j = 0;
  for (; j + n <= count; j += n) hn::StoreU(load(d, in + j), d, out + j);
  plain::widen(in + j, count - j, out + j);
}

// The first columns, as many as the tag has lanes, of one row and of those it gathers.
template <class Tag, class Look>
HWY_INLINE void neighbour_sum(Tag d, SparseRows m, int64_t i, const Real* in, int64_t cols, Real* out,
                              const Look& ahead) {
  auto sum = hn::LoadU(d, in + i * cols);
  for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e) {
    ahead.look(m, e, in, cols);
    sum = hn::Add(sum, hn::LoadU(d, in + m.columns[e] * cols));
  }
  hn::StoreU(sum, d, out + i * cols);
}

void sum_with_neighbours(SparseRows m, int64_t begin, int64_t end, const Real* in, int64_t cols, Real* out) {
  const hn::CappedTag<Real, 16> wide;
  const hn::CappedTag<Real, 8> eight;
  const hn::CappedTag<Real, 4> four;
  const hn::CappedTag<Real, 1> one;
  const int64_t n = static_cast<int64_t>(hn::Lanes(wide)), half = static_cast<int64_t>(hn::Lanes(eight)),
                part = static_cast<int64_t>(hn::Lanes(four));
  const Ahead ahead = {m.offsets[end], cols * int64_t{sizeof(Real)}};
  for (int64_t i = begin; i < end; ++i) {
    const auto columns = [&](auto d, int64_t j) {
      if (j == 0)
        neighbour_sum(d, m, i, in, cols, out, ahead);
      else
        neighbour_sum(d, m, i, in + j, cols, out + j, Nothing());
    };
    int64_t j = 0;
    for (; j + n <= cols; j += n) columns(wide, j);
    for (; j + half <= cols; j += half) columns(eight, j);
    for (; j + part <= cols; j += part) columns(four, j);
    for (; j < cols; ++j) columns(one, j);
  }
}

}  // namespace graphsr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphsr::kernels {

HWY_EXPORT(gather_sum);
HWY_EXPORT(far_gather_sum);
HWY_EXPORT(half_neighbour_sum);
HWY_EXPORT(strip_width);
HWY_EXPORT(sum_with_neighbours);
HWY_EXPORT(widen);

void gather_sum(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                Real times) {
  HWY_DYNAMIC_DISPATCH(gather_sum)(m, begin, end, in, cols, out, times);
}

void far_gather_sum(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                    Real times) {
  HWY_DYNAMIC_DISPATCH(far_gather_sum)(m, begin, end, in, cols, out, times);
}

void half_neighbour_sum(SparseRows m, int64_t begin, int64_t end, const uint16_t* in, int64_t in_row,
                        int64_t cols, bool self, const Real* times, Real* out) {
  HWY_DYNAMIC_DISPATCH(half_neighbour_sum)(m, begin, end, in, in_row, cols, self, times, out);
}

int64_t strip_width() { return HWY_DYNAMIC_DISPATCH(strip_width)(); }

void sum_with_neighbours(SparseRows m, int64_t begin, int64_t end, const Real* in, int64_t cols, Real* out) {
  HWY_DYNAMIC_DISPATCH(sum_with_neighbours)(m, begin, end, in, cols, out);
}

void widen(const uint16_t* in, int64_t count, Real* out) { HWY_DYNAMIC_DISPATCH(widen)(in, count, out); }

}  // namespace graphsr::kernels
#endif
