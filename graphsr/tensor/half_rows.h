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

// Groups of columns may stand side by side in a row: a row of several groups is found once for all of them,
// which is most of what gathering at random costs.
class HalfRows {
 public:
  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }  // of one group
  HalfGroups groups() const { return {values_.data(), count_ * stride_, count_, cols_}; }
  const uint16_t* row(int64_t i, int64_t group = 0) const {
    return values_.data() + (i * count_ + group) * stride_;
  }

  void resize(int64_t rows, int64_t cols, int64_t groups = 1);  // values are unset

  // Row i of a group becomes times * values.
  void put(int64_t i, int64_t group, const Real* values, Real times = 1);
  void get(int64_t i, int64_t group, Real* values) const;

 private:
  int64_t rows_ = 0, cols_ = 0, count_ = 1;
  int64_t stride_ = 0;  // from group to group: whole strips, filled up with zeros
  AlignedVector<uint16_t> values_;
};

}  // namespace graphsr
