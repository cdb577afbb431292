// The graph that methods see: edges and features, no labels. What a method is not given it cannot leak.
#pragma once

#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "graphsr/graph/features.h"
#include "graphsr/tensor/csr.h"

namespace graphsr {

struct Graph {
  Csr edges;  // (N,N): row v lists the neighbours that v hears from; ascending, no self loops, no duplicates
  Features features;  // (N,F)

  int64_t nodes() const { return edges.rows; }
};

inline std::vector<int32_t> all_nodes(const Graph& graph) {
  std::vector<int32_t> nodes(static_cast<size_t>(graph.nodes()));
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

using GraphPtr = std::shared_ptr<const Graph>;

}  // namespace graphsr
