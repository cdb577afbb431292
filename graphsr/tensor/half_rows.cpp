#include "graphsr/tensor/half_rows.h"

#include <algorithm>

namespace graphsr {

void HalfRows::resize(int64_t rows, int64_t cols) {
  const int64_t strip = kernels::strip_width();
  rows_ = rows;
  cols_ = cols;
  stride_ = (cols + strip - 1) / strip * strip;
  values_.resize(static_cast<size_t>(rows * stride_));
}

void HalfRows::put(int64_t i, const Real* values, Real times) {
  uint16_t* to = values_.data() + i * stride_;
  kernels::halve(values, cols_, times, to);
  std::fill(to + cols_, to + stride_, uint16_t{0});
}

}  // namespace graphsr
