// Products, on all threads of a pool where there is one. Each row of the result is computed by one thread in
// one order.
#pragma once

#include <cassert>
#include <vector>

#include "graphsr/base/thread_pool.h"
#include "graphsr/tensor/byte_rows.h"
#include "graphsr/tensor/csr.h"
#include "graphsr/tensor/kernels.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

// From row `first` on.
inline View view(const Matrix& m, int64_t first = 0) {
  assert(m.order() == Order::rows);
  return {m.row(first), m.cols(), 1};
}
inline View transposed_view(const Matrix& m, int64_t first = 0) {
  assert(m.order() == Order::rows);
  return {m.row(first), 1, m.cols()};
}
inline SparseRows sparse_rows(const Csr& m) {
  return {m.offsets.data(), m.columns.data(), m.values.empty() ? nullptr : m.values.data()};
}

// c = a·b, or c += a·b: a is (c.rows(), depth), b is (depth, c.cols()).
void multiply(ThreadPool& pool, View a, View b, int64_t depth, Matrix& c, bool add = false);

// The same for the rows [first, first + rows) of c alone: a is (rows, depth).
void multiply(ThreadPool& pool, View a, View b, int64_t depth, Matrix& c, int64_t first, int64_t rows,
              bool add);

// A matrix as gather_sum reads and writes it, in its order.
ConstStrips strips_of(const Matrix& m);
Strips strips_of(Matrix& m);

// The same values in the other order. Strips are whole: the number of columns is a multiple of their width.
bool can_have_strips(int64_t cols);
inline bool can_have_strips(const Matrix& m) { return can_have_strips(m.cols()); }
Matrix in_order(const Matrix& m, Order order);
void put_in_order(ThreadPool& pool, const Matrix& m, Matrix& out);  // out has shape and order already

// Columns [first, first + cols) of a matrix that dense products can read: all of them, or strip after strip.
struct Panel {
  View view;
  int64_t first, cols;
};
std::vector<Panel> panels_of(const Matrix& m);

// c = m·b, or with `times` not 0, c += times·(m·b): m is (N,M), b is (M,F), c is (N,F). In whatever order.
void multiply(ThreadPool& pool, const Csr& m, const Matrix& b, Matrix& c, Real times = 0);

// The same for a band of m (in_bands), whose rows are those from `first` on, as many as c has.
void multiply_band(ThreadPool& pool, const Csr& m, int64_t first, const Matrix& b, Matrix& c, Real times);

// m·b is the gradient of `value`, in strips, which takes Adam's step; `mean` and `square` lie as `value`
// does. In one pass, the step hides behind the product: an epoch on Cora takes 0.87 (gcn) and 0.82 (sage) of
// the time of a pass for each.
void multiply_adam(ThreadPool& pool, const Csr& m, const Matrix& b, const AdamStep& s, Matrix& value,
                   Matrix& mean, Matrix& square);

// c = m·b for one group of rows in 8 bits.
void multiply(ThreadPool& pool, const Csr& m, const ByteRows& b, int64_t group, Matrix& c);

// What the nodes [begin, end) gather from the rows of their neighbours and, where `self`, from their own:
// sums row i - begin = times[i] * the sum of them (times null: 1). Of bytes, the first group.
void sum_neighbours(const Csr& edges, int64_t begin, int64_t end, const ByteRows& rows, bool self,
                    const Real* times, Real* sums);
void sum_neighbours(const Csr& edges, int64_t begin, int64_t end, const HalfRows& rows, bool self,
                    const Real* times, Real* sums);

}  // namespace graphsr
