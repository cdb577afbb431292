// What a method is given and what it gives back.
#pragma once

#include <cstdint>
#include <vector>

#include "graphsr/graph/new_nodes.h"

namespace graphsr {

struct Examples {
  std::vector<int32_t> nodes;
  std::vector<int32_t> labels;  // one per node
  std::vector<Real> weights;    // one per node, or empty: all 1

  int64_t size() const { return static_cast<int64_t>(nodes.size()); }
  bool operator==(const Examples&) const = default;
};

// All that a method may see. Test nodes are not in it: neither as examples nor in the pool.
struct Task {
  GraphPtr graph;
  int classes = 0;
  std::vector<int32_t> minority;  // classes, ascending
  Examples train;
  Examples validation;
  std::vector<int32_t> pool;  // unlabelled nodes that may be added, ascending
};

// Graph and examples to train on, plain or augmented; new nodes stand at the end of the graph. Those of one
// epoch need not be in it: where `added` is given, they stand behind its nodes.
struct TrainingSet {
  GraphPtr graph;
  Examples examples;
  std::shared_ptr<const NewNodes> added = nullptr;
};

// Those of both, the first ones first. Weights are kept where either has some.
Examples joined(const Examples& first, const Examples& second);

inline TrainingSet plain_set(const Task& task) { return {task.graph, task.train}; }

}  // namespace graphsr
