// Rows in 16 bits (half_rows.h), gathered.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graphsr/tensor/half_kernels.cpp"
// foreach_target.h must come before the others.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <algorithm>

#include "graphsr/tensor/half_rows.h"
#include "graphsr/tensor/strip-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graphsr::HWY_NAMESPACE {

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
  const int64_t width = width_of_strip();
  const Ahead ahead = {stop, width * int64_t{sizeof *in}};
  Real part[4 * HWY_MAX_BYTES / sizeof(Real)];  // of a last strip that is not whole
  int64_t j = 0;
  for (; j + 2 * width <= cols; j += 2 * width)
    double_strip(m, i, in + j, in_row, out + j, {stop, 2 * width * int64_t{sizeof *in}});
  for (; j < cols; j += width) {
    const bool whole = j + width <= cols;
    wide_strip<false>(m, i, i + 1, in + j, in_row, Put{whole ? out + j : part, 0, 0}, ahead);
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

}  // namespace graphsr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphsr::kernels {

HWY_EXPORT(half_neighbour_sum);
HWY_EXPORT(widen);

void half_neighbour_sum(SparseRows m, int64_t begin, int64_t end, const uint16_t* in, int64_t in_row,
                        int64_t cols, bool self, const Real* times, Real* out) {
  HWY_DYNAMIC_DISPATCH(half_neighbour_sum)(m, begin, end, in, in_row, cols, self, times, out);
}

void widen(const uint16_t* in, int64_t count, Real* out) { HWY_DYNAMIC_DISPATCH(widen)(in, count, out); }

}  // namespace graphsr::kernels
#endif
