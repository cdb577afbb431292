#include "graphsr/graph/task.h"

namespace graphsr {

Examples joined(const Examples& first, const Examples& second) {
  Examples all = first;
  all.nodes.insert(all.nodes.end(), second.nodes.begin(), second.nodes.end());
  all.labels.insert(all.labels.end(), second.labels.begin(), second.labels.end());
  if (first.weights.empty() && second.weights.empty()) return all;
  all.weights.resize(first.nodes.size(), 1);
  all.weights.insert(all.weights.end(), second.weights.begin(), second.weights.end());
  all.weights.resize(all.nodes.size(), 1);
  return all;
}

}  // namespace graphsr
