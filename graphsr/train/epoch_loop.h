// One training run's epochs: all that they read and write, prepared once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "graphsr/tensor/optimiser.h"
#include "graphsr/train/classifier.h"
#include "graphsr/train/recipe.h"

namespace graphsr {

class EpochLoop {
 public:
  // Everything given must outlive the loop.
  EpochLoop(Network& network, const OptimiserOptions& optimiser, const Loss& loss, const TrainingSet& set,
            const Examples& validation, Recipe& recipe, const FitContext& context);

  // One step down the gradient in epoch `number` (0, 1, ...); returns the loss before it. `last_part`: as
  // Loss has it. Refuses a loss that is not finite.
  double train(uint64_t number, bool last_part = false);

  // Loss and accuracy on the validation examples, of which there must be some.
  void validate(EpochFigures& figures);

  // What is trained, as the recipe says.
  const std::vector<Param*>& params() const { return params_; }

 private:
  // The nodes of a training set as the network reads them.
  struct View {
    Messages messages;
    std::unique_ptr<Reading> reading;
  };
  View view_of(const TrainingSet& set);

  Network& network_;
  Loss loss_;
  const TrainingSet& set_;
  const Examples& validation_;
  Recipe& recipe_;
  const FitContext& context_;
  std::optional<ExtendedGraph> extended_;  // once an epoch has added nodes
  View view_;
  std::unique_ptr<Reading> validation_reading_;
  Tape tape_, validation_tape_;
  Optimiser optimiser_;
  std::vector<Param*> params_;
};

}  // namespace graphsr
