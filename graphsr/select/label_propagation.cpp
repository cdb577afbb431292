#include "graphsr/select/label_propagation.h"

#include <vector>

#include "graphsr/model/smoothing.h"

namespace graphsr {

Matrix label_propagation(const Csr& edges, const Examples& labelled, int classes, ThreadPool& pool) {
  constexpr double kShare = 0.9;
  std::vector<int64_t> count(classes);
  for (const int32_t label : labelled.labels) ++count[label];
  Matrix start(edges.rows, classes, 0);
  for (int64_t i = 0; i < labelled.size(); ++i)
    start(labelled.nodes[i], labelled.labels[i]) = 1 / static_cast<Real>(count[labelled.labels[i]]);
  Matrix mass = smoothed(edges, start, kShare, pool);
  for (int64_t v = 0; v < mass.rows(); ++v) {
    double sum = 0;
    for (int c = 0; c < classes; ++c) sum += mass(v, c);
    for (int c = 0; c < classes; ++c)
      mass(v, c) = static_cast<Real>(sum > 0 ? mass(v, c) / sum : 1.0 / classes);
  }
  return mass;
}

}  // namespace graphsr
