// The losses by name, for --loss: what is minimised where a method has no loss of its own.
#pragma once

#include <span>
#include <string>

#include "graphsr/graph/task.h"
#include "graphsr/tensor/tape.h"

namespace graphsr {

struct Loss {
  const char* name;
  const char* summary;
  // Of the examples, whose logits are (n,C), as (1,1).
  Var (*value)(Tape& tape, Var logits, const Examples& examples);
};

std::span<const Loss> losses();

// Refuses an unknown name and suggests the nearest.
const Loss& loss_named(const std::string& name);

}  // namespace graphsr
