#include "graphsr/experiment/run.h"

#include <chrono>

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
  return named_entry("--features", cell.features, scalings()).scaling;
}

}  // namespace

Metrics measure_nodes(const Dataset& dataset, const Prediction& prediction,
                      const std::vector<int32_t>& nodes) {
  return measure(examples_of(dataset, nodes).labels, gathered(prediction.probability, nodes));
}

Cell make_cell(const std::string& method, const std::string& preset) {
  Cell cell;
  cell.method = method;
  cell.preset = preset.empty() && method_named(method).has_preset ? presets().front().name : preset;
  if (cell.preset.empty()) return cell;
  const Preset& chosen = preset_named(cell.preset);
  cell.select = chosen.select;
  cell.training = chosen.training;
  cell.model.dropout = chosen.dropout;
  return cell;
}

// The split, the task in it, and how features are scaled.
static void prepare(const Dataset& dataset, const Cell& cell, const std::optional<Split>& given,
                    Result& result) {
  const Features& features = dataset.graph->features;
  result.model.preprocessing = preprocessing_for(features, scaling_of(cell, features));
  result.model.class_names = dataset.class_names;
  result.split = given ? *given : draw_split(dataset, cell.split);
  result.task = task_of(dataset, result.split);
  if (result.model.preprocessing.scaling != Scaling::raw) {
    Graph scaled{dataset.graph->edges, preprocessed(features, result.model.preprocessing)};
    result.task.graph = std::make_shared<const Graph>(std::move(scaled));
  }
}

Result run(const Dataset& dataset, const Cell& cell, const std::optional<Split>& given, ThreadPool& pool,
           const Progress& progress, const Checkpoint* checkpoint) {
  Result result;
  StageClock clock(result.seconds);
  const std::unique_ptr<Recipe> recipe = method_named(cell.method).recipe(cell.select);
  prepare(dataset, cell, given, result);
  const Task& task = result.task;
  clock.finish("prepare");

  const double share = method_named(cell.method).has_preset ? 0.85 : 0.5;  // of the time, before the last fit
  const FitContext context = {cell.seed(), pool, progress, checkpoint};
  const MakeClassifier classifiers = gnn_classifiers(cell.model, cell.training, task.classes);
  result.augmented = recipe->augment(task, classifiers, context.piece("selection", 0, share));
  clock.finish("augment");

  GnnClassifier classifier(cell.model, cell.training, task.classes);
  const bool selected = !result.augmented.before.values().empty();
  const FitContext last = context.piece("final fit", selected ? share : 0, 1);
  result.reports = classifier.fit(result.augmented.set, task.validation, *recipe, last);
  if (task.validation.size() > 0)
    result.validation =
        measure(task.validation.labels,
                classifier.predict(*task.graph, task.validation.nodes, pool).probability);
  result.refitted = (cell.refit || result.augmented.refit) && task.validation.size() > 0;
  if (result.refitted)
    refit(classifier, result.augmented.set, task.validation, result.reports, *recipe, last);
  result.model.ensemble = classifier.ensemble();
  result.model_sha256 = model_sha256(result.model);
  clock.finish("fit");

  result.prediction = predict_all(classifier, *task.graph, pool);
  const std::vector<int32_t>& test = result.split.test;
  if (!test.empty()) result.test = measure_nodes(dataset, result.prediction, test);
  if (!test.empty() && selected)
    result.before = measure_nodes(dataset, {{}, result.augmented.before}, test);
  clock.finish("predict");
  return result;
}

}  // namespace graphsr
