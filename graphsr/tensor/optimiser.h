// Turning gradients into steps. Each step is one fused pass over value, gradient and state; a gradient that
// is still a product (Param::Product) is computed in that pass.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "graphsr/base/thread_pool.h"
#include "graphsr/tensor/tape.h"

namespace graphsr {

struct OptimiserOptions {
  enum class Kind { adam, sgd } kind = Kind::adam;
  double rate = 0.01;
  double weight_decay = 5e-3;  // times the value, added to the gradient (L2), as in PyTorch's Adam and SGD
  double momentum = 0;         // sgd
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;  // adam
};

// Keeps the state of one run for one list of parameters.
class Optimiser {
 public:
  explicit Optimiser(const OptimiserOptions& options) : options_(options) {}

  // One step for all of them, by their gradients. The list must be the same at every call.
  void step(ThreadPool& pool, std::span<Param* const> params);

  // What a run that is resumed has to start with. `second` is Adam's alone; plain gradient descent has none.
  struct State {
    Matrix first, second;
  };
  int64_t steps() const { return steps_; }
  const std::vector<State>& states() const { return states_; }  // one per parameter; none before a step
  void restore(int64_t steps, std::vector<State> states) {
    steps_ = steps;
    states_ = std::move(states);
  }

 private:
  OptimiserOptions options_;
  int64_t steps_ = 0;
  std::vector<State> states_;
};

// Scales all gradients together so that their joint Euclidean norm is at most `limit`. Returns the norm
// before. A norm that is not finite is returned and nothing is changed.
double limit_gradients(std::span<Param* const> params, double limit);

}  // namespace graphsr
