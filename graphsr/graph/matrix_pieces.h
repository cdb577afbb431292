// Features and edges in MatrixMarket files.
#pragma once

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/source.h"

namespace graphsr {

// Sparse from coordinates, dense from an array; one row per node.
Features matrix_market_features(SourcePtr source, Dataset& dataset);

// An entry in row i and column j is an edge from i to j; of a symmetric matrix it is one edge for both
// directions.
Csr matrix_market_edges(SourcePtr source, const ReadOptions& options, Dataset& dataset);

}  // namespace graphsr
