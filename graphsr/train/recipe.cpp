#include "graphsr/train/recipe.h"

namespace graphsr {

Augmented Recipe::augment(const Task& task, const MakeClassifier&, const FitContext&) {
  return {.set = plain_set(task)};
}

std::optional<TrainingSet> Recipe::epoch(const TrainingSet&, const Epoch&) { return std::nullopt; }

Var Recipe::loss(Tape& tape, Var logits, const Examples& examples, const Loss& plain) {
  return plain.value(tape, logits, examples);
}

void Recipe::observe(const Observation&) {}

Var Recipe::objective(const TrainingStep& step) {
  const Output output = forward(step.tape, step.network, step.reading, step.mode());
  return loss(step.tape, output.logits, step.set.examples, step.plain);
}

std::vector<Param*> Recipe::begin(Network& network, Reading&, const TrainingSet&, const FitContext&) {
  return network.params();
}

std::unique_ptr<Recipe> Recipe::fresh() const { return std::make_unique<Recipe>(); }

}  // namespace graphsr
