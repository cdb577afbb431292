// Counting sort instead of comparison: each edge is filed under its higher end, then those lists are read in
// order and filed under the lower end, which leaves every list ascending and equal edges side by side. Three
// passes over the edges.
#include "graphsr/graph/builder.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace graphsr {

namespace {

// Turns counts that stand one place to the right, count[i + 1], into offsets.
void accumulate_counts(std::vector<int64_t>& counts) {
  for (size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
}

struct Lists {
  std::vector<int64_t> offsets;  // rows + 1
  std::vector<int32_t> items;
};

// For every node the lower ends of its edges, in the order in which they were given; self loops are left out.
Lists lower_ends(int64_t nodes, const std::vector<Edge>& edges) {
  Lists lists{std::vector<int64_t>(nodes + 1), {}};
  for (const auto& [from, to] : edges) {
    assert(from >= 0 && from < nodes && to >= 0 && to < nodes && "readers check the ends of edges");
    if (from != to) ++lists.offsets[std::max(from, to) + 1];
  }
  accumulate_counts(lists.offsets);
  lists.items.resize(lists.offsets[nodes]);
  std::vector<int64_t> next(lists.offsets.begin(), lists.offsets.end() - 1);
  for (const auto& [from, to] : edges)
    if (from != to) lists.items[next[std::max(from, to)]++] = std::min(from, to);
  return lists;
}

// For every node the higher ends of its edges, ascending and each once.
Lists higher_ends(int64_t nodes, const Lists& lower) {
  Lists lists{std::vector<int64_t>(nodes + 1), std::vector<int32_t>(lower.items.size())};
  for (const int32_t node : lower.items) ++lists.offsets[node + 1];
  accumulate_counts(lists.offsets);
  std::vector<int64_t> next(lists.offsets.begin(), lists.offsets.end() - 1);
  for (int64_t high = 0; high < nodes; ++high)
    for (int64_t e = lower.offsets[high]; e < lower.offsets[high + 1]; ++e)
      lists.items[next[lower.items[e]]++] = static_cast<int32_t>(high);

  auto end = lists.items.begin();
  int64_t begin = 0;
  for (int64_t low = 0; low < nodes; ++low) {
    const int64_t stop = lists.offsets[low + 1];
    end = std::unique_copy(lists.items.begin() + begin, lists.items.begin() + stop, end);
    begin = stop;
    lists.offsets[low + 1] = end - lists.items.begin();
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
  return fmt::format("{} read, {} kept: {} and {} dropped", counted(read, "edge", "edges"), kept,
                     counted(duplicates, "duplicate", "duplicates"),
                     counted(self_loops, "self loop", "self loops"));
}

BuiltEdges build_edges(int64_t nodes, const std::vector<Edge>& edges) {
  assert(nodes >= 0 && nodes <= std::numeric_limits<int32_t>::max() && "nodes are numbered by int32");
  Lists lower = lower_ends(nodes, edges);
  const auto without_loops = static_cast<int64_t>(lower.items.size());
  const Lists higher = higher_ends(nodes, lower);
  lower = {};  // its memory is better used for the result

  BuiltEdges built;
  built.counts.read = static_cast<int64_t>(edges.size());
  built.counts.kept = static_cast<int64_t>(higher.items.size());
  built.counts.self_loops = built.counts.read - without_loops;
  built.counts.duplicates = without_loops - built.counts.kept;
  built.edges = symmetric(nodes, higher);
  return built;
}

}  // namespace graphsr
