// Products on all threads of a pool. Each row of the result is computed by one thread in one order.
#pragma once

#include "graphsr/base/thread_pool.h"
#include "graphsr/tensor/csr.h"
#include "graphsr/tensor/kernels.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

inline View view(const Matrix& m) { return {m.data(), m.cols(), 1}; }
inline View transposed_view(const Matrix& m) { return {m.data(), 1, m.cols()}; }
inline SparseRows sparse_rows(const Csr& m) {
  return {m.offsets.data(), m.columns.data(), m.values.empty() ? nullptr : m.values.data()};
}

// c = a·b, or c += a·b: a is (c.rows(), depth), b is (depth, c.cols()).
void multiply(ThreadPool& pool, View a, View b, int64_t depth, Matrix& c, bool add = false);

// A matrix as it is, row by row; and a buffer of its size that holds whole strips one behind the other (its
// number of columns must be a multiple of their width).
inline ConstStrips by_rows(const Matrix& m) { return {m.data(), m.cols(), kernels::strip_width()}; }
inline Strips by_rows(Matrix& m) { return {m.data(), m.cols(), kernels::strip_width()}; }
inline ConstStrips by_strips(const Matrix& m) {
  return {m.data(), kernels::strip_width(), m.rows() * kernels::strip_width()};
}
inline Strips by_strips(Matrix& m) {
  return {m.data(), kernels::strip_width(), m.rows() * kernels::strip_width()};
}

// c = m·b, or c += m·b: m is (N,M), b is (M,F), c is (N,F).
void multiply(ThreadPool& pool, const Csr& m, ConstStrips b, int64_t cols, Strips c, bool add = false);
void multiply(ThreadPool& pool, const Csr& m, const Matrix& b, Matrix& c, bool add = false);

}  // namespace graphsr
