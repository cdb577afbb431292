// Sparse matrices in npz files: the four parts of a scipy.sparse.csr_matrix as arrays of their own.
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

// From the arrays <prefix>_data, _indices, _indptr and _shape; at least one row and one column.
StoredCsr read_csr(const Npz& npz, const std::string& prefix);

struct Repeat {
  int64_t row;
  int32_t column;
};

// The first place of an ascending matrix that is stored more than once.
std::optional<Repeat> first_repeat(const Csr& matrix);

}  // namespace graphsr
