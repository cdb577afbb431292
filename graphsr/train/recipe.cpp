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

std::vector<Param*> Recipe::params() { return {}; }

std::unique_ptr<Recipe> Recipe::fresh() const { return std::make_unique<Recipe>(); }

}  // namespace graphsr
