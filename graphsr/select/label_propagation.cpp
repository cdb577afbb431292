#include "graphsr/select/label_propagation.h"

#include <utility>

#include "graphsr/model/smoothing.h"

namespace graphsr {

// What starts at the labelled nodes of one set, from column `first` on.
static void put_labels(const Examples& labelled, int classes, int64_t first, Matrix& start) {
  std::vector<int64_t> count(classes);
  for (const int32_t label : labelled.labels) ++count[label];
  for (int64_t i = 0; i < labelled.size(); ++i) {
    const int32_t label = labelled.labels[i];
    start(labelled.nodes[i], first + label) = 1 / static_cast<Real>(count[label]);
  }
}

std::vector<Matrix> joint_label_propagation(const Csr& edges, std::span<const Examples> labelled, int classes,
                                            ThreadPool& pool) {
  constexpr double kShare = 0.9;
  if (labelled.empty()) return {};
  Matrix start(edges.rows, std::ssize(labelled) * classes, 0);
  for (size_t k = 0; k < labelled.size(); ++k)
    put_labels(labelled[k], classes, static_cast<int64_t>(k) * classes, start);
  // Around a judged node the sets that hold its label have much more than the one that does not. In one range
  // the latter's would be rounded away, and so tell of the label.
  const Matrix mass = smoothed(edges, std::move(start), kShare, pool, true);
  std::vector<Matrix> shares;
  for (size_t k = 0; k < labelled.size(); ++k) {
    Matrix& out = shares.emplace_back(edges.rows, classes);
    pool.for_rows(edges.rows, 8 * classes, [&](int64_t begin, int64_t end) {
      for (int64_t v = begin; v < end; ++v) {
        const Real* own = mass.row(v) + static_cast<int64_t>(k) * classes;
        double sum = 0;
        for (int c = 0; c < classes; ++c) sum += own[c];
        for (int c = 0; c < classes; ++c)
          out(v, c) = static_cast<Real>(sum > 0 ? own[c] / sum : 1.0 / classes);
      }
    });
  }
  return shares;
}

Matrix label_propagation(const Csr& edges, const Examples& labelled, int classes, ThreadPool& pool) {
  return std::move(joint_label_propagation(edges, std::span(&labelled, 1), classes, pool).front());
}

}  // namespace graphsr
