// One number for a graph that does not depend on the order of nodes: colour refinement. Every node begins
// with a colour made of its class and features and takes up those of its neighbours, round after round.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "graphsr/graph/dataset.h"

namespace graphsr {

inline uint64_t stirred(uint64_t sum, uint64_t value) {
  uint64_t x = (sum ^ value) + 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

// How classes are told apart: by their names, or by their sizes where one file has names and the other
// numbers.
enum class ClassesBy { name, size };

inline uint64_t canonical_hash(const Dataset& dataset, ClassesBy by) {
  const std::vector<int64_t> counts = class_counts(dataset);
  const Csr &edges = dataset.graph->edges, &features = dataset.graph->features.sparse();
  std::vector<uint64_t> colours;
  for (int64_t node = 0; node < dataset.nodes(); ++node) {
    const int32_t label = dataset.labels[node];
    uint64_t colour = label == kUnlabelled    ? 1
                      : by == ClassesBy::size ? static_cast<uint64_t>(counts[label])
                                              : std::hash<std::string>()(dataset.class_names[label]);
    for (int64_t k = features.offsets[node]; k < features.offsets[node + 1]; ++k) {
      const float value = features.values.empty() ? 1 : features.values[k];
      colour =
          stirred(colour, static_cast<uint64_t>(features.columns[k]) << 32 | std::bit_cast<uint32_t>(value));
    }
    colours.push_back(stirred(colour, 0));
  }
  for (int round = 0; round < 8; ++round) {
    std::vector<uint64_t> next;
    for (int64_t node = 0; node < dataset.nodes(); ++node) {
      std::vector<uint64_t> heard;
      for (const int32_t neighbour : edges.row(node)) heard.push_back(colours[neighbour]);
      std::sort(heard.begin(), heard.end());
      uint64_t colour = colours[node];
      for (const uint64_t other : heard) colour = stirred(colour, other);
      next.push_back(stirred(colour, heard.size()));
    }
    colours = std::move(next);
  }
  std::sort(colours.begin(), colours.end());
  uint64_t sum = stirred(static_cast<uint64_t>(dataset.nodes()), static_cast<uint64_t>(features.cols));
  for (const uint64_t colour : colours) sum = stirred(sum, colour);
  return sum;
}

}  // namespace graphsr
