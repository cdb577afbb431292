#include "graphsr/train/epoch_loop.h"

#include <cmath>
#include <string>

#include "graphsr/base/error.h"
#include "graphsr/measure/metrics.h"

namespace graphsr {

EpochLoop::EpochLoop(Network& network, const OptimiserOptions& optimiser, const Loss& loss,
                     const TrainingSet& set, const Examples& validation, Recipe& recipe,
                     const FitContext& context)
    : network_(network),
      loss_(loss),
      set_(set),
      validation_(validation),
      recipe_(recipe),
      context_(context),
      view_(view_of(set)),
      tape_(context.pool),
      validation_tape_(context.pool),
      optimiser_(optimiser),
      params_(recipe.begin(network, *view_.reading, set, context)) {
  if (validation.size() > 0)
    validation_reading_ = std::make_unique<Reading>(network, *set.graph, view_.messages, validation.nodes,
                                                    false, context.gathered);
}

EpochLoop::View EpochLoop::view_of(const TrainingSet& set) {
  View view;
  if (set.added) {
    if (!extended_ || extended_->graph() != set.graph) extended_.emplace(set.graph);
    extended_->put(set.added);
    view.messages = network_.conv().messages(extended_->edges());
    view.reading = std::make_unique<Reading>(network_, *extended_, view.messages, set.examples.nodes, true);
    return view;
  }
  view.messages = network_.conv().messages(set.graph->edges);
  const HalfRows* known = set.graph == set_.graph ? context_.gathered : nullptr;
  view.reading =
      std::make_unique<Reading>(network_, *set.graph, view.messages, set.examples.nodes, true, known);
  return view;
}

double EpochLoop::train(uint64_t number, bool last_part) {
  const FlushDenormals flush;
  loss_.last_part = last_part;
  const std::optional<TrainingSet> changed = recipe_.epoch(set_, {number, context_.seed});
  const bool same_rows = !changed || (changed->graph == set_.graph && !changed->added &&
                                      changed->examples.nodes == set_.examples.nodes);
  const View changed_view = same_rows ? View{} : view_of(*changed);
  Reading& reading = same_rows ? *view_.reading : *changed_view.reading;
  tape_.clear();
  const Epoch now = {number, context_.seed};
  const Var loss = recipe_.objective({tape_, network_, reading, changed ? *changed : set_, loss_, now});
  const double value = tape_.value(loss)(0, 0);
  if (!std::isfinite(value))
    bad_input("training", "the loss is not a finite number in epoch " + std::to_string(number + 1),
              "lower --rate, or scale the features (--features standardise)");
  tape_.backward(loss);
  recipe_.observe({{number, context_.seed}, network_, reading, tape_});
  optimiser_.step(context_.pool, params_);
  return value;
}

void EpochLoop::validate(EpochFigures& figures) {
  const FlushDenormals flush;
  validation_tape_.clear();
  const Var logits = forward(validation_tape_, network_, *validation_reading_, {}).logits;
  const Var loss = cross_entropy(validation_tape_, logits, validation_.labels, {});
  figures.validation_loss = validation_tape_.value(loss)(0, 0);
  const std::vector<int32_t> predicted = predicted_classes(validation_tape_.value(logits));
  int64_t right = 0;
  for (size_t i = 0; i < predicted.size(); ++i) right += predicted[i] == validation_.labels[i];
  figures.validation_accuracy = static_cast<double>(right) / static_cast<double>(predicted.size());
}

}  // namespace graphsr
