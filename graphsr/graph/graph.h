// The graph that methods see: edges and features, no labels. What a method is not given it cannot leak.
#pragma once

#include <cstdint>
#include <memory>

#include "graphsr/graph/features.h"
#include "graphsr/tensor/csr.h"

namespace graphsr {

struct Graph {
  Csr edges;  // (N,N): row v lists the neighbours that v hears from; ascending, no self loops, no duplicates
  Features features;  // (N,F)

  int64_t nodes() const { return edges.rows; }
};

using GraphPtr = std::shared_ptr<const Graph>;

}  // namespace graphsr
