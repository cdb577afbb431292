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

// Who hears whom over an edge from one node to another.
enum class Direction {
  both,      // each hears the other
  as_read,   // `to` hears `from`
  reversed,  // `from` hears `to`
};

struct BuildCounts {
  int64_t read = 0;        // edges given, with those that readers drop
  int64_t kept = 0;        // edges that remain; undirected ones count once
  int64_t duplicates = 0;  // given again; for Direction::both also in the opposite direction
  int64_t self_loops = 0;
  int64_t unknown_ends = 0;  // dropped by the reader: an end is no node
  int64_t light = 0;         // dropped by the reader: of weight 0, or below the least weight asked for

  bool any_dropped() const { return read != kept; }
  bool operator==(const BuildCounts&) const = default;

  // "5429 edges read, 5278 kept: 151 duplicates and 0 self loops dropped"
  std::string sentence() const;
};

struct BuiltEdges {
  Csr edges;  // ascending, no self loops, no values; symmetric for Direction::both
  BuildCounts counts;
};

// Ends must be in [0, nodes): readers check them where they can name the place. Move the edges in: their
// memory is then freed on the way, and the peak is 1.5 times that of the result.
BuiltEdges build_edges(int64_t nodes, std::vector<Edge> edges, Direction direction = Direction::both);

}  // namespace graphsr
