#include "graphsr/policy/rollout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "graphsr/base/error.h"
#include "graphsr/policy/categorical.h"

namespace graphsr {

Dropout PolicyNetworks::dropout_at(Use use, uint64_t high, uint64_t low) const {
  const bool evaluates = use == Use::evaluate;
  return {evaluates && !dropout_in_evaluation ? 0 : static_cast<Real>(dropout), seed, Purpose::policy_dropout,
          address(high, low) | static_cast<uint64_t>(use) << 62};
}

double Batch::mean_reward() const {
  return std::accumulate(rewards.begin(), rewards.end(), 0.0) /
         static_cast<double>(std::max<int64_t>(1, size()));
}

double Batch::mean_return() const {
  return std::accumulate(rewards.begin(), rewards.end(), 0.0) /
         static_cast<double>(std::max<int64_t>(1, episodes()));
}

double Batch::episode_return(int64_t episode) const {
  return std::accumulate(rewards.begin() + offsets[episode], rewards.begin() + offsets[episode + 1], 0.0);
}

namespace {

// One episode as it grows.
struct Track {
  std::vector<Real> states, log_probabilities, rewards, values;
  std::vector<int32_t> actions;
  bool done = false;
};

[[noreturn]] void bad_environment(uint64_t episode, uint64_t step, const std::string& problem) {
  wrong_usage("environment",
              "episode " + std::to_string(episode) + ", step " + std::to_string(step) + ": " + problem);
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

Batch joined(const std::vector<Track>& tracks, int64_t state_size) {
  Batch batch;
  for (const Track& track : tracks) {
    append(batch.actions, track.actions);
    append(batch.log_probabilities, track.log_probabilities);
    append(batch.rewards, track.rewards);
    append(batch.values, track.values);
    batch.offsets.push_back(batch.size());
  }
  batch.states.resize(batch.size(), state_size);
  Real* place = batch.states.data();
  for (const Track& track : tracks) place = std::copy(track.states.begin(), track.states.end(), place);
  return batch;
}

}  // namespace

Batch play(const PolicyNetworks& networks, std::span<const std::unique_ptr<Environment>> environments,
           uint64_t first_episode, ThreadPool& pool, Choosing choosing) {
  PolicyNetworks players = networks;  // the tape wants somewhere to put gradients, though none are computed
  const int64_t state_size = players.actor.inputs(), actions = players.actor.outputs();
  const auto use = choosing == Choosing::drawn ? PolicyNetworks::Use::play : PolicyNetworks::Use::evaluate;
  std::vector<Track> tracks(environments.size());
  std::vector<int64_t> live(environments.size());  // the environments whose episode goes on
  std::iota(live.begin(), live.end(), 0);
  for (const auto& environment : environments)
    if (environment->state_size() != state_size)
      wrong_usage("environment", "its state has " + std::to_string(environment->state_size()) +
                                     " elements, the policy expects " + std::to_string(state_size));
  pool.for_blocks(static_cast<int64_t>(environments.size()), 1, [&](int64_t e, int64_t) {
    environments[e]->reset(first_episode + static_cast<uint64_t>(e));
  });

  Tape tape(pool);
  Matrix states;
  for (uint64_t turn = 0; !live.empty(); ++turn) {
    const auto count = static_cast<int64_t>(live.size());
    std::vector<int64_t> rows = {0};  // of each environment's states among all, and their end
    for (const int64_t e : live) {
      const int64_t foreseen = environments[e]->foreseen();
      if (foreseen < 1)
        bad_environment(first_episode + static_cast<uint64_t>(e), tracks[e].actions.size(),
                        "the episode goes on without a state");
      rows.push_back(rows.back() + foreseen);
    }
    states.resize(rows.back(), state_size);
    pool.for_blocks(count, 1, [&](int64_t i, int64_t) {
      const int64_t values = (rows[i + 1] - rows[i]) * state_size;
      environments[live[i]]->observe({states.row(rows[i]), static_cast<size_t>(values)});
    });
    tape.clear();
    const Var input = tape.constant(states);
    const Matrix& logits =
        tape.value(players.actor.forward(tape, input, players.dropout_at(use, first_episode, turn)));
    const Matrix& values = tape.value(players.critic.forward(tape, input));
    const auto take_step = [&](int64_t e, int64_t row, std::vector<Real>& log_p) {
      Track& track = tracks[e];
      const uint64_t episode = first_episode + static_cast<uint64_t>(e), step = track.actions.size();
      const Real* state = states.row(row);
      if (step == kMostSteps) bad_environment(episode, step, "the episode does not end");
      if (!std::all_of(state, state + state_size, [](Real x) { return std::isfinite(x); }))
        bad_environment(episode, step, "the state is not finite");
      log_probabilities({logits.row(row), log_p.size()}, log_p);
      const int action =
          choosing == Choosing::drawn
              ? drawn_action(log_p, Stream(players.seed, Purpose::action, address(episode, step)).uniform())
              : likeliest_action(log_p);
      const Environment::Outcome outcome = environments[e]->step(action);
      if (!std::isfinite(outcome.reward)) bad_environment(episode, step, "the reward is not finite");
      track.states.insert(track.states.end(), state, state + state_size);
      track.actions.push_back(action);
      track.log_probabilities.push_back(log_p[static_cast<size_t>(action)]);
      track.values.push_back(values(row, 0));
      track.rewards.push_back(static_cast<Real>(outcome.reward));
      track.done = outcome.done;
    };
    pool.for_blocks(count, 1, [&](int64_t i, int64_t) {
      std::vector<Real> log_p(static_cast<size_t>(actions));
      for (int64_t row = rows[i]; row < rows[i + 1] && !tracks[live[i]].done; ++row)
        take_step(live[i], row, log_p);
    });
    std::erase_if(live, [&](int64_t e) { return tracks[e].done; });
  }
  return joined(tracks, state_size);
}

}  // namespace graphsr
