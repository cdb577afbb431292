#include "graphsr/select/cross_fit.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "graphsr/model/layer_rows.h"
#include "graphsr/select/label_propagation.h"
#include "graphsr/train/gnn_classifier.h"

namespace graphsr {

std::vector<int32_t> dealt_folds(const Examples& examples, int folds, uint64_t seed) {
  std::vector<int32_t> order(examples.nodes.size());
  std::iota(order.begin(), order.end(), 0);
  Stream stream(seed, Purpose::folds);
  stream.shuffle(std::span(order));
  std::stable_sort(order.begin(), order.end(),
                   [&](int32_t a, int32_t b) { return examples.labels[a] < examples.labels[b]; });
  std::vector<int32_t> fold(order.size());
  for (size_t i = 0; i < order.size(); ++i) fold[order[i]] = static_cast<int32_t>(i % folds);
  return fold;
}

std::vector<int32_t> CrossFit::fold_of_nodes(int64_t nodes) const {
  std::vector<int32_t> out(static_cast<size_t>(nodes), -1);
  for (size_t i = 0; i < fold.size(); ++i) out[judged.nodes[i]] = fold[i];
  return out;
}

CrossFit cross_fit(const Task& task, int folds, int epochs, const MakeClassifier& classifiers,
                   const FitContext& context) {
  const bool own = task.validation.size() == 0;
  CrossFit out{own ? task.train : task.validation, {}, {}, {}, {}};
  folds = std::min<int>(folds, static_cast<int>(out.judged.size()));
  if (folds < 2) return out;
  out.fold = dealt_folds(out.judged, folds, context.seed);
  const Graph& graph = *task.graph;
  std::vector<Examples> known(folds);
  std::vector<std::unique_ptr<Classifier>> teachers(folds);
  PartsProgress parts(context.progress, static_cast<size_t>(folds));
  const auto fit_fold = [&](int64_t k, int64_t) {
    Examples rest;
    for (int64_t i = 0; i < out.judged.size(); ++i) {
      if (out.fold[i] == k) continue;
      rest.nodes.push_back(out.judged.nodes[i]);
      rest.labels.push_back(out.judged.labels[i]);
    }
    known[k] = own ? rest : joined(task.train, rest);
    const std::string name = "fold " + std::to_string(k);
    FitContext part = context.reseeded(name);
    part.place += name + "/";
    part.progress = parts.part(static_cast<size_t>(k));
    part.epochs = epochs;
    if (graph.nodes() > kManyRows) part.networks = 1;  // their predictions of all nodes are what takes time
    teachers[k] = classifiers();
    Recipe plain;
    teachers[k]->fit({task.graph, known[k]}, {}, plain, part);
  };
  context.pool.for_blocks(folds, 1, fit_fold);
  out.probability = all_probabilities(teachers, graph, context.pool);
  teachers.clear();
  known.push_back(own ? known[0] : task.train);
  out.propagation = joint_label_propagation(graph.edges, known, task.classes, context.pool);
  out.plain_propagation = std::move(out.propagation.back());
  out.propagation.pop_back();
  return out;
}

}  // namespace graphsr
