// Small named graphs for tests.
#pragma once

#include <memory>
#include <vector>

#include "graphsr/base/random.h"
#include "graphsr/graph/builder.h"
#include "graphsr/graph/graph.h"
#include "graphsr/graph/task.h"

namespace graphsr::test {

inline Csr edges_of(int64_t nodes, const std::vector<Edge>& edges) { return build_edges(nodes, edges).edges; }

inline Csr cycle(int32_t nodes) {
  std::vector<Edge> edges;
  for (int32_t v = 0; v < nodes; ++v) edges.push_back({v, (v + 1) % nodes});
  return edges_of(nodes, edges);
}

// Node 0 in the middle.
inline Csr star(int32_t nodes) {
  std::vector<Edge> edges;
  for (int32_t v = 1; v < nodes; ++v) edges.push_back({0, v});
  return edges_of(nodes, edges);
}

// Random edges; the last node stays alone.
inline Csr random_edges(int32_t nodes, int count, uint64_t seed) {
  Stream stream(seed, Purpose::test);
  std::vector<Edge> edges;
  for (int i = 0; i < count; ++i)
    edges.push_back(
        {static_cast<int32_t>(stream.below(nodes - 1)), static_cast<int32_t>(stream.below(nodes - 1))});
  return edges_of(nodes, edges);
}

inline Csr random_csr(int64_t rows, int64_t cols, double density, bool with_values, uint64_t seed) {
  Stream stream(seed, Purpose::test, 1);
  Csr out;
  out.rows = rows;
  out.cols = cols;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) {
      if (stream.uniform() >= density) continue;
      out.columns.push_back(static_cast<int32_t>(j));
      if (with_values) out.values.push_back(static_cast<Real>(stream.normal()));
    }
    out.offsets.push_back(static_cast<int64_t>(out.columns.size()));
  }
  return out;
}

inline Matrix random_matrix(int64_t rows, int64_t cols, uint64_t seed) {
  Stream stream(seed, Purpose::test, 2);
  Matrix out(rows, cols);
  for (Real& value : out.values()) value = static_cast<Real>(stream.normal());
  return out;
}

// Two communities of `half` nodes, densely joined inside and sparsely between them; each node has a few of 20
// words, of which each community prefers ten. Nodes below `half` are class 0.
inline Graph two_blocks(int32_t half, uint64_t seed) {
  Stream stream(seed, Purpose::test, 3);
  std::vector<Edge> edges;
  for (int32_t v = 0; v < 2 * half; ++v)
    for (int k = 0; k < 3; ++k) {
      const bool own = stream.uniform() < 0.9;
      const int32_t block = (v < half) == own ? 0 : half;
      edges.push_back({v, block + static_cast<int32_t>(stream.below(half))});
    }
  Csr words;
  words.rows = 2 * half;
  words.cols = 20;
  for (int32_t v = 0; v < 2 * half; ++v) {
    for (int32_t word = 0; word < 20; ++word)
      if (stream.uniform() < ((v < half) == (word < 10) ? 0.3 : 0.15)) words.columns.push_back(word);
    words.offsets.push_back(static_cast<int64_t>(words.columns.size()));
  }
  return {edges_of(2 * half, edges), Features(std::move(words))};
}

}  // namespace graphsr::test
