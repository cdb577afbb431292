// The attention kernels as one would write them down. See kernels.h.
#include <algorithm>
#include <cmath>

#include "graphsr/tensor/kernels.h"

namespace graphsr::plain {

void head_dots(const Real* rows, const Real* vector, HeadShape shape, int64_t begin, int64_t end,
               Real* dots) {
  for (int64_t k = begin * shape.heads; k < end * shape.heads; ++k) {
    const int64_t head = k % shape.heads;
    dots[k] = 0;
    for (int64_t j = 0; j < shape.width; ++j)
      dots[k] += rows[k * shape.width + j] * vector[head * shape.width + j];
  }
}

void attention_weights(const AttentionRows& a, int64_t begin, int64_t end, Real* weight) {
  const int64_t heads = a.shape.heads;
  for (int64_t i = begin; i < end; ++i) {
    const int64_t first = a.m.offsets[i], last = a.m.offsets[i + 1];
    for (int64_t h = 0; h < heads && first < last; ++h) {
      Real largest = -INFINITY, sum = 0;
      for (int64_t e = first; e < last; ++e) {
        const Real x = a.source[a.m.columns[e] * heads + h] + a.target[i * heads + h];
        weight[e * heads + h] = x > 0 ? x : kLeakySlope * x;
        largest = std::max(largest, weight[e * heads + h]);
      }
      for (int64_t e = first; e < last; ++e)
        sum += weight[e * heads + h] = std::exp(weight[e * heads + h] - largest);
      for (int64_t e = first; e < last; ++e) weight[e * heads + h] /= sum;
    }
  }
}

void drop(const Real* x, const uint16_t* bits, KeepRule keep, int64_t count, Real* out) {
  for (int64_t j = 0; j < count; ++j) out[j] = bits[j] >= keep.threshold ? x[j] * keep.scale : 0;
}

void head_gather(SparseRows m, HeadShape shape, int64_t begin, int64_t end, const Real* weight,
                 const int64_t* place, const Real* in, Real* out, bool add) {
  const int64_t cols = shape.heads * shape.width;
  for (int64_t i = begin; i < end; ++i) {
    if (!add) std::fill_n(out + i * cols, cols, Real{0});
    for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e)
      head_axpy(weight + (place ? place[e] : e) * shape.heads, in + m.columns[e] * cols, shape,
                out + i * cols);
  }
}

void attention_backward(const AttentionRows& a, int64_t begin, int64_t end, const Real* rows, const Real* g,
                        const Real* weight, const Real* dropped, Real scale, Real* entry, Real* receiver) {
  const int64_t heads = a.shape.heads, width = a.shape.width, cols = heads * width;
  for (int64_t i = begin; i < end; ++i) {
    for (int64_t h = 0; h < heads; ++h) {
      Real mean = 0, sum = 0;
      for (int64_t e = a.m.offsets[i]; e < a.m.offsets[i + 1]; ++e) {
        Real dot = 0;
        for (int64_t j = h * width; j < (h + 1) * width; ++j)
          dot += g[i * cols + j] * rows[a.m.columns[e] * cols + j];
        entry[e * heads + h] = dropped[e * heads + h] != 0 ? dot * scale : 0;
        mean += weight[e * heads + h] * entry[e * heads + h];
      }
      for (int64_t e = a.m.offsets[i]; e < a.m.offsets[i + 1]; ++e) {
        const Real x = a.source[a.m.columns[e] * heads + h] + a.target[i * heads + h];
        const Real slope = x > 0 ? 1 : kLeakySlope;
        sum += entry[e * heads + h] = weight[e * heads + h] * (entry[e * heads + h] - mean) * slope;
      }
      receiver[i * heads + h] = sum;
    }
  }
}

void head_axpy(const Real* factor, const Real* x, HeadShape shape, Real* sum) {
  for (int64_t h = 0; h < shape.heads; ++h)
    for (int64_t j = h * shape.width; j < (h + 1) * shape.width; ++j) sum[j] += factor[h] * x[j];
}

}  // namespace graphsr::plain
