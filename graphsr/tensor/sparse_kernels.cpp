// Sparse times dense by gathering rows. A strip of eight vectors is summed in registers over all neighbours
// of a row; strips are the outer loop, because a strip of the gathered matrix (64 floats a row with AVX2)
// fits the L2 cache where the whole does not: Cora's first weight matrix is 733 kB, a strip of it 367 kB.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graphsr/tensor/sparse_kernels.cpp"
// foreach_target.h must come before the others.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <algorithm>

#include <hwy/cache_control.h>

#include "graphsr/tensor/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace graphsr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<Real>;
using V = hn::Vec<D>;

constexpr int64_t kAhead = 6;  // entries; an epoch of GCN on Cora takes 0.77 ms with it and 0.83 without
constexpr int64_t kLine = 64 / sizeof(Real);

template <bool kValues>
HWY_INLINE V step(D d, const Real* in, V value, V sum) {
  if constexpr (kValues) return hn::MulAdd(value, hn::LoadU(d, in), sum);
  return hn::Add(sum, hn::LoadU(d, in));
}

// Eight vectors named one by one: an array would be spilled to memory.
template <bool kValues>
void wide_strip(SparseRows m, int64_t begin, int64_t end, const Real* in, int64_t cols, Real* out, bool add) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const int64_t last = m.offsets[end] - 1;
  for (int64_t i = begin; i < end; ++i) {
    Real* o = out + i * cols;
    V s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e) {
      const Real* r = in + m.columns[e] * cols;
      const Real* ahead = in + m.columns[std::min(e + kAhead, last)] * cols;
      for (int64_t k = 0; k < 8 * n; k += kLine) hwy::Prefetch(ahead + k);
      const V value = kValues ? hn::Set(d, m.values[e]) : hn::Zero(d);
      s0 = step<kValues>(d, r, value, s0);
      s1 = step<kValues>(d, r + n, value, s1);
      s2 = step<kValues>(d, r + 2 * n, value, s2);
      s3 = step<kValues>(d, r + 3 * n, value, s3);
      s4 = step<kValues>(d, r + 4 * n, value, s4);
      s5 = step<kValues>(d, r + 5 * n, value, s5);
      s6 = step<kValues>(d, r + 6 * n, value, s6);
      s7 = step<kValues>(d, r + 7 * n, value, s7);
    }
    if (add) {
      s0 = hn::Add(s0, hn::LoadU(d, o)), s1 = hn::Add(s1, hn::LoadU(d, o + n));
      s2 = hn::Add(s2, hn::LoadU(d, o + 2 * n)), s3 = hn::Add(s3, hn::LoadU(d, o + 3 * n));
      s4 = hn::Add(s4, hn::LoadU(d, o + 4 * n)), s5 = hn::Add(s5, hn::LoadU(d, o + 5 * n));
      s6 = hn::Add(s6, hn::LoadU(d, o + 6 * n)), s7 = hn::Add(s7, hn::LoadU(d, o + 7 * n));
    }
    hn::StoreU(s0, d, o), hn::StoreU(s1, d, o + n), hn::StoreU(s2, d, o + 2 * n),
        hn::StoreU(s3, d, o + 3 * n);
    hn::StoreU(s4, d, o + 4 * n), hn::StoreU(s5, d, o + 5 * n), hn::StoreU(s6, d, o + 6 * n);
    hn::StoreU(s7, d, o + 7 * n);
  }
}

template <bool kValues>
void narrow_strip(SparseRows m, int64_t begin, int64_t end, const Real* in, int64_t cols, Real* out,
                  bool add) {
  const D d;
  for (int64_t i = begin; i < end; ++i) {
    V sum = hn::Zero(d);
    for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e) {
      const V value = kValues ? hn::Set(d, m.values[e]) : hn::Zero(d);
      sum = step<kValues>(d, in + m.columns[e] * cols, value, sum);
    }
    if (add) sum = hn::Add(sum, hn::LoadU(d, out + i * cols));
    hn::StoreU(sum, d, out + i * cols);
  }
}

template <bool kValues>
void single_column(SparseRows m, int64_t begin, int64_t end, const Real* in, int64_t cols, Real* out,
                   bool add) {
  for (int64_t i = begin; i < end; ++i) {
    Real sum = 0;
    for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e)
      sum += (kValues ? m.values[e] : Real{1}) * in[m.columns[e] * cols];
    out[i * cols] = add ? out[i * cols] + sum : sum;
  }
}

template <bool kValues>
void strips(SparseRows m, int64_t begin, int64_t end, const Real* in, int64_t cols, Real* out, bool add) {
  const int64_t n = static_cast<int64_t>(hn::Lanes(D()));
  int64_t j = 0;
  for (; j + 8 * n <= cols; j += 8 * n) wide_strip<kValues>(m, begin, end, in + j, cols, out + j, add);
  for (; j + n <= cols; j += n) narrow_strip<kValues>(m, begin, end, in + j, cols, out + j, add);
  for (; j < cols; ++j) single_column<kValues>(m, begin, end, in + j, cols, out + j, add);
}

void gather_sum(SparseRows m, int64_t begin, int64_t end, const Real* in, int64_t cols, Real* out, bool add) {
  if (m.values)
    strips<true>(m, begin, end, in, cols, out, add);
  else
    strips<false>(m, begin, end, in, cols, out, add);
}

}  // namespace graphsr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphsr::kernels {

HWY_EXPORT(gather_sum);

void gather_sum(SparseRows m, int64_t begin, int64_t end, const Real* in, int64_t cols, Real* out, bool add) {
  HWY_DYNAMIC_DISPATCH(gather_sum)(m, begin, end, in, cols, out, add);
}

}  // namespace graphsr::kernels
#endif
