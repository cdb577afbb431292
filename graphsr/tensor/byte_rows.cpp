#include "graphsr/tensor/byte_rows.h"

#include <cstring>

namespace graphsr {

constexpr int64_t kRange = sizeof(ByteRange);

// Rows do not begin in one cache line and end in another without need.
static int64_t padded(int64_t bytes) {
  constexpr int64_t kLine = 64;
  for (const int64_t part : {16, 32})
    if (bytes <= part) return part;
  return (bytes + kLine - 1) / kLine * kLine;
}

// Ranges lie in the rows where the lines have room for them: then a row is all in one place.
void ByteRows::resize(int64_t rows, int64_t cols, int64_t groups) {
  constexpr int64_t kWhole = 16;
  rows_ = rows;
  cols_ = cols;
  count_ = groups;
  group_ = (cols + kWhole - 1) / kWhole * kWhole;
  const int64_t used = (groups - 1) * group_ + cols;
  row_ = padded(groups * group_);
  const bool inside = used + groups * kRange <= row_;
  range_place_ = inside ? row_ - groups * kRange : 0;
  bytes_.resize(static_cast<size_t>(rows * row_));
  ranges_.resize(inside ? 0 : static_cast<size_t>(rows * groups * kRange));
}

ByteGroups ByteRows::groups() const {
  const bool inside = ranges_.empty();
  return {bytes_.data(),
          row_,
          group_,
          count_,
          cols_,
          inside ? bytes_.data() + range_place_ : ranges_.data(),
          inside ? row_ : count_ * kRange};
}

uint8_t* ByteRows::range_of(int64_t i, int64_t group) {
  uint8_t* first = ranges_.empty() ? bytes_.data() + i * row_ + range_place_ : &ranges_[i * count_ * kRange];
  return first + group * kRange;
}

void ByteRows::put(int64_t i, const Real* values, Real times, int64_t group) {
  const ByteRange range = kernels::to_bytes(values, cols_, times, bytes_.data() + i * row_ + group * group_);
  std::memcpy(range_of(i, group), &range, kRange);
}

void ByteRows::get(int64_t i, Real* values, int64_t group) const {
  ByteRange range;
  const ByteGroups all = groups();
  std::memcpy(&range, all.ranges + i * all.range_row + group * kRange, kRange);
  kernels::from_bytes(all.data + i * row_ + group * group_, range, cols_, values);
}

}  // namespace graphsr
