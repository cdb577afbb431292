#include "graphsr/tensor/half_rows.h"

#include <algorithm>

namespace graphsr {

void HalfRows::resize(int64_t rows, int64_t cols, int64_t groups) {
  const int64_t strip = kernels::strip_width();
  rows_ = rows;
  cols_ = cols;
  count_ = groups;
  stride_ = (cols + strip - 1) / strip * strip;
  values_.resize(static_cast<size_t>(rows * groups * stride_));
}

void HalfRows::put(int64_t i, int64_t group, const Real* values, Real times) {
  uint16_t* to = values_.data() + (i * count_ + group) * stride_;
  kernels::halve(values, cols_, times, to);
  std::fill(to + cols_, to + stride_, uint16_t{0});
}

void HalfRows::get(int64_t i, int64_t group, Real* values) const {
  kernels::widen(row(i, group), cols_, values);
}

}  // namespace graphsr
