#include "graphsr/experiment/run.h"

#include <chrono>

#include "graphsr/base/choice.h"
#include "graphsr/experiment/notes.h"
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
  cell.preset = preset.empty() && method_named(method).has_preset() ? presets().front().name : preset;
  if (!cell.preset.empty()) {
    const Preset& chosen = preset_named(cell.preset);
    cell.select = chosen.select;
    cell.training = chosen.training;
    cell.model.dropout = chosen.dropout;
  }
  cell.training = training_of(cell);
  return cell;
}

TrainOptions training_of(const Cell& cell) {
  TrainOptions training = cell.training;
  const std::string own = method_named(cell.method).loss;
  if (!own.empty()) training.loss = own;
  return training;
}

// What a method does before the last fit takes about this share of the time.
static double selection_share(const Cell& cell) {
  return method_named(cell.method).reads != Method::Reads::none ? 0.85 : 0.5;
}

Chosen choose(const Dataset& dataset, const Cell& cell, const std::optional<Split>& given, ThreadPool& pool,
              const Progress& progress, const Checkpoint* checkpoint) {
  Chosen chosen;
  StageClock clock(chosen.seconds);
  const std::unique_ptr<Recipe> recipe = method_named(cell.method).recipe(cell.select);
  const Features& features = dataset.graph->features;
  chosen.preprocessing = preprocessing_for(features, scaling_of(cell, features));
  chosen.split = given ? *given : draw_split(dataset, cell.split);
  chosen.task = task_of(dataset, chosen.split);
  if (chosen.preprocessing.scaling != Scaling::raw) {
    Graph scaled{view_of(dataset.graph->edges, dataset.graph),
                 preprocessed(features, chosen.preprocessing, pool)};
    chosen.task.graph = std::make_shared<const Graph>(std::move(scaled));
  }
  clock.finish("prepare");
  const FitContext context = {cell.seed(), pool, stage_of(progress, "", 0, selection_share(cell)),
                              checkpoint};
  chosen.space = std::make_shared<PredictionSpace>(chosen.task.graph, conv_of(cell.model));
  const MakeClassifier classifiers =
      gnn_classifiers(cell.model, training_of(cell), chosen.task.classes, chosen.space);
  chosen.augmented = recipe->augment(chosen.task, classifiers, context);
  chosen.notes = notes_of(dataset, cell, chosen);
  clock.finish("augment");
  return chosen;
}

Result run(const Dataset& dataset, const Cell& cell, const std::optional<Split>& given, ThreadPool& pool,
           const Progress& progress, const Checkpoint* checkpoint, bool with_embedding) {
  Result result{choose(dataset, cell, given, pool, progress, checkpoint)};
  StageClock clock(result.seconds);
  const Task& task = result.task;
  const bool has_validation = task.validation.size() > 0;
  const bool selected = result.augmented.before.size() > 0;
  const FitContext last = FitContext{cell.seed(), pool, progress, checkpoint}.piece(
      "final fit", selected ? selection_share(cell) : 0, 1);
  const std::unique_ptr<Recipe> recipe = method_named(cell.method).recipe(cell.select);
  GnnClassifier classifier(cell.model, training_of(cell), task.classes, result.space);
  result.refitted = has_validation && (cell.refit || result.augmented.refit);
  result.reports = classifier.fit(result.augmented.set, task.validation, *recipe,
                                  last.share(0, result.refitted ? 0.5 : 1));
  if (result.refitted) {  // the figures are of the classifier that had not yet seen these labels
    const Matrix before = classifier.probabilities(*task.graph, task.validation.nodes, pool);
    result.validation = measure(task.validation.labels, before);
    refit(classifier, result.augmented.set, task.validation, result.reports, *recipe, last.share(0.5, 1));
  }
  result.model = {classifier.ensemble(), result.preprocessing, dataset.class_names, dataset.feature_names};
  result.model_sha256 = model_sha256(result.model);
  clock.finish("fit");

  if (with_embedding)
    result.prediction = predict_all(classifier, *task.graph, pool);
  else
    result.prediction.probability = all_probabilities(classifier, *task.graph, pool);
  result.space->forget_gathered_features();
  if (has_validation && !result.refitted)
    result.validation =
        measure(task.validation.labels, gathered(result.prediction.probability, task.validation.nodes));
  const std::vector<int32_t>& test = result.split.test;
  if (!test.empty()) result.test = measure_nodes(dataset, result.prediction, test);
  const std::vector<int32_t>& shown = test.empty() ? result.split.validation : test;
  const bool is_fair = !test.empty() || !result.augmented.before_knows_validation;
  if (!shown.empty() && selected && is_fair)
    result.before = measure_nodes(dataset, {{}, result.augmented.before}, shown);
  add_notes(dataset, result);
  clock.finish("predict");
  return result;
}

}  // namespace graphsr
