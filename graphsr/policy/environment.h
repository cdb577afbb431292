// What an agent plays: states, actions, rewards. Nothing here knows what the game is about.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "graphsr/tensor/matrix.h"

namespace graphsr {

// One game at a time; many environments are played side by side, each by one thread at a time.
class Environment {
 public:
  virtual ~Environment() = default;

  virtual int64_t state_size() const = 0;

  // Begins episode `episode`, which depends on its number alone: not on what was played here before.
  virtual void reset(uint64_t episode) = 0;

  // How many states from the next on will be as they are whatever is done until then; at least 1.
  virtual int64_t foreseen() const { return 1; }

  // The states before the next actions, as many as there is room for, at most foreseen(), one behind the
  // other; every element must be written and finite.
  virtual void observe(std::span<Real> states) const = 0;

  struct Outcome {
    double reward = 0;
    bool done = false;  // this was the episode's last action
  };
  virtual Outcome step(int action) = 0;
};

using MakeEnvironment = std::function<std::unique_ptr<Environment>()>;

}  // namespace graphsr
