#include "graphsr/model/ensemble.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "graphsr/model/smoothing.h"

namespace graphsr {

// Mean probability of the members.
static Prediction voted(const std::vector<Network>& members, const Graph& graph,
                        std::span<const int32_t> nodes, ThreadPool& pool, bool with_embedding,
                        PredictionSpace* shared) {
  std::vector<Prediction> each = predict(members, graph, nodes, pool, with_embedding, shared);
  Prediction mean = std::move(each.front());
  if (members.size() == 1) return mean;
  const int64_t classes = mean.probability.cols();
  pool.for_rows(mean.probability.rows(), std::ssize(members) * classes, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin * classes; i < end * classes; ++i) {
      Real& value = mean.probability.data()[i];
      for (size_t m = 1; m < members.size(); ++m) value += each[m].probability.data()[i];
      value /= static_cast<Real>(members.size());
    }
  });
  return mean;
}

Prediction predict(const Ensemble& ensemble, const Graph& graph, std::span<const int32_t> nodes,
                   ThreadPool& pool, bool with_embedding, PredictionSpace* shared) {
  if (ensemble.smooth == 0) return voted(ensemble.members, graph, nodes, pool, with_embedding, shared);
  const std::vector<int32_t> everyone = all_nodes(graph);
  Prediction all = voted(ensemble.members, graph, everyone, pool, with_embedding, shared);
  all.probability = smoothed(graph.edges, std::move(all.probability), ensemble.smooth, pool);
  if (std::ranges::equal(nodes, everyone)) return all;
  return {with_embedding ? gathered(all.embedding, nodes) : Matrix(), gathered(all.probability, nodes)};
}

std::vector<Matrix> joint_probabilities(std::span<const Ensemble* const> ensembles, const Graph& graph,
                                        ThreadPool& pool, PredictionSpace* shared) {
  if (ensembles.empty()) return {};
  const std::vector<int32_t> everyone = all_nodes(graph);
  const int64_t classes = ensembles.front()->members.front().classes;
  // Calls copy(row of all, row) for the columns of the k-th ensemble.
  const auto for_columns = [&](Matrix& all, size_t k, const auto& copy) {
    pool.for_rows(all.rows(), classes, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) copy(all.row(i) + static_cast<int64_t>(k) * classes, i);
    });
  };
  Matrix all(graph.nodes(), classes * std::ssize(ensembles));
  for (size_t k = 0; k < ensembles.size(); ++k) {
    assert(ensembles[k]->smooth == ensembles.front()->smooth);
    const Matrix votes = voted(ensembles[k]->members, graph, everyone, pool, false, shared).probability;
    assert(votes.cols() == classes);
    for_columns(all, k, [&](Real* row, int64_t i) { std::copy_n(votes.row(i), classes, row); });
  }
  all = smoothed(graph.edges, std::move(all), ensembles.front()->smooth, pool);
  std::vector<Matrix> each;
  for (size_t k = 0; k < ensembles.size(); ++k) {
    Matrix& own = each.emplace_back(graph.nodes(), classes);
    for_columns(all, k, [&](const Real* row, int64_t i) { std::copy_n(row, classes, own.row(i)); });
  }
  return each;
}

}  // namespace graphsr
