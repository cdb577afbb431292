// A graph with new nodes whose links are given.
#pragma once

#include "graphsr/tensor/csr.h"

namespace graphsr {

// Edges (N+M,N+M) with M new nodes, of which the s-th is linked with row s of `links` (M,N): they hear each
// other.
Csr with_links(const Csr& edges, const Csr& links);

}  // namespace graphsr
