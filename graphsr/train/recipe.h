// What a method may change inside training, at three moments: before it (augment), in each epoch (epoch), and
// inside an epoch (loss, with parameters of its own). Every moment has a plain default, so a method writes
// only what it changes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graphsr/base/progress.h"
#include "graphsr/base/thread_pool.h"
#include "graphsr/graph/task.h"
#include "graphsr/tensor/tape.h"

namespace graphsr {

struct FitContext {
  uint64_t seed = 0;
  ThreadPool& pool;
  Progress progress;
};

class Recipe {
 public:
  virtual ~Recipe() = default;

  // What to train on. Default: the labelled nodes as they are.
  virtual TrainingSet augment(const Task& task, const FitContext& context);

  // What to train on in this epoch (0, 1, ...), where that changes. Default: nothing, the set above is used.
  virtual std::optional<TrainingSet> epoch(const TrainingSet& set, uint64_t number);

  // The loss of the examples, whose logits are (n,C). Default: weighted cross-entropy.
  virtual Var loss(Tape& tape, Var logits, const Examples& examples);

  // Parameters that the loss trains besides the network's. Default: none.
  virtual std::vector<Param*> params();
};

}  // namespace graphsr
