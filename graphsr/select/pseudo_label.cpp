#include "graphsr/select/pseudo_label.h"

#include <algorithm>

namespace graphsr {

PseudoLabels pseudo_labels(const Matrix& probability, std::span<const int32_t> nodes) {
  PseudoLabels out;
  out.nodes.assign(nodes.begin(), nodes.end());
  for (const int32_t node : nodes) {
    const Real* row = probability.row(node);
    const auto label = static_cast<int32_t>(std::max_element(row, row + probability.cols()) - row);
    out.labels.push_back(label);
    out.confidence.push_back(row[label]);
  }
  return out;
}

}  // namespace graphsr
