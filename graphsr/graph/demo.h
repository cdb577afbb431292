// The built-in graph: looks like Cora, needs no file, is the same everywhere.
#pragma once

#include "graphsr/graph/dataset.h"

namespace graphsr {

// Degree-corrected block model with heavy-tailed degrees: 3000 nodes, 7 classes of unequal size, about 4 edges a node,
// edge homophily about 0.8; features are sparse 0/1 words drawn from class topics over a common vocabulary.
Dataset demo_dataset();

}  // namespace graphsr
