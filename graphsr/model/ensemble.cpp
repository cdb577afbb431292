#include "graphsr/model/ensemble.h"

#include <algorithm>
#include <utility>

#include "graphsr/model/smoothing.h"

namespace graphsr {

// Mean probability of the members.
static Prediction voted(const std::vector<Network>& members, const Graph& graph,
                        std::span<const int32_t> nodes, ThreadPool& pool, bool with_embedding) {
  std::vector<Prediction> each = predict(members, graph, nodes, pool, with_embedding);
  Prediction mean = std::move(each.front());
  if (members.size() == 1) return mean;
  for (size_t m = 1; m < members.size(); ++m)
    for (int64_t i = 0; i < mean.probability.size(); ++i)
      mean.probability.data()[i] += each[m].probability.data()[i];
  for (Real& value : mean.probability.values()) value /= static_cast<Real>(members.size());
  return mean;
}

Prediction predict(const Ensemble& ensemble, const Graph& graph, std::span<const int32_t> nodes,
                   ThreadPool& pool, bool with_embedding) {
  if (ensemble.smooth == 0) return voted(ensemble.members, graph, nodes, pool, with_embedding);
  const std::vector<int32_t> everyone = all_nodes(graph);
  Prediction all = voted(ensemble.members, graph, everyone, pool, with_embedding);
  all.probability = smoothed(graph.edges, std::move(all.probability), ensemble.smooth, pool);
  if (std::ranges::equal(nodes, everyone)) return all;
  return {with_embedding ? gathered(all.embedding, nodes) : Matrix(), gathered(all.probability, nodes)};
}

}  // namespace graphsr
