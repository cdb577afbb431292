// Whole pickles that hold one array or one sparse matrix.
#pragma once

#include "graphsr/graph/npz_csr.h"
#include "graphsr/graph/pickle.h"

namespace graphsr {

// A scipy.sparse.csr_matrix or csr_array.
StoredCsr pickled_csr(const Pickle& pickle);

NpyArray pickled_array(const Pickle& pickle);

}  // namespace graphsr
