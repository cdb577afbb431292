// Sparse times dense by gathering rows, in strips of columns (strip-inl.h). Strips are the outer loop: one
// strip of the gathered matrix fits the L2 cache where the whole does not (Cora's first weight matrix is 733
// kB, a strip of it 183 kB with AVX2). Strips of eight vectors with one sum each and prefetching were slower:
// a step of the retraining game took 1.08 times as long. Where even a strip is larger than the cache,
// what will be gathered is asked for some steps ahead; and where strips lie side by side, rows are the outer
// loop.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graphsr/tensor/sparse_kernels.cpp"
// foreach_target.h must come before the others.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "graphsr/tensor/adam-inl.h"
#include "graphsr/tensor/strip-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graphsr::HWY_NAMESPACE {

int64_t strip_width() { return width_of_strip(); }

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
struct WholeStrips {
  int64_t stop;
  SoonAhead strip(int64_t) const { return {stop, strip_width() * int64_t{sizeof(Real)}}; }
};
struct NearStrips {
  Nothing strip(int64_t) const { return {}; }
};

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
    wide_strip<kValues>(m, begin, end, in.data, in.row, Put{out.data, out.row, times}, ahead.strip(cols));
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
void far_strips(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                Real times) {
  if (in.strip > in.row)  // the rows of a strip lie side by side
    return strips<kValues>(m, begin, end, in, cols, out, times, WholeStrips{m.offsets[end]});
  const FarStrips ahead = {m.offsets[end]};
  for (int64_t i = begin; i < end; ++i) strips<kValues>(m, i, i + 1, in, cols, out, times, ahead);
}

void far_gather_sum(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                    Real times) {
  if (m.values)
    far_strips<true>(m, begin, end, in, cols, out, times);
  else
    far_strips<false>(m, begin, end, in, cols, out, times);
}

// The sums are gradients. The square root and the division of one row run while the next one is gathered.
struct PutAdam {
  AdamVectors adam;
  Real *value, *mean, *square;
  int64_t row;

  HWY_INLINE void operator()(int64_t i, int64_t j, V sum) const {
    const int64_t place = i * row + j;
    adam.step(sum, value + place, mean + place, square + place);
  }
};

template <bool kValues, class Asks>
void adam_strips(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, const AdamStep& s,
                 Strips value, Real* mean, Real* square, Asks ahead) {
  const AdamVectors adam(s);
  for (int64_t k = 0; k * strip_width() < cols; ++k) {
    const int64_t place = k * value.strip;
    wide_strip<kValues>(m, begin, end, in.data + k * in.strip, in.row,
                        PutAdam{adam, value.data + place, mean + place, square + place, value.row},
                        ahead.strip(cols));
  }
}

template <class Asks>
void gather_adam_asking(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols,
                        const AdamStep& s, Strips value, Real* mean, Real* square, Asks ahead) {
  if (m.values)
    adam_strips<true>(m, begin, end, in, cols, s, value, mean, square, ahead);
  else
    adam_strips<false>(m, begin, end, in, cols, s, value, mean, square, ahead);
}

void gather_adam(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, const AdamStep& s,
                 Strips value, Real* mean, Real* square, bool far) {
  if (far)
    gather_adam_asking(m, begin, end, in, cols, s, value, mean, square, WholeStrips{m.offsets[end]});
  else
    gather_adam_asking(m, begin, end, in, cols, s, value, mean, square, NearStrips());
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

HWY_EXPORT(gather_adam);
HWY_EXPORT(gather_sum);
HWY_EXPORT(far_gather_sum);
HWY_EXPORT(strip_width);
HWY_EXPORT(sum_with_neighbours);

void gather_sum(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                Real times) {
  HWY_DYNAMIC_DISPATCH(gather_sum)(m, begin, end, in, cols, out, times);
}

void gather_adam(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, const AdamStep& s,
                 Strips value, Real* mean, Real* square, bool far) {
  HWY_DYNAMIC_DISPATCH(gather_adam)(m, begin, end, in, cols, s, value, mean, square, far);
}

void far_gather_sum(SparseRows m, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                    Real times) {
  HWY_DYNAMIC_DISPATCH(far_gather_sum)(m, begin, end, in, cols, out, times);
}

int64_t strip_width() { return HWY_DYNAMIC_DISPATCH(strip_width)(); }

void sum_with_neighbours(SparseRows m, int64_t begin, int64_t end, const Real* in, int64_t cols, Real* out) {
  HWY_DYNAMIC_DISPATCH(sum_with_neighbours)(m, begin, end, in, cols, out);
}

}  // namespace graphsr::kernels
#endif
