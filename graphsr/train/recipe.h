// What a method may change inside training: what is trained on before it (augment) and in each epoch (epoch),
// what is trained and where it starts (begin), and what an epoch minimises (loss, or objective as a whole).
// Where the next epoch depends on what came of this one, it looks (observe). Every moment has a plain
// default, so a method writes only what it changes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "graphsr/model/network.h"
#include "graphsr/train/augmented.h"
#include "graphsr/train/fit_context.h"
#include "graphsr/train/loss.h"

namespace graphsr {

class Classifier;
using MakeClassifier = std::function<std::unique_ptr<Classifier>()>;

// Which epoch it is, and whose random numbers it has.
struct Epoch {
  uint64_t number = 0;  // 0, 1, ...
  uint64_t seed = 0;    // of this training: members of an ensemble have seeds of their own
};

// An epoch after its backward pass, before its step: weights are those that the gradients are at.
struct Observation {
  Epoch now;
  Network& network;
  Reading& reading;  // of the epoch's examples
  Tape& tape;
};

// All that an epoch's step is made from.
struct TrainingStep {
  Tape& tape;
  Network& network;
  Reading& reading;  // of the set's examples
  const TrainingSet& set;
  const Loss& plain;  // the one that --loss names
  Epoch now;

  Mode mode() const { return {true, now.seed, now.number}; }
};

class Recipe {
 public:
  virtual ~Recipe() = default;

  // What to train on. `classifiers` makes untrained ones of the kind that will be trained on it. Default: the
  // labelled nodes as they are.
  virtual Augmented augment(const Task& task, const MakeClassifier& classifiers, const FitContext& context);

  // What to train on in this epoch, where that changes. A set of the same graph and nodes, in which only
  // weights differ, costs nothing; another one is prepared anew, of the graph as much as is read. Default:
  // nothing, the set above is used.
  virtual std::optional<TrainingSet> epoch(const TrainingSet& set, const Epoch& now);

  // The loss of the examples, whose logits are (n,C). Default: the one that --loss names.
  virtual Var loss(Tape& tape, Var logits, const Examples& examples, const Loss& plain);

  // A look at what the epoch made, from which later epochs may follow. Default: none.
  virtual void observe(const Observation& seen);

  // The whole of what the epoch minimises, as (1,1). What it puts on the tape must live until it is called
  // again. Default: the network's forward pass, then the loss.
  virtual Var objective(const TrainingStep& step);

  // Called before the first epoch, with the network at its starting values: what is trained, which may be
  // less or more than the network's parameters. `reading` is of the set's examples. Default: the network's.
  virtual std::vector<Param*> begin(Network& network, Reading& reading, const TrainingSet& set,
                                    const FitContext& context);

  // Members of an ensemble train side by side, each with a recipe of its own. A recipe that has more
  // than an augment gives a fresh copy of itself. Default: the plain recipe.
  virtual std::unique_ptr<Recipe> fresh() const;
};

}  // namespace graphsr
