// What the teacher believes of nodes without a label.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsr/tensor/matrix.h"

namespace graphsr {

struct PseudoLabels {
  std::vector<int32_t> nodes;    // as given
  std::vector<int32_t> labels;   // the most probable class of each
  std::vector<Real> confidence;  // its probability
};

// `probability` is (N,C), of every node of the graph.
PseudoLabels pseudo_labels(const Matrix& probability, std::span<const int32_t> nodes);

}  // namespace graphsr
