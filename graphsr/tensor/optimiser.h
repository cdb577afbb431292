// Turning gradients into steps. Each step is one fused pass over value, gradient and state.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
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

 private:
  struct State {
    Matrix first, second;
  };
  OptimiserOptions options_;
  int64_t steps_ = 0;
  std::vector<State> states_;
};

}  // namespace graphsr
