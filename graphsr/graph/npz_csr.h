// Sparse matrices as the parts of a scipy.sparse.csr_matrix: in npz files and pickles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "graphsr/graph/npz.h"
#include "graphsr/tensor/csr.h"

namespace graphsr {

struct StoredCsr {
  Csr matrix;         // columns ascending, values there and finite; what is stored twice stands twice
  int64_t zeros = 0;  // stored zeros, which were dropped
};

// Columns are put in order and zeros dropped; the matrix must have its values.
StoredCsr tidied(Csr matrix);

// The arrays of a matrix in compressed rows; each names its place.
struct CsrArrays {
  const NpyArray &shape, &offsets, &columns, &values;
};

// Refuses what cannot be; at least one row and one column.
StoredCsr checked_csr(const CsrArrays& arrays);

// From the arrays <prefix>_data, _indices, _indptr and _shape.
StoredCsr read_csr(const Npz& npz, const std::string& prefix);

struct Repeat {
  int64_t row;
  int32_t column;
};

// The first place of an ascending matrix that is stored more than once.
std::optional<Repeat> first_repeat(const Csr& matrix);

}  // namespace graphsr
