#include "graphsr/tensor/half_rows.h"

#include <algorithm>
#include <cassert>

#include "graphsr/tensor/kernels.h"

namespace graphsr {

void HalfRows::resize(int64_t rows, int64_t cols) {
  values_.resize(static_cast<size_t>(rows * cols));
  rows_ = rows;
  cols_ = cols;
}

void HalfRows::put(ThreadPool& pool, int64_t first, const Matrix& rows) {
  assert(rows.order() == Order::rows && rows.cols() == cols_ && first + rows.rows() <= rows_);
  uint16_t* to = values_.data() + first * cols_;
  pool.for_rows(rows.rows(), cols_, [&](int64_t begin, int64_t end) {
    kernels::halve(rows.row(begin), (end - begin) * cols_, to + begin * cols_);
  });
}

void HalfRows::get(ThreadPool& pool, int64_t first, int64_t count, Matrix& to) const {
  assert(first + count <= rows_);
  to.resize(count, cols_);
  const uint16_t* from = values_.data() + first * cols_;
  pool.for_rows(count, cols_, [&](int64_t begin, int64_t end) {
    std::transform(from + begin * cols_, from + end * cols_, to.row(begin), from_half);
  });
}

}  // namespace graphsr
