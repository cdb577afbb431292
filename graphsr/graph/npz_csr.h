// Sparse matrices as the parts of a scipy.sparse.csr_matrix: in npz files and pickles.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "graphsr/graph/npz.h"
#include "graphsr/tensor/csr.h"

namespace graphsr {

struct StoredCsr {
  Csr matrix;            // columns ascending, values finite or none; what is stored twice stands twice
  int64_t zeros = 0;     // stored zeros, which were dropped
  bool repeats = false;  // is anything stored twice?
};

// Columns are put in order and zeros dropped; values that are all 1 too.
StoredCsr tidied(Csr matrix);

// The arrays of a matrix in compressed rows; each names its place. They are asked for one after the other, so
// that no two are in memory at once.
struct CsrArrays {
  std::function<NpyArray()> shape, offsets, columns, values;
};

// Refuses what cannot be; at least one row and one column.
StoredCsr checked_csr(const CsrArrays& arrays);

// From the arrays <prefix>_data, _indices, _indptr and _shape.
StoredCsr read_csr(const Npz& npz, const std::string& prefix);

struct Repeat {
  int64_t row;
  int32_t column;
};

// How many entries are on the diagonal, if row i has column j wherever row j has column i, with the same
// value; the matrix is ascending and without repeats.
std::optional<int64_t> loops_if_symmetric(const Csr& matrix);
inline bool is_symmetric(const Csr& matrix) { return loops_if_symmetric(matrix).has_value(); }

// The first place of an ascending matrix that is stored more than once.
std::optional<Repeat> first_repeat(const Csr& matrix);

}  // namespace graphsr
