// Counting sort instead of comparison: each edge is filed under one end, then those lists are read in order
// and filed under the other, which leaves every list ascending and equal edges side by side. Undirected edges
// are filed under the higher end and then the lower; a third pass adds the opposite direction. Directed ones
// are filed under who is heard and then under who hears.
#include "graphsr/graph/builder.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace graphsr {

namespace {

// Turns counts that stand one place to the right, count[i + 1], into offsets.
void accumulate_counts(std::span<int64_t> counts) {
  for (size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
}

struct Lists {
  std::vector<int64_t> offsets;  // rows + 1
  std::vector<int32_t> items;
};

// An edge as it is filed: under `first`, then under `second`.
Edge keys_of(Edge edge, Direction direction) {
  if (direction == Direction::both) return {std::max(edge.from, edge.to), std::min(edge.from, edge.to)};
  return direction == Direction::as_read ? edge : Edge{edge.to, edge.from};
}

// For every node the second keys of the edges of which it is the first, in the order in which they were
// given; self loops are left out.
Lists filed_once(int64_t nodes, const std::vector<Edge>& edges, Direction direction) {
  Lists lists{std::vector<int64_t>(nodes + 1), {}};
  for (const Edge& edge : edges) {
    assert(edge.from >= 0 && edge.from < nodes && edge.to >= 0 && edge.to < nodes &&
           "readers check the ends of edges");
    if (edge.from != edge.to) ++lists.offsets[keys_of(edge, direction).from + 1];
  }
  accumulate_counts(lists.offsets);
  lists.items.resize(lists.offsets[nodes]);
  std::vector<int64_t> next(lists.offsets.begin(), lists.offsets.end() - 1);
  for (const Edge& edge : edges) {
    const auto [first, second] = keys_of(edge, direction);
    if (first != second) lists.items[next[first]++] = second;
  }
  return lists;
}

// For every node the first keys of the edges of which it is the second, ascending and each once.
Lists filed_twice(int64_t nodes, const Lists& once) {
  Lists lists{std::vector<int64_t>(nodes + 1), std::vector<int32_t>(once.items.size())};
  for (const int32_t node : once.items) ++lists.offsets[node + 1];
  accumulate_counts(lists.offsets);
  std::vector<int64_t> next(lists.offsets.begin(), lists.offsets.end() - 1);
  for (int64_t first = 0; first < nodes; ++first)
    for (int64_t e = once.offsets[first]; e < once.offsets[first + 1]; ++e)
      lists.items[next[once.items[e]]++] = static_cast<int32_t>(first);

  auto end = lists.items.begin();
  int64_t begin = 0;
  for (int64_t second = 0; second < nodes; ++second) {
    const int64_t stop = lists.offsets[second + 1];
    end = std::unique_copy(lists.items.begin() + begin, lists.items.begin() + stop, end);
    begin = stop;
    lists.offsets[second + 1] = end - lists.items.begin();
  }
  lists.items.erase(end, lists.items.end());
  return lists;
}

// Reading the lower ends in order, all neighbours below a node stand in its row before those above it are
// added.
Csr symmetric(int64_t nodes, const Lists& higher) {
  Csr csr;
  csr.rows = csr.cols = nodes;
  csr.offsets.assign(nodes + 1, 0);
  for (int64_t low = 0; low < nodes; ++low)
    csr.offsets[low + 1] = higher.offsets[low + 1] - higher.offsets[low];
  for (const int32_t high : higher.items) ++csr.offsets[high + 1];
  accumulate_counts(csr.offsets);
  csr.columns.resize(csr.offsets[nodes]);
  std::vector<int64_t> next(csr.offsets.begin(), csr.offsets.end() - 1);
  for (int64_t low = 0; low < nodes; ++low) {
    for (int64_t e = higher.offsets[low]; e < higher.offsets[low + 1]; ++e) {
      const int32_t high = higher.items[e];
      csr.columns[next[low]++] = high;
      csr.columns[next[high]++] = static_cast<int32_t>(low);
    }
  }
  return csr;
}

std::string counted(int64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

std::string BuildCounts::sentence() const {
  std::string dropped;
  if (unknown_ends > 0) dropped += counted(unknown_ends, "with an unknown end", "with unknown ends") + ", ";
  if (light > 0) dropped += fmt::format("{} of too small a weight, ", light);
  return fmt::format("{} read, {} kept: {}{} and {} dropped", counted(read, "edge", "edges"), kept, dropped,
                     counted(duplicates, "duplicate", "duplicates"),
                     counted(self_loops, "self loop", "self loops"));
}

BuiltEdges build_edges(int64_t nodes, std::vector<Edge> edges, Direction direction) {
  assert(nodes >= 0 && nodes <= std::numeric_limits<int32_t>::max() && "nodes are numbered by int32");
  BuiltEdges built;
  built.counts.read = static_cast<int64_t>(edges.size());
  Lists once = filed_once(nodes, edges, direction);
  edges = std::vector<Edge>();  // its memory is better used for what follows
  const auto without_loops = static_cast<int64_t>(once.items.size());
  Lists twice = filed_twice(nodes, once);
  once = {};

  built.counts.kept = static_cast<int64_t>(twice.items.size());
  built.counts.self_loops = built.counts.read - without_loops;
  built.counts.duplicates = without_loops - built.counts.kept;
  if (direction == Direction::both)
    built.edges = symmetric(nodes, twice);
  else
    built.edges = {nodes, nodes, std::move(twice.offsets), std::move(twice.items), {}};
  return built;
}

}  // namespace graphsr
