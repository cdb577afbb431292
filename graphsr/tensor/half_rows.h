// Rows of values in 16 bits: bfloat16, the upper half of a float, rounded to the nearest, so that a value is
// off by at most 1/256 of itself. They take half the memory, and gathering them reads half as much.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "graphsr/base/thread_pool.h"
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
  int64_t stride() const { return stride_; }  // from row to row: whole strips, filled up with zeros
  const uint16_t* data() const { return values_.data(); }
  const uint16_t* row(int64_t i) const { return values_.data() + i * stride_; }

  void resize(int64_t rows, int64_t cols);  // values are unset

  void put(int64_t row, const Real* values);
  void put(ThreadPool& pool, int64_t first, const Matrix& rows);  // as rows [first, first + rows.rows())
  void get(ThreadPool& pool, int64_t first, int64_t count, Matrix& to) const;

 private:
  int64_t rows_ = 0, cols_ = 0, stride_ = 0;
  AlignedVector<uint16_t> values_;
};

}  // namespace graphsr
