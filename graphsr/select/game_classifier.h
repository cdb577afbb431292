// The classifier inside the retraining game: a network that takes a few plain gradient steps on a set that
// changes by a node at a time, and is scored on the validation nodes.
#pragma once

#include <memory>

#include "graphsr/select/reward.h"
#include "graphsr/train/fit_network.h"

namespace graphsr {

class GameClassifier {
 public:
  // Starts as `start`. The graph, and the validation examples, must outlive this.
  GameClassifier(const Network& start, const Loss& loss, const Graph& graph, const Examples& validation,
                 double rate, ThreadPool& pool);

  void become(const Network& network);  // of the same shape, weights in rows
  void train(const Examples& set, int steps);
  GameScore score();
  Network network() const;  // as it is now, weights in rows

 private:
  Network network_;
  Loss loss_;
  const Graph& graph_;
  const Examples& validation_;
  Messages messages_;
  std::unique_ptr<Reading> validation_reading_;
  Tape tape_, validation_tape_;
  Optimiser optimiser_;
  ThreadPool& pool_;
};

}  // namespace graphsr
