// One sparse matrix in an npz file, as scipy.sparse.save_npz writes it.
#pragma once

#include "graphsr/graph/npz_csr.h"
#include "graphsr/graph/source.h"

namespace graphsr {

// csr, csc and coo; refuses the other forms by name.
StoredCsr read_scipy_npz(Source& source);

}  // namespace graphsr
