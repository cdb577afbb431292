#include "graphsr/tensor/matrix.h"

#include <algorithm>
#include <utility>

#include "graphsr/base/large_pages.h"

namespace graphsr {

void* aligned_memory(size_t bytes) {
  void* const memory = ::operator new(bytes, kAlignment);
  ask_for_large_pages(memory, bytes);
  return memory;
}

Matrix Matrix::view(int64_t rows, int64_t cols, const Real* values, std::shared_ptr<const void> keeper) {
  Matrix out;
  out.rows_ = rows;
  out.cols_ = cols;
  out.data_ = decltype(out.data_)::view({values, static_cast<size_t>(out.size())}, std::move(keeper));
  return out;
}

void Matrix::resize(int64_t rows, int64_t cols, Order order) {
  data_.resize(static_cast<size_t>(rows) * static_cast<size_t>(cols));
  rows_ = rows;
  cols_ = cols;
  order_ = order;
}

void Matrix::fill(Real value) { std::fill(data_.begin(), data_.end(), value); }

Matrix gathered(const Matrix& matrix, std::span<const int32_t> rows) {
  Matrix out(static_cast<int64_t>(rows.size()), matrix.cols());
  for (int64_t i = 0; i < out.rows(); ++i) std::copy_n(matrix.row(rows[i]), matrix.cols(), out.row(i));
  return out;
}

Matrix transposed(const Matrix& matrix) {
  Matrix out(matrix.cols(), matrix.rows());
  for (int64_t i = 0; i < matrix.rows(); ++i)
    for (int64_t j = 0; j < matrix.cols(); ++j) out(j, i) = matrix(i, j);
  return out;
}

}  // namespace graphsr
