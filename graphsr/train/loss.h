// The losses by name, for --loss and for the methods that are one: what is minimised where a method has no
// loss of its own.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphsr/graph/task.h"
#include "graphsr/tensor/tape.h"

namespace graphsr {

struct LossOptions {
  double beta = 0.9999;  // of the effective number of examples: en-weighting, ldam
  double gamma = 2;      // focal: how little an example counts that is right already
  double tau = 1;        // logit-adjustment: how much of the prior is added
  double margin = 0.5;   // ldam: of the smallest class
};

// Refuses what cannot be.
void check(const LossOptions& options);

struct Loss;

struct LossKind {
  const char* name;
  const char* summary;
  Var (*value)(Tape& tape, Var logits, const Examples& examples, const Loss& loss);
  std::vector<std::string> reads = {};  // the options above that it reads: "--gamma"
  bool has_last_part = false;           // it is another one in the last fifth of the epochs
};

std::span<const LossKind> losses();

// A loss with its options, at a moment of training.
struct Loss {
  const LossKind* kind;
  LossOptions options;
  bool last_part = false;  // of the epochs

  // Of the examples, whose logits are (n,C), as (1,1). The examples must outlive the tape's use of them.
  Var value(Tape& tape, Var logits, const Examples& examples) const {
    return kind->value(tape, logits, examples, *this);
  }
};

// Refuses an unknown name and suggests the nearest.
Loss loss_named(const std::string& name, const LossOptions& options = {});

}  // namespace graphsr
