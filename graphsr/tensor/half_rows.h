// Rows of values in 16 bits: bfloat16, the upper half of a float, rounded to the nearest, so that a value is
// off by at most 1/256 of itself. They take half the memory, and gathering them reads half as much.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "graphsr/tensor/kernels.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

// Between two, the even one.
inline uint16_t to_half(Real value) {
  const auto bits = std::bit_cast<uint32_t>(static_cast<float>(value));
  if (std::isnan(value)) return 0x7fc0;
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

inline Real from_half(uint16_t half) {
  return static_cast<Real>(std::bit_cast<float>(static_cast<uint32_t>(half) << 16));
}

class HalfRows {
 public:
  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }
  int64_t stride() const { return stride_; }  // from row to row
  const uint16_t* row(int64_t i) const { return values_.data() + i * stride_; }

  void resize(int64_t rows, int64_t cols);  // values are unset

  // Row i becomes times * values. Threads may put and get different rows side by side.
  void put(int64_t i, const Real* values, Real times = 1);
  void get(int64_t i, Real* values) const { kernels::widen(row(i), cols_, values); }

 private:
  int64_t rows_ = 0, cols_ = 0;
  int64_t stride_ = 0;  // whole strips, filled up with zeros
  AlignedVector<uint16_t> values_;
};

}  // namespace graphsr
