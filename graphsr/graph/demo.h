// The built-in graph: looks like Cora, needs no file, is the same everywhere.
#pragma once

#include "graphsr/graph/dataset.h"

namespace graphsr {

// Degree-corrected block model: 3000 nodes, 7 classes of 210 to 870, mean degree 4 with a heavy tail, edge
// homophily 0.79. Features are sparse 0/1: 18 of 1433 words a node, from class topics and common words.
Dataset demo_dataset();

}  // namespace graphsr
