// How much better an action turned out than the critic expected.
#pragma once

#include <vector>

#include "graphsr/policy/rollout.h"

namespace graphsr {

struct AdvantageOptions {
  double gamma = 0.95;   // what a reward one step later is worth
  bool gae = false;      // generalised advantage estimation; else reward-to-go minus value
  double lambda = 0.95;  // of gae: 0 trusts the critic after one step, 1 only the rewards
  bool standardise_returns =
      false;  // to mean 0, deviation 1 over the batch before value is taken off; not with gae
  bool standardise_advantages = true;  // to mean 0, deviation 1 over the batch, at the end
};

// One element per step of the batch.
struct Advantages {
  std::vector<Real> advantages;
  std::vector<Real> returns;  // what the critic should have expected
};

// Reward-to-go: R_t = r_t + gamma R_{t+1}, A_t = R_t - V_t.
// GAE (Schulman et al. 2016): A_t = d_t + gamma lambda A_{t+1} with d_t = r_t + gamma V_{t+1} - V_t, and R_t
// = A_t + V_t. After an episode's last step all of them are 0.
Advantages advantages(const Batch& batch, const AdvantageOptions& options);

}  // namespace graphsr
