// From a list of edges, as files have them, to the adjacency that models use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsr/tensor/csr.h"

namespace graphsr {

struct Edge {
  int32_t from, to;
};

struct BuildCounts {
  int64_t read = 0;        // edges given
  int64_t kept = 0;        // undirected edges that remain
  int64_t duplicates = 0;  // given again, in the same or the opposite direction
  int64_t self_loops = 0;

  // "5429 edges read, 5278 kept: 151 duplicates and 0 self loops dropped"
  std::string sentence() const;
};

struct BuiltEdges {
  Csr edges;  // symmetric, ascending, no self loops, no values
  BuildCounts counts;
};

// Ends must be in [0, nodes): readers check them where they can name the place.
BuiltEdges build_edges(int64_t nodes, const std::vector<Edge>& edges);

}  // namespace graphsr
