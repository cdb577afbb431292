// The kernels as one would write them down. See kernels.h.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "graphsr/tensor/byte_rows.h"
#include "graphsr/tensor/kernels.h"

namespace graphsr::plain {

int64_t strip_width() { return kernels::strip_width(); }

void gather_sum(SparseRows matrix, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                Real times) {
  const int64_t width = strip_width();
  for (int64_t i = begin; i < end; ++i)
    for (int64_t j = 0; j < cols; ++j) {
      const int64_t strip = j / width, k = j % width;
      Real sum = 0;
      for (int64_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e)
        sum += (matrix.values ? matrix.values[e] : 1) *
               in.data[strip * in.strip + matrix.columns[e] * in.row + k];
      Real& place = out.data[strip * out.strip + i * out.row + k];
      place = times != 0 ? place + times * sum : sum;
    }
}

void far_gather_sum(SparseRows matrix, int64_t begin, int64_t end, ConstStrips in, int64_t cols, Strips out,
                    Real times) {
  gather_sum(matrix, begin, end, in, cols, out, times);
}

void gather_adam(SparseRows matrix, int64_t begin, int64_t end, ConstStrips in, int64_t cols,
                 const AdamStep& s, Strips value, Real* mean, Real* square, bool) {
  const int64_t width = strip_width();
  std::vector<Real> gradient(width);
  for (int64_t i = begin; i < end; ++i)
    for (int64_t strip = 0; strip * width < cols; ++strip) {
      const ConstStrips part = {in.data + strip * in.strip, in.row, 0};
      const SparseRows row = {matrix.offsets + i, matrix.columns, matrix.values};
      gather_sum(row, 0, 1, part, width, {gradient.data(), width, 0}, 0);
      const int64_t place = strip * value.strip + i * value.row;
      adam(s, width, gradient.data(), value.data + place, mean + place, square + place);
    }
}

void half_neighbour_sum(SparseRows matrix, int64_t begin, int64_t end, const uint16_t* in, int64_t in_row,
                        int64_t cols, bool self, const Real* times, Real* out) {
  for (int64_t i = begin; i < end; ++i)
    for (int64_t j = 0; j < cols; ++j) {
      Real sum = 0;
      for (int64_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e)
        sum += from_half(in[matrix.columns[e] * in_row + j]);
      if (self) sum += from_half(in[i * in_row + j]);
      out[(i - begin) * cols + j] = times ? times[i] * sum : sum;
    }
}

static Real byte_value(ByteGroups in, int64_t i, int64_t group, int64_t j) {
  ByteRange range;
  std::memcpy(&range, in.ranges + i * in.range_row + group * int64_t{sizeof range}, sizeof range);
  return from_byte(in.data[i * in.row + group * in.group + j], range);
}

void byte_neighbour_sum(SparseRows matrix, int64_t begin, int64_t end, ByteGroups in, bool self,
                        const Real* times, Real* const* out) {
  for (int64_t g = 0; g < in.groups; ++g)
    for (int64_t i = begin; i < end; ++i)
      for (int64_t j = 0; j < in.cols; ++j) {
        Real sum = 0;
        for (int64_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e)
          sum += byte_value(in, matrix.columns[e], g, j);
        if (self) sum += byte_value(in, i, g, j);
        out[g][(i - begin) * in.cols + j] = times ? times[i] * sum : sum;
      }
}

void byte_gather_sum(SparseRows matrix, int64_t begin, int64_t end, ByteGroups in, int64_t group, Real* out) {
  for (int64_t i = begin; i < end; ++i)
    for (int64_t j = 0; j < in.cols; ++j) {
      Real sum = 0;
      for (int64_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e)
        sum += (matrix.values ? matrix.values[e] : 1) * byte_value(in, matrix.columns[e], group, j);
      out[i * in.cols + j] = sum;
    }
}

ByteRange to_bytes(const Real* in, int64_t count, Real times, uint8_t* out) {
  if (count == 0) return {};
  Real low = times * in[0], high = low, wrong = 0;
  for (int64_t j = 0; j < count; ++j) {
    const Real value = times * in[j];
    low = std::min(low, value), high = std::max(high, value);
    wrong += value - value;  // not a number where the value is not finite
  }
  const ByteRange range = byte_range(low, high + wrong);
  for (int64_t j = 0; j < count; ++j) {
    const Real value = (times * in[j] - from_half(range.low)) * inverse_step(range);
    out[j] = static_cast<uint8_t>(std::nearbyint(std::min(std::max(Real(0), value), Real(255))));
  }
  return range;
}

void from_bytes(const uint8_t* in, ByteRange range, int64_t count, Real* out) {
  std::transform(in, in + count, out, [range](uint8_t byte) { return from_byte(byte, range); });
}

void sum_with_neighbours(SparseRows matrix, int64_t begin, int64_t end, const Real* in, int64_t cols,
                         Real* out) {
  for (int64_t i = begin; i < end; ++i)
    for (int64_t j = 0; j < cols; ++j) {
      Real sum = in[i * cols + j];
      for (int64_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e)
        sum += in[matrix.columns[e] * cols + j];
      out[i * cols + j] = sum;
    }
}

int64_t packed_size(int64_t depth, int64_t cols) { return depth * cols; }

void pack(View b, int64_t depth, int64_t cols, Real* packed) {
  for (int64_t k = 0; k < depth; ++k)
    for (int64_t j = 0; j < cols; ++j) packed[k * cols + j] = b.data[k * b.row + j * b.col];
}

void multiply_rows(View a, int64_t begin, int64_t end, int64_t depth, const Real* packed, int64_t cols,
                   Real* c, bool add) {
  for (int64_t i = begin; i < end; ++i) {
    if (!add) std::fill_n(c + i * cols, cols, Real{0});
    for (int64_t k = 0; k < depth; ++k)
      for (int64_t j = 0; j < cols; ++j)
        c[i * cols + j] += a.data[i * a.row + k * a.col] * packed[k * cols + j];
  }
}

void random_bits(uint64_t seed, Purpose purpose, uint64_t position, uint32_t first, int64_t blocks,
                 uint16_t* out) {
  for (int64_t b = 0; b < blocks; ++b) {
    for (const uint32_t word : random_block(seed, purpose, position, first + static_cast<uint32_t>(b))) {
      *out++ = static_cast<uint16_t>(word);
      *out++ = static_cast<uint16_t>(word >> 16);
    }
  }
}

void bias_relu(Real* rows, const Real* bias, int64_t count, int64_t cols) {
  for (int64_t i = 0; i < count; ++i)
    for (int64_t j = 0; j < cols; ++j) rows[i * cols + j] = std::max(rows[i * cols + j] + bias[j], Real{0});
}

void bias_relu_dropout(Real* x, const Real* bias, const uint16_t* bits, KeepRule keep, int64_t count) {
  for (int64_t j = 0; j < count; ++j)
    x[j] = bits[j] >= keep.threshold ? std::max(x[j] + bias[j], Real{0}) * keep.scale : 0;
}

void relu_dropout_backward(const Real* y, const Real* dy, Real scale, int64_t count, Real* dx) {
  for (int64_t j = 0; j < count; ++j) dx[j] = y[j] > 0 ? dy[j] * scale : 0;
}

void add_to(const Real* x, int64_t count, Real* sum) {
  for (int64_t j = 0; j < count; ++j) sum[j] += x[j];
}

void add_rows(const Real* rows, int64_t stride, int64_t count, int64_t cols, Real* sum) {
  for (int64_t i = 0; i < count; ++i) add_to(rows + i * stride, cols, sum);
}

void add_to_rows(const Real* x, int64_t count, int64_t cols, Real* rows) {
  for (int64_t i = 0; i < count; ++i) add_to(x, cols, rows + i * cols);
}

void adam(const AdamStep& s, int64_t count, const Real* gradient, Real* value, Real* mean, Real* square) {
  for (int64_t j = 0; j < count; ++j) {
    const Real g = gradient[j] + s.weight_decay * value[j];
    mean[j] = s.beta1 * mean[j] + (1 - s.beta1) * g;
    square[j] = s.beta2 * square[j] + (1 - s.beta2) * g * g;
    value[j] -= s.step * mean[j] / (std::sqrt(square[j]) * s.root_scale + s.epsilon);
  }
}

void sgd(const SgdStep& s, int64_t count, const Real* gradient, Real* value, Real* velocity) {
  for (int64_t j = 0; j < count; ++j) {
    Real v = gradient[j] + s.weight_decay * value[j];
    if (velocity) v = velocity[j] = s.momentum * velocity[j] + v;
    value[j] -= s.rate * v;
  }
}

void halve(const Real* in, int64_t count, Real times, uint16_t* out) {
  std::transform(in, in + count, out, [times](Real value) { return to_half(times * value); });
}

void widen(const uint16_t* in, int64_t count, Real* out) { std::transform(in, in + count, out, from_half); }

}  // namespace graphsr::plain
