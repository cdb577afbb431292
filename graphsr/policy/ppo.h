// Proximal policy optimisation: an actor and a critic that learn from batches of played episodes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphsr/policy/advantage.h"
#include "graphsr/policy/ppo_loss.h"
#include "graphsr/policy/rollout.h"
#include "graphsr/tensor/optimiser.h"

namespace graphsr {

struct PpoOptions {
  int actions = 2;
  std::vector<int64_t> actor_hidden = {64, 64};   // widths of the actor's hidden layers
  std::vector<int64_t> critic_hidden = {64, 64};  // widths of the critic's hidden layers
  double rate = 0.005;                            // learning rate of both Adams
  double clip = 0.2;                              // epsilon: how far a ratio may move in one update
  AdvantageOptions advantage;
  int epochs = 5;                      // passes over a batch in one update
  int64_t minibatch = 0;               // samples per step, shuffled in each epoch; 0: the whole batch
  double entropy_weight = 0;           // how much a more random policy is worth
  double gradient_limit = 0;           // of the gradient's norm, actor and critic each; 0: none
  double target_kl = 0;                // an update ends before a step that finds more than this; 0: never
  double keep_bias = 0;                // added to the logit of action 1 at the start
  double last_scale = 1;               // of the actor's last starting weights; 0.01: starts at its bias alone
  double dropout = 0;                  // after the actor's first hidden layer, while playing and learning
  bool dropout_in_evaluation = false;  // and in probabilities() and likeliest play too
};

// kl and clip_fraction compare the policy after the update with the one that played. With dropout they are
// above 0 from the start: no two forwards drop the same units.
struct UpdateFigures {
  double mean_reward = 0;    // per step of the batch
  double mean_return = 0;    // per episode of the batch
  double entropy = 0;        // mean over the batch, after the update
  double kl = 0;             // estimated
  double clip_fraction = 0;  // share of samples whose ratio is outside 1 ± clip
  double value_loss = 0;     // the critic's mean squared error on the batch, before the update
  int epochs = 0;            // that were completed
  int64_t steps = 0;         // that actor and critic took
};

class PpoAgent {
 public:
  PpoAgent(int64_t state_size, const PpoOptions& options, uint64_t seed);

  // For play(), and for those who set weights themselves.
  const PolicyNetworks& networks() const { return networks_; }
  PolicyNetworks& networks() { return networks_; }

  // One update by the batch. `update` counts the updates: it is the address of what is random in this one.
  UpdateFigures learn(const Batch& batch, uint64_t update, ThreadPool& pool);

  // (n, actions) of states (n, state). `position` is where dropout in evaluation finds its bits.
  Matrix probabilities(const Matrix& states, ThreadPool& pool, uint64_t position = 0) const;

  // All that learning changes: weights, moments, counts of steps. restore() wants the string of an agent of
  // the same shape, and then learns on to the same bytes; it refuses any other and leaves the agent as it
  // was.
  std::string state() const;
  void restore(std::string_view state);

 private:
  PpoOptions options_;
  PolicyNetworks networks_;
  Optimiser actor_optimiser_, critic_optimiser_;
};

}  // namespace graphsr
