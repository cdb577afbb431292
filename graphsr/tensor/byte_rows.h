// Rows of values in 8 bits. Each row has a range of its own, from its least value to its largest, and a value
// is off by at most half a step of it: about 1/500 of the distance between the two. They take half the memory
// of rows in 16 bits, and gathering them at random, which waits for memory, half the time. A row with a value
// that is not finite is not a number throughout.
#pragma once

#include <cmath>
#include <cstdint>

#include "graphsr/tensor/half_rows.h"

namespace graphsr {

// The range of a row whose values lie between low and high; both its numbers are rounded outwards.
inline ByteRange byte_range(Real low, Real high) {
  constexpr uint16_t kNaN = 0x7fc0, kSign = 0x8000;
  ByteRange range = {to_half(low), 0};
  if (from_half(range.low) > low) {  // one less
    const bool is_negative = range.low >= kSign, is_zero = range.low % kSign == 0;
    range.low = static_cast<uint16_t>(is_zero ? kSign + 1 : is_negative ? range.low + 1 : range.low - 1);
  }
  const Real step = (high - from_half(range.low)) / 255;
  range.step = to_half(step);
  if (from_half(range.step) < step) ++range.step;
  const bool is_finite = std::isfinite(from_half(range.low)) && std::isfinite(from_half(range.step));
  return is_finite ? range : ByteRange{kNaN, 0};
}

inline Real from_byte(uint8_t byte, ByteRange range) {
  return from_half(range.low) + byte * from_half(range.step);
}

// 1 / step, or 0 where the row's values are all the same, as good as.
inline Real inverse_step(ByteRange range) {
  constexpr Real kLeast = 1e-37F;
  return from_half(range.step) > kLeast ? 1 / from_half(range.step) : 0;
}

// Groups of columns may stand side by side in a row: a row of several groups is found once for all of them.
class ByteRows {
 public:
  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }  // of one group
  ByteGroups groups() const;

  void resize(int64_t rows, int64_t cols, int64_t groups = 1);  // values are unset

  // Row i of a group becomes times * values.
  void put(int64_t i, const Real* values, Real times = 1, int64_t group = 0);
  void get(int64_t i, Real* values, int64_t group = 0) const;

 private:
  uint8_t* range_of(int64_t i, int64_t group);

  int64_t rows_ = 0, cols_ = 0, count_ = 1;  // count_: groups of a row
  int64_t group_ = 0, row_ = 0;              // bytes from group to group and from row to row
  int64_t range_place_ = 0;                  // of the first group's range in a row, where it lies there
  AlignedVector<uint8_t> bytes_;
  AlignedVector<uint8_t> ranges_;  // of all rows, where they do not lie there; else empty
};

}  // namespace graphsr
