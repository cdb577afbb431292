// Sparse matrices in compressed rows. Adjacency, features and the weights of messages all have this form.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graphsr/base/array.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

// Row i holds columns[offsets[i] .. offsets[i+1]), ascending, with values[...] beside them.
struct Csr {
  int64_t rows = 0, cols = 0;
  Array<int64_t> offsets = {0};  // rows + 1
  Array<int32_t> columns;
  Array<Real> values;  // empty: every stored value is 1

  int64_t nonzeros() const { return static_cast<int64_t>(columns.size()); }
  int64_t length(int64_t row) const { return offsets[row + 1] - offsets[row]; }
  std::span<const int32_t> row(int64_t i) const {
    return {columns.data() + offsets[i], static_cast<size_t>(length(i))};
  }
  bool operator==(const Csr&) const = default;
};

// Shows the values of another, which `keeper` keeps where they are. Only read it: see Array.
Csr view_of(const Csr& matrix, std::shared_ptr<const void> keeper);

struct Transposed {
  Csr matrix;
  std::vector<int64_t> source;  // source[k]: where the k-th stored value stands in the original
};

Transposed transposed(const Csr& matrix);

// The matrix cut into bands of so many columns, one below the other: its row i in band k is row k * rows + i.
// Columns keep their numbers.
Csr in_bands(const Csr& matrix, int64_t columns);

// The given rows, in the given order.
Csr gathered(const Csr& matrix, std::span<const int32_t> rows);

// a·b, sparse; a is (N,M), b is (M,F). Columns ascend in each row; the order of summation is that of a's
// columns.
Csr product(const Csr& a, const Csr& b);

// Number of nonzeros that product(a, b) would have in the rows 0, stride, 2*stride, ...
int64_t product_nonzeros(const Csr& a, const Csr& b, int64_t stride = 1);

}  // namespace graphsr
