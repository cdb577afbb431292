#include "graphsr/graph/new_nodes.h"

#include <algorithm>

namespace graphsr {

void ExtendedGraph::put(std::shared_ptr<const NewNodes> nodes) {
  const Csr& old = graph_->edges;
  edges_.offsets.resize(old.offsets.size());
  edges_.columns.resize(old.columns.size());
  edges_.values.clear();
  edges_.columns.insert(edges_.columns.end(), nodes->edges.columns.begin(), nodes->edges.columns.end());
  for (int64_t k = 0; k < nodes->count(); ++k)
    edges_.offsets.push_back(edges_.offsets.back() + nodes->edges.length(k));
  edges_.rows = edges_.cols = old.rows + nodes->count();
  added_ = std::move(nodes);
}

static Csr rows_of(const Csr& old, const Csr& added, std::span<const int32_t> nodes) {
  Csr out;
  out.rows = static_cast<int64_t>(nodes.size());
  out.cols = old.cols;
  const bool with_values = !old.values.empty() || !added.values.empty();
  for (const int32_t node : nodes) {
    const bool is_old = node < old.rows;
    const Csr& from = is_old ? old : added;
    const int64_t row = is_old ? node : node - old.rows, begin = from.offsets[row],
                  end = from.offsets[row + 1];
    out.columns.insert(out.columns.end(), from.columns.begin() + begin, from.columns.begin() + end);
    out.offsets.push_back(static_cast<int64_t>(out.columns.size()));
    if (with_values && from.values.empty())
      out.values.resize(out.columns.size(), 1);
    else if (with_values)
      out.values.insert(out.values.end(), from.values.begin() + begin, from.values.begin() + end);
  }
  return out;
}

Features ExtendedGraph::features_of(std::span<const int32_t> nodes) const {
  const Features& old = graph_->features;
  if (!added_) return gathered(old, nodes);
  if (old.is_sparse()) return Features(rows_of(old.sparse(), added_->features.sparse(), nodes));
  Matrix out(static_cast<int64_t>(nodes.size()), old.cols());
  for (int64_t i = 0; i < out.rows(); ++i) {
    const int64_t node = nodes[i];
    const Real* row =
        node < old.rows() ? old.dense().row(node) : added_->features.dense().row(node - old.rows());
    std::copy_n(row, out.cols(), out.row(i));
  }
  return Features(std::move(out));
}

}  // namespace graphsr
