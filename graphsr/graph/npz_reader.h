// Graphs in the npz form of the gnn-benchmark collection: adj_* and attr_* as CSR pieces (or attr_matrix, dense),
// labels, and optionally node_names and class_names.
#pragma once

#include <string>

#include "graphsr/graph/dataset.h"

namespace graphsr {

Dataset read_npz(const std::string& path);

}  // namespace graphsr
