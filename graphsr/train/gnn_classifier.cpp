#include "graphsr/train/gnn_classifier.h"

#include <cmath>
#include <memory>
#include <string>

#include "graphsr/base/error.h"
#include "graphsr/measure/metrics.h"
#include "graphsr/train/early_stop.h"

namespace graphsr {

namespace {

std::vector<Matrix> values_of(const std::vector<Param*>& params) {
  std::vector<Matrix> values;
  for (const Param* param : params) values.push_back(param->value);
  return values;
}

void restore(const std::vector<Param*>& params, const std::vector<Matrix>& values) {
  for (size_t i = 0; i < params.size(); ++i) params[i]->value = values[i];
}

// Everything that one training run reads and writes, epoch after epoch.
class Training {
 public:
  Training(Network& network, const TrainOptions& options, const TrainingSet& set, const Examples& validation,
           Recipe& recipe, const FitContext& context)
      : network_(network),
        set_(set),
        validation_(validation),
        recipe_(recipe),
        context_(context),
        tape_(context.pool),
        validation_tape_(context.pool),
        optimiser_(options.optimiser),
        params_(network.params()) {
    messages_ = network.conv().messages(set.graph->edges);
    reading_ = read(set, messages_, true);
    if (validation.size() > 0)
      validation_reading_ = std::make_unique<Reading>(network, *set.graph, messages_, validation.nodes, false);
    for (Param* param : recipe.params()) params_.push_back(param);
  }

  // One step down the gradient; returns the loss before it.
  double train_epoch(uint64_t number) {
    const std::optional<TrainingSet> changed = recipe_.epoch(set_, number);
    std::unique_ptr<Reading> changed_reading;
    Messages changed_messages;
    if (changed) {
      changed_messages = network_.conv().messages(changed->graph->edges);
      changed_reading = read(*changed, changed_messages, true);
    }
    const Examples& examples = changed ? changed->examples : set_.examples;
    Reading& reading = changed ? *changed_reading : *reading_;
    tape_.clear();
    const Output output = forward(tape_, network_, reading, {true, context_.seed, number});
    const Var loss = recipe_.loss(tape_, output.logits, examples);
    const double value = tape_.value(loss)(0, 0);
    if (!std::isfinite(value))
      bad_input("training", "the loss is not a finite number in epoch " + std::to_string(number + 1),
                "lower --rate, or scale the features (--features standardise)");
    tape_.backward(loss);
    optimiser_.step(context_.pool, params_);
    return value;
  }

  void validate(EpochFigures& figures) {
    validation_tape_.clear();
    const Var logits = forward(validation_tape_, network_, *validation_reading_, {}).logits;
    const Var loss = cross_entropy(validation_tape_, logits, validation_.labels, {});
    figures.validation_loss = validation_tape_.value(loss)(0, 0);
    const std::vector<int32_t> predicted = predicted_classes(validation_tape_.value(logits));
    int64_t right = 0;
    for (size_t i = 0; i < predicted.size(); ++i) right += predicted[i] == validation_.labels[i];
    figures.validation_accuracy = static_cast<double>(right) / static_cast<double>(predicted.size());
  }

  const std::vector<Param*>& params() const { return params_; }

 private:
  std::unique_ptr<Reading> read(const TrainingSet& set, const Messages& messages, bool with_gradient) const {
    return std::make_unique<Reading>(network_, *set.graph, messages, set.examples.nodes, with_gradient);
  }

  Network& network_;
  const TrainingSet& set_;
  const Examples& validation_;
  Recipe& recipe_;
  const FitContext& context_;
  Messages messages_;
  std::unique_ptr<Reading> reading_, validation_reading_;
  Tape tape_, validation_tape_;
  Optimiser optimiser_;
  std::vector<Param*> params_;
};

}  // namespace

FitReport GnnClassifier::fit(const TrainingSet& set, const Examples& validation, Recipe& recipe,
                             const FitContext& context) {
  const FlushDenormals flush;
  network_ = make_network(model_, set.graph->features.cols(), classes_, context.seed);
  FitReport report;
  if (set.examples.size() == 0) bad_input("training", "there are no labelled nodes to train on");
  Training training(network_, training_, set, validation, recipe, context);
  EarlyStop stop(training_.patience);
  std::vector<Matrix> best;
  for (int epoch = 0; epoch < training_.epochs; ++epoch) {
    EpochFigures figures;
    figures.loss = training.train_epoch(static_cast<uint64_t>(epoch));
    std::string message = "epoch " + std::to_string(epoch + 1);
    if (validation.size() > 0) {
      training.validate(figures);
      if (stop.is_best(figures.validation_accuracy, figures.validation_loss)) best = values_of(training.params());
    }
    report.epochs.push_back(figures);
    graphsr::report(context.progress, "training", static_cast<double>(epoch + 1) / training_.epochs, message);
    if (validation.size() > 0 && stop.should_stop()) break;
  }
  if (validation.size() > 0) {
    restore(training.params(), best);
    report.best_epoch = stop.best_epoch();
  } else {
    report.best_epoch = static_cast<int>(report.epochs.size());
  }
  return report;
}

Prediction GnnClassifier::predict(const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool) const {
  return graphsr::predict(network_, graph, nodes, pool);
}

}  // namespace graphsr
