#include "graphsr/tensor/half_rows.h"

#include <algorithm>
#include <cassert>

#include "graphsr/tensor/kernels.h"

namespace graphsr {

void HalfRows::resize(int64_t rows, int64_t cols) {
  const int64_t strip = kernels::strip_width();
  rows_ = rows;
  cols_ = cols;
  stride_ = (cols + strip - 1) / strip * strip;
  values_.resize(static_cast<size_t>(rows * stride_));
}

void HalfRows::put(int64_t row, const Real* values) {
  uint16_t* to = values_.data() + row * stride_;
  kernels::halve(values, cols_, to);
  std::fill(to + cols_, to + stride_, uint16_t{0});
}

void HalfRows::put(ThreadPool& pool, int64_t first, const Matrix& rows) {
  assert(rows.order() == Order::rows && rows.cols() == cols_ && first + rows.rows() <= rows_);
  pool.for_rows(rows.rows(), cols_, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) put(first + i, rows.row(i));
  });
}

void HalfRows::get(ThreadPool& pool, int64_t first, int64_t count, Matrix& to) const {
  assert(first + count <= rows_);
  to.resize(count, cols_);
  pool.for_rows(count, cols_, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      std::transform(row(first + i), row(first + i) + cols_, to.row(i), from_half);
  });
}

}  // namespace graphsr
