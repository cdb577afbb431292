// The two losses of PPO, as operations on a tape.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsr/tensor/tape.h"

namespace graphsr {

struct PpoLossOptions {
  double clip = 0.2;          // epsilon: how far the ratio may move before its gradient stops
  double entropy_weight = 0;  // beta: how much a more random policy is worth
};

// What was done, by whom it was done, and how good it was: one element per row of the logits. The spans must
// outlive the tape's use of them.
struct PpoSamples {
  std::span<const int32_t> actions;
  std::span<const Real> log_probabilities;  // of the actions, by the policy that played
  std::span<const Real> advantages;
  // For each sample the first one that is like it, which may be itself (alike_samples). It changes no result
  // and saves work where states come again; empty: nobody has looked.
  std::span<const int32_t> alike = {};
};

// The first sample with the same action and the same log-probability of it: most likely it was in the same
// state.
std::vector<int32_t> alike_samples(std::span<const int32_t> actions, std::span<const Real> log_probabilities);

// Means over the samples.
struct PpoFigures {
  double entropy = 0;        // of the policy
  double kl = 0;             // from the policy that played, estimated as mean(p - 1 - log p): never negative
  double clip_fraction = 0;  // share of samples whose ratio is outside 1 ± clip
};

// -L^CLIP(theta) - beta * mean entropy, as (1,1); logits are (n, actions), n > 0. `figures` may be null.
Var ppo_loss(Tape& tape, Var logits, const PpoSamples& samples, const PpoLossOptions& options,
             PpoFigures* figures = nullptr);

// The figures alone, outside of any tape.
PpoFigures ppo_figures(const Matrix& logits, const PpoSamples& samples, double clip, ThreadPool& pool);

// mean of (prediction - target)², as (1,1); predictions are (n,1), n > 0. The targets must outlive the tape's
// use of them.
Var squared_error(Tape& tape, Var predictions, std::span<const Real> targets);

}  // namespace graphsr
