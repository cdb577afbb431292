#include "graphsr/train/classifier.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace graphsr {

int mean_best_epoch(std::span<const FitReport> reports) {
  if (reports.empty()) return 0;
  double sum = 0;
  for (const FitReport& report : reports) sum += report.best_epoch;
  return static_cast<int>(std::lround(sum / static_cast<double>(reports.size())));
}

std::vector<FitReport> refit(Classifier& classifier, const TrainingSet& set, const Examples& validation,
                             std::span<const FitReport> reports, Recipe& recipe, const FitContext& context) {
  const TrainingSet whole = {set.graph, joined(set.examples, validation)};
  FitContext again = context;
  again.place += "refit/";
  again.epochs = std::max(1, mean_best_epoch(reports));
  return classifier.fit(whole, {}, recipe, again);
}

static std::vector<int32_t> everyone(const Graph& graph) {
  std::vector<int32_t> nodes(graph.nodes());
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

Prediction predict_all(const Classifier& classifier, const Graph& graph, ThreadPool& pool) {
  return classifier.predict(graph, everyone(graph), pool);
}

Matrix all_probabilities(const Classifier& classifier, const Graph& graph, ThreadPool& pool) {
  return classifier.probabilities(graph, everyone(graph), pool);
}

}  // namespace graphsr
