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

// Eight vectors of columns from `first` on of row i, summed in registers, which have names: an array would be
// spilled to memory. kHeads: how many heads they are of, one or several vectors each.
template <int kHeads>
HWY_INLINE void gather_strip(SparseRows m, int64_t i, HeadShape shape, int64_t first, const Real* weight,
                             const int64_t* place, const Real* in, Real* out, bool add) {
  const D d;
  constexpr int kEach = 8 / kHeads;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d)), cols = shape.heads * shape.width;
  Real* o = out + i * cols + first;
  const auto start = [&](int64_t k) { return add ? hn::LoadU(d, o + k * n) : hn::Zero(d); };
  V a0 = start(0), a1 = start(1), a2 = start(2), a3 = start(3), a4 = start(4), a5 = start(5), a6 = start(6),
    a7 = start(7);
  weight += first / shape.width;
  for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e) {
    const Real* f = weight + (place ? place[e] : e) * shape.heads;
    const Real* x = in + m.columns[e] * cols + first;
    a0 = hn::MulAdd(hn::Set(d, f[0]), hn::LoadU(d, x), a0);
    a1 = hn::MulAdd(hn::Set(d, f[1 / kEach]), hn::LoadU(d, x + n), a1);
    a2 = hn::MulAdd(hn::Set(d, f[2 / kEach]), hn::LoadU(d, x + 2 * n), a2);
    a3 = hn::MulAdd(hn::Set(d, f[3 / kEach]), hn::LoadU(d, x + 3 * n), a3);
    a4 = hn::MulAdd(hn::Set(d, f[4 / kEach]), hn::LoadU(d, x + 4 * n), a4);
    a5 = hn::MulAdd(hn::Set(d, f[5 / kEach]), hn::LoadU(d, x + 5 * n), a5);
    a6 = hn::MulAdd(hn::Set(d, f[6 / kEach]), hn::LoadU(d, x + 6 * n), a6);
    a7 = hn::MulAdd(hn::Set(d, f[7 / kEach]), hn::LoadU(d, x + 7 * n), a7);
  }
  hn::StoreU(a0, d, o), hn::StoreU(a1, d, o + n), hn::StoreU(a2, d, o + 2 * n), hn::StoreU(a3, d, o + 3 * n);
  hn::StoreU(a4, d, o + 4 * n), hn::StoreU(a5, d, o + 5 * n), hn::StoreU(a6, d, o + 6 * n),
      hn::StoreU(a7, d, o + 7 * n);
}

template <int kHeads>
void gather_strips(SparseRows m, HeadShape shape, int64_t begin, int64_t end, const Real* weight,
                   const int64_t* place, const Real* in, Real* out, bool add) {
  const int64_t strip = kHeads * shape.width;
  for (int64_t i = begin; i < end; ++i)
    for (int64_t h = 0; h < shape.heads; h += kHeads)
      gather_strip<kHeads>(m, i, shape, h / kHeads * strip, weight, place, in, out, add);
}

void head_gather(SparseRows m, HeadShape shape, int64_t begin, int64_t end, const Real* weight,
                 const int64_t* place, const Real* in, Real* out, bool add) {
  const int64_t n = static_cast<int64_t>(hn::Lanes(D())), cols = shape.heads * shape.width;
  if (shape.width == n && shape.heads % 8 == 0)
    return gather_strips<8>(m, shape, begin, end, weight, place, in, out, add);
  if (shape.width == 2 * n && shape.heads % 4 == 0)
    return gather_strips<4>(m, shape, begin, end, weight, place, in, out, add);
  for (int64_t i = begin; i < end; ++i) {
    if (!add) std::fill_n(out + i * cols, cols, Real{0});
    for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e)
      head_axpy_inline(weight + (place ? place[e] : e) * shape.heads, in + m.columns[e] * cols, shape,
                       out + i * cols);
  }
}

// From the gradient of the weights to that of the argument, for the heads from h on that fill a vector.
template <class Tag>
HWY_INLINE void softmax_backward(Tag d, const AttentionRows& a, int64_t i, int64_t h, const Real* weight,
                                 Real* entry, Real* receiver) {
  const int64_t heads = a.shape.heads, first = a.m.offsets[i], last = a.m.offsets[i + 1];
  auto mean = hn::Zero(d), sum = mean;
  for (int64_t e = first; e < last; ++e)
    mean = hn::Add(mean, hn::Mul(hn::LoadU(d, weight + e * heads + h), hn::LoadU(d, entry + e * heads + h)));
  const auto target = hn::LoadU(d, a.target + i * heads + h), full = hn::Set(d, Real(1)),
             leaky = hn::Set(d, kLeakySlope);
  for (int64_t e = first; e < last; ++e) {
    Real* place = entry + e * heads + h;
    const auto x = hn::Add(hn::LoadU(d, a.source + a.m.columns[e] * heads + h), target);
    const auto slope = hn::IfThenElse(hn::Gt(x, hn::Zero(d)), full, leaky);
    const auto share = hn::Mul(hn::LoadU(d, weight + e * heads + h), hn::Sub(hn::LoadU(d, place), mean));
    const auto back = hn::Mul(share, slope);
    sum = hn::Add(sum, back);
    hn::StoreU(back, d, place);
  }
  hn::StoreU(sum, d, receiver + i * heads + h);
}

// Products of dropped weights are computed too: to ask each time whether they are needed takes longer.
void attention_backward(const AttentionRows& a, int64_t begin, int64_t end, const Real* rows, const Real* g,
                        const Real* weight, const Real* dropped, Real scale, Real* entry, Real* receiver) {
  const int64_t heads = a.shape.heads, width = a.shape.width, cols = heads * width;
  const DHeads some;
  const hn::CappedTag<Real, 1> one;
  const int64_t n = static_cast<int64_t>(hn::Lanes(some));
  for (int64_t i = begin; i < end; ++i) {
    for (int64_t e = a.m.offsets[i]; e < a.m.offsets[i + 1]; ++e)
      for (int64_t h = 0; h < heads; ++h) {
        const Real product =
            scale * dot(g + i * cols + h * width, rows + a.m.columns[e] * cols + h * width, width);
        entry[e * heads + h] = dropped[e * heads + h] != 0 ? product : 0;
      }
    int64_t h = 0;
    for (; h + n <= heads; h += n) softmax_backward(some, a, i, h, weight, entry, receiver);
    for (; h < heads; ++h) softmax_backward(one, a, i, h, weight, entry, receiver);
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
