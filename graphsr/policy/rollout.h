// Playing episodes: many environments in lockstep, one forward of the networks for all states that they
// foresee.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graphsr/base/thread_pool.h"
#include "graphsr/policy/environment.h"
#include "graphsr/policy/mlp.h"

namespace graphsr {

// What decides, and what it expects. The dropout is the actor's.
struct PolicyNetworks {
  Mlp actor;   // (n, state) -> (n, actions): logits
  Mlp critic;  // (n, state) -> (n, 1): the return to come
  uint64_t seed = 0;
  double dropout = 0;
  bool dropout_in_evaluation = false;

  // Where the bits come from. Masks of different uses, and of different (high, low), never coincide.
  enum class Use : uint64_t { play, learn, measure, evaluate };
  Dropout dropout_at(Use use, uint64_t high, uint64_t low) const;
};

// (high, low) as one position of a random stream; low is below 2^24, high below 2^38.
constexpr uint64_t kMostSteps = uint64_t{1} << 24;
constexpr uint64_t address(uint64_t high, uint64_t low) { return high * kMostSteps + low; }

// What was played: n steps, ordered by episode and then by time. Episode e has steps [offsets[e],
// offsets[e + 1]).
struct Batch {
  Matrix states;  // (n, state)
  std::vector<int32_t> actions;
  std::vector<Real> log_probabilities;  // of the actions, when they were chosen
  std::vector<Real> rewards;
  std::vector<Real> values;  // what the critic expected from the state on
  std::vector<int64_t> offsets = {0};

  int64_t size() const { return static_cast<int64_t>(actions.size()); }
  int64_t episodes() const { return static_cast<int64_t>(offsets.size()) - 1; }
  double mean_reward() const;  // per step
  double mean_return() const;  // per episode, without discount
  double episode_return(int64_t episode) const;
};

// drawn: by their probability, with dropout, as learning wants it. likeliest: the most probable, with dropout
// only if networks.dropout_in_evaluation.
enum class Choosing { drawn, likeliest };

// Plays one episode in each environment; environment e plays episode first_episode + e. Actions are drawn by
// (networks.seed, episode, step), so that an episode is the same whatever is played beside it (with dropout:
// for the same first_episode and environments). Environments step on all threads. An environment that throws
// ends the play with that exception.
Batch play(const PolicyNetworks& networks, std::span<const std::unique_ptr<Environment>> environments,
           uint64_t first_episode, ThreadPool& pool, Choosing choosing = Choosing::drawn);

}  // namespace graphsr
