#include "graphsr/train/classifier.h"

#include <algorithm>
#include <cmath>

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

Prediction predict_all(const Classifier& classifier, const Graph& graph, ThreadPool& pool) {
  return classifier.predict(graph, all_nodes(graph), pool);
}

Matrix all_probabilities(const Classifier& classifier, const Graph& graph, ThreadPool& pool) {
  return classifier.probabilities(graph, all_nodes(graph), pool);
}

}  // namespace graphsr
