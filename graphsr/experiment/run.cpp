#include "graphsr/experiment/run.h"

#include <chrono>
#include <numeric>

#include "graphsr/base/choice.h"
#include "graphsr/method/method.h"

namespace graphsr {

namespace {

class StageClock {
 public:
  explicit StageClock(std::map<std::string, double>& seconds) : seconds_(seconds) {}

  void finish(const std::string& stage) {
    const auto now = std::chrono::steady_clock::now();
    const double passed = std::chrono::duration<double>(now - last_).count();
    seconds_[stage] += passed;
    seconds_["total"] += passed;
    last_ = now;
  }

 private:
  std::map<std::string, double>& seconds_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Scaling scaling_of(const Cell& cell, const Features& features) {
  if (cell.features == "auto") return suitable_scaling(features);
  std::vector<std::string> known = {"auto"};
  for (const ScalingName& entry : scalings()) {
    if (cell.features == entry.name) return entry.scaling;
    known.push_back(entry.name);
  }
  unknown_name("--features", cell.features, known);
}

}  // namespace

Metrics measure_nodes(const Dataset& dataset, const Prediction& prediction,
                      const std::vector<int32_t>& nodes) {
  return measure(examples_of(dataset, nodes).labels, gathered(prediction.probability, nodes));
}

Result run(const Dataset& dataset, const Cell& cell, const std::optional<Split>& given, ThreadPool& pool,
           const Progress& progress) {
  Result result;
  StageClock clock(result.seconds);
  const Method& method = method_named(cell.method);
  const Features& features = dataset.graph->features;
  result.model.preprocessing = preprocessing_for(features, scaling_of(cell, features));
  result.model.class_names = dataset.class_names;
  result.split = given ? *given : draw_split(dataset, cell.split);
  result.task = task_of(dataset, result.split);
  if (result.model.preprocessing.scaling != Scaling::raw) {
    Graph scaled{dataset.graph->edges, preprocessed(features, result.model.preprocessing)};
    result.task.graph = std::make_shared<const Graph>(std::move(scaled));
  }
  clock.finish("prepare");

  const std::unique_ptr<Recipe> recipe = method.recipe();
  const FitContext context = {cell.seed(), pool, progress};
  result.set = recipe->augment(result.task, context);
  clock.finish("augment");
  GnnClassifier classifier(cell.model, cell.training, result.task.classes);
  result.report = classifier.fit(result.set, result.task.validation, *recipe, context);
  result.model.network = classifier.network();
  result.model_sha256 = model_sha256(result.model);
  clock.finish("fit");

  std::vector<int32_t> everyone(dataset.nodes());
  std::iota(everyone.begin(), everyone.end(), 0);
  result.prediction = classifier.predict(*result.task.graph, everyone, pool);
  if (!result.split.validation.empty())
    result.validation = measure_nodes(dataset, result.prediction, result.split.validation);
  if (!result.split.test.empty()) result.test = measure_nodes(dataset, result.prediction, result.split.test);
  clock.finish("predict");
  return result;
}

}  // namespace graphsr
