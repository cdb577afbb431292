#include "graphsr/train/recipe.h"

#include "graphsr/tensor/ops.h"

namespace graphsr {

TrainingSet Recipe::augment(const Task& task, const FitContext&) { return plain_set(task); }

std::optional<TrainingSet> Recipe::epoch(const TrainingSet&, uint64_t) { return std::nullopt; }

Var Recipe::loss(Tape& tape, Var logits, const Examples& examples) {
  return cross_entropy(tape, logits, examples.labels, examples.weights);
}

std::vector<Param*> Recipe::params() { return {}; }

}  // namespace graphsr
