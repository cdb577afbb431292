// A list of edges alone: the nodes are those that it names.
#pragma once

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

// Such a graph has neither features nor labels, and is refused where features are required. Nodes come in the
// order of their ids where all are whole numbers, else in that of their first appearance.
bool recognises_edge_list(const Input& input);
Dataset read_edge_list(const Input& input, const ReadOptions& options);

}  // namespace graphsr
