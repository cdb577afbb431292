// Attention with a vector over the values of a head (products) or over the heads (softmax).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graphsr/tensor/attention_kernels.cpp"
// foreach_target.h must come before the others.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

#include <algorithm>
#include <cmath>

#include "graphsr/tensor/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace graphsr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<Real>;
using V = hn::Vec<D>;
using DHeads = hn::CappedTag<Real, 8>;  // eight heads are usual
using VHeads = hn::Vec<DHeads>;

HWY_INLINE Real dot(const Real* x, const Real* y, int64_t count) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  V sum = hn::Zero(d);
  int64_t j = 0;
  for (; j + n <= count; j += n) sum = hn::MulAdd(hn::LoadU(d, x + j), hn::LoadU(d, y + j), sum);
  Real total = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; j < count; ++j) total += x[j] * y[j];
  return total;
}

HWY_INLINE void axpy(Real factor, const Real* x, int64_t count, Real* sum) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const V f = hn::Set(d, factor);
  int64_t j = 0;
  for (; j + n <= count; j += n)
    hn::StoreU(hn::MulAdd(f, hn::LoadU(d, x + j), hn::LoadU(d, sum + j)), d, sum + j);
  for (; j < count; ++j) sum[j] += factor * x[j];
}

void head_dots(const Real* rows, const Real* vector, HeadShape shape, int64_t begin, int64_t end,
               Real* dots) {
  for (int64_t i = begin; i < end; ++i)
    for (int64_t h = 0; h < shape.heads; ++h)
      dots[i * shape.heads + h] =
          dot(rows + (i * shape.heads + h) * shape.width, vector + h * shape.width, shape.width);
}

// Softmax over the entries of one receiver for the heads from h on that fill a vector.
HWY_INLINE void weights_of_row(const AttentionRows& a, int64_t i, int64_t h, Real* weight) {
  const DHeads d;
  const int64_t heads = a.shape.heads, first = a.m.offsets[i], last = a.m.offsets[i + 1];
  const VHeads target = hn::LoadU(d, a.target + i * heads + h), slope = hn::Set(d, kLeakySlope);
  VHeads largest = hn::Set(d, -INFINITY), sum = hn::Zero(d);
  for (int64_t e = first; e < last; ++e) {
    const VHeads x = hn::Add(hn::LoadU(d, a.source + a.m.columns[e] * heads + h), target);
    const VHeads leaky = hn::Max(x, hn::Mul(slope, x));
    largest = hn::Max(largest, leaky);
    hn::StoreU(leaky, d, weight + e * heads + h);
  }
  for (int64_t e = first; e < last; ++e) {
    const VHeads x = hn::Exp(d, hn::Sub(hn::LoadU(d, weight + e * heads + h), largest));
    sum = hn::Add(sum, x);
    hn::StoreU(x, d, weight + e * heads + h);
  }
  for (int64_t e = first; e < last; ++e)
    hn::StoreU(hn::Div(hn::LoadU(d, weight + e * heads + h), sum), d, weight + e * heads + h);
}

void attention_weights(const AttentionRows& a, int64_t begin, int64_t end, Real* weight) {
  const int64_t n = static_cast<int64_t>(hn::Lanes(DHeads()));
  if (a.shape.heads % n != 0) return plain::attention_weights(a, begin, end, weight);
  for (int64_t i = begin; i < end; ++i)
    for (int64_t h = 0; h < a.shape.heads; h += n) weights_of_row(a, i, h, weight);
}

HWY_INLINE void head_axpy_inline(const Real* factor, const Real* x, HeadShape shape, Real* sum) {
  for (int64_t h = 0; h < shape.heads; ++h)
    axpy(factor[h], x + h * shape.width, shape.width, sum + h * shape.width);
}

void head_axpy(const Real* factor, const Real* x, HeadShape shape, Real* sum) {
  head_axpy_inline(factor, x, shape, sum);
}

void head_gather(SparseRows m, HeadShape shape, int64_t begin, int64_t end, const Real* weight,
                 const int64_t* place, const Real* in, Real* out, bool add) {
  const int64_t cols = shape.heads * shape.width;
  for (int64_t i = begin; i < end; ++i) {
    if (!add) std::fill_n(out + i * cols, cols, Real{0});
    for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e)
      head_axpy_inline(weight + (place ? place[e] : e) * shape.heads, in + m.columns[e] * cols, shape,
                       out + i * cols);
  }
}

void attention_backward(const AttentionRows& a, int64_t begin, int64_t end, const Real* rows, const Real* g,
                        const Real* weight, const Real* dropped, Real scale, Real* entry, Real* receiver) {
  const int64_t heads = a.shape.heads, width = a.shape.width, cols = heads * width;
  for (int64_t i = begin; i < end; ++i) {
    const int64_t first = a.m.offsets[i], last = a.m.offsets[i + 1];
    for (int64_t e = first; e < last; ++e)
      for (int64_t h = 0; h < heads; ++h)
        entry[e * heads + h] =
            dropped[e * heads + h] != 0
                ? scale * dot(g + i * cols + h * width, rows + a.m.columns[e] * cols + h * width, width)
                : 0;
    for (int64_t h = 0; h < heads; ++h) {
      Real mean = 0, sum = 0;
      for (int64_t e = first; e < last; ++e) mean += weight[e * heads + h] * entry[e * heads + h];
      for (int64_t e = first; e < last; ++e) {
        const Real x = a.source[a.m.columns[e] * heads + h] + a.target[i * heads + h];
        const Real slope = x > 0 ? 1 : kLeakySlope;
        sum += entry[e * heads + h] = weight[e * heads + h] * (entry[e * heads + h] - mean) * slope;
      }
      receiver[i * heads + h] = sum;
    }
  }
}

}  // namespace graphsr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphsr::kernels {

HWY_EXPORT(head_dots);
HWY_EXPORT(attention_weights);
HWY_EXPORT(head_gather);
HWY_EXPORT(attention_backward);
HWY_EXPORT(head_axpy);

void head_dots(const Real* rows, const Real* vector, HeadShape shape, int64_t begin, int64_t end,
               Real* dots) {
  HWY_DYNAMIC_DISPATCH(head_dots)(rows, vector, shape, begin, end, dots);
}

void attention_weights(const AttentionRows& a, int64_t begin, int64_t end, Real* weight) {
  HWY_DYNAMIC_DISPATCH(attention_weights)(a, begin, end, weight);
}

void head_gather(SparseRows m, HeadShape shape, int64_t begin, int64_t end, const Real* weight,
                 const int64_t* place, const Real* in, Real* out, bool add) {
  HWY_DYNAMIC_DISPATCH(head_gather)(m, shape, begin, end, weight, place, in, out, add);
}

void attention_backward(const AttentionRows& a, int64_t begin, int64_t end, const Real* rows, const Real* g,
                        const Real* weight, const Real* dropped, Real scale, Real* entry, Real* receiver) {
  HWY_DYNAMIC_DISPATCH(attention_backward)(a, begin, end, rows, g, weight, dropped, scale, entry, receiver);
}

void head_axpy(const Real* factor, const Real* x, HeadShape shape, Real* sum) {
  HWY_DYNAMIC_DISPATCH(head_axpy)(factor, x, shape, sum);
}

}  // namespace graphsr::kernels
#endif
