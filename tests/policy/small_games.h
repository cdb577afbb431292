// Games whose best play is known.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "graphsr/base/random.h"
#include "graphsr/policy/environment.h"
#include "graphsr/policy/ppo.h"

namespace graphsr::test {

// One step; arm 1 pays 1 in 4 of 5 episodes, arm 0 in 1 of 5.
class TwoArmedBandit : public Environment {
 public:
  int64_t state_size() const override { return 1; }
  void reset(uint64_t episode) override { luck_ = Stream(episode, Purpose::test).uniform(); }
  void observe(std::span<Real> state) const override { state[0] = 1; }
  Outcome step(int action) override { return {luck_ < (action == 1 ? 0.8 : 0.2) ? 1.0 : 0.0, true}; }

 private:
  double luck_ = 0;
};

// Several steps of two features; keeping pays 1 where the first is above 0 and costs 1 elsewhere. The length
// differs between episodes, so that some go on while others are over.
class KeepPositive : public Environment {
 public:
  int64_t state_size() const override { return 2; }
  void reset(uint64_t episode) override {
    stream_ = Stream(episode, Purpose::test);
    left_ = 3 + static_cast<int>(episode % 5);
    draw();
  }
  void observe(std::span<Real> state) const override { std::copy(features_, features_ + 2, state.begin()); }
  Outcome step(int action) override {
    const double reward = action == 1 ? (features_[0] > 0 ? 1 : -1) : 0;
    draw();
    return {reward, --left_ == 0};
  }

 private:
  void draw() {
    for (Real& x : features_) x = static_cast<Real>(2 * stream_.uniform() - 1);
  }
  Stream stream_{0, Purpose::test};
  Real features_[2] = {};
  int left_ = 0;
};

// Five steps to the right pay 10 at the end; each costs 0.1, and stopping pays 1 at once. The best return is
// 9.5; whoever looks only one step ahead stops, for 1.
class Chain : public Environment {
 public:
  static constexpr int kLength = 5;
  int64_t state_size() const override { return kLength; }
  void reset(uint64_t) override { place_ = 0; }
  void observe(std::span<Real> state) const override {
    std::fill(state.begin(), state.end(), Real(0));
    state[place_] = 1;
  }
  Outcome step(int action) override {
    if (action == 0) return {1, true};
    const bool at_end = ++place_ == kLength;
    return {at_end ? 9.9 : -0.1, at_end};
  }

 private:
  int place_ = 0;
};

template <class Game>
std::vector<std::unique_ptr<Environment>> games(int count) {
  std::vector<std::unique_ptr<Environment>> all;
  for (int i = 0; i < count; ++i) all.push_back(std::make_unique<Game>());
  return all;
}

// Plays and learns `updates` times; returns the figures of the last.
template <class Game>
UpdateFigures train(PpoAgent& agent, int environments, int updates, ThreadPool& pool) {
  const auto all = games<Game>(environments);
  UpdateFigures last;
  for (int u = 0; u < updates; ++u)
    last = agent.learn(play(agent.networks(), all, static_cast<uint64_t>(u * environments), pool),
                       static_cast<uint64_t>(u), pool);
  return last;
}

constexpr int kSkillEpisodes = 200;
constexpr uint64_t kFirstSkillEpisode = 1000000;  // far from those that are trained on

// Mean return of the likeliest actions.
template <class Game>
double skill(const PpoAgent& agent, ThreadPool& pool) {
  return play(agent.networks(), games<Game>(kSkillEpisodes), kFirstSkillEpisode, pool, Choosing::likeliest)
      .mean_return();
}

inline PpoOptions small_options() {
  PpoOptions options;
  options.actor_hidden = options.critic_hidden = {16};
  return options;
}

}  // namespace graphsr::test
