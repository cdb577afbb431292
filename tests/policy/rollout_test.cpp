#include "graphsr/policy/rollout.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <gtest/gtest.h>

#include "graphsr/policy/categorical.h"
#include "tests/graph/refusal.h"
#include "tests/policy/small_games.h"

namespace graphsr {
namespace {

using test::games;
using test::KeepPositive;

double entropy_of(std::span<const Real> log_p) {
  std::vector<double> p;
  for (const Real l : log_p) p.push_back(std::exp(static_cast<double>(l)));
  return entropy(log_p, p);
}

TEST(Rollout, orders_steps_by_episode_and_time) {
  ThreadPool pool(2);
  const PpoAgent agent(2, {}, 4);
  const Batch batch = play(agent.networks(), games<KeepPositive>(6), 5, pool);
  EXPECT_EQ(batch.offsets, (std::vector<int64_t>{0, 3, 7, 12, 18, 25, 28}));
  ASSERT_EQ(batch.states.rows(), 28);
  double total = 0;
  KeepPositive game;
  for (int64_t e = 0; e < 6; ++e) {  // the same episodes, one after the other
    game.reset(5 + e);
    double sum = 0;
    for (int64_t t = batch.offsets[e]; t < batch.offsets[e + 1]; ++t) {
      Real state[2];
      game.observe(state);
      EXPECT_EQ(batch.states(t, 0), state[0]);
      EXPECT_EQ(batch.states(t, 1), state[1]);
      const Environment::Outcome outcome = game.step(batch.actions[t]);
      EXPECT_EQ(batch.rewards[t], outcome.reward);
      EXPECT_EQ(outcome.done, t + 1 == batch.offsets[e + 1]);
      sum += outcome.reward;
    }
    EXPECT_EQ(batch.episode_return(e), sum);
    total += sum;
  }
  EXPECT_DOUBLE_EQ(batch.mean_return(), total / 6);
  EXPECT_DOUBLE_EQ(batch.mean_reward(), total / 28);
}

TEST(Rollout, an_episode_is_the_same_whatever_is_played_beside_it) {
  ThreadPool pool(2);
  const PpoAgent agent(2, {}, 4);
  const Batch many = play(agent.networks(), games<KeepPositive>(9), 100, pool);
  const Batch one = play(agent.networks(), games<KeepPositive>(1), 104, pool);
  ASSERT_EQ(one.size(), many.offsets[5] - many.offsets[4]);
  for (int64_t t = 0; t < one.size(); ++t) {
    EXPECT_EQ(one.actions[t], many.actions[many.offsets[4] + t]);
    EXPECT_EQ(one.log_probabilities[t], many.log_probabilities[many.offsets[4] + t]);
    EXPECT_EQ(one.values[t], many.values[many.offsets[4] + t]);
  }
}

// States that are drawn when the episode begins, of which so many are told ahead. Ends early when 1 was
// chosen at a state above 0.8.
class Listed : public Environment {
 public:
  explicit Listed(int64_t foresight) : foresight_(foresight) {}
  int64_t state_size() const override { return 2; }
  void reset(uint64_t episode) override {
    Stream stream(episode, Purpose::test);
    states_.clear();
    for (uint64_t k = 0; k < 2 * (4 + episode % 5); ++k)
      states_.push_back(static_cast<Real>(2 * stream.uniform() - 1));
    next_ = 0;
  }
  int64_t foreseen() const override { return std::min<int64_t>(foresight_, std::ssize(states_) / 2 - next_); }
  void observe(std::span<Real> states) const override {
    std::copy_n(states_.begin() + 2 * next_, states.size(), states.begin());
  }
  Outcome step(int action) override {
    const Real state = states_[2 * next_++];
    const bool early = action == 1 && state > Real(0.8);
    return {action == 1 ? state : 0, early || 2 * next_ == std::ssize(states_)};
  }

 private:
  int64_t foresight_, next_ = 0;
  std::vector<Real> states_;
};

TEST(Rollout, an_episode_is_the_same_however_far_it_is_foreseen) {
  ThreadPool pool(2);
  const PpoAgent agent(2, {}, 4);
  const auto played = [&](int64_t foresight) {
    std::vector<std::unique_ptr<Environment>> games;
    for (int k = 0; k < 12; ++k) games.push_back(std::make_unique<Listed>(foresight));
    return play(agent.networks(), games, 30, pool);
  };
  const Batch one = played(1);
  EXPECT_LT(one.size(), 12 * 6) << "no episode ended early";
  for (const int64_t foresight : {2, 3, 100}) {
    const Batch more = played(foresight);
    EXPECT_EQ(more.offsets, one.offsets);
    EXPECT_EQ(more.actions, one.actions);
    EXPECT_EQ(more.log_probabilities, one.log_probabilities);
    EXPECT_EQ(more.rewards, one.rewards);
    EXPECT_EQ(more.values, one.values);
    EXPECT_TRUE(std::ranges::equal(more.states.values(), one.states.values()));
  }
}

TEST(Rollout, draws_actions_as_often_as_the_policy_says) {
  ThreadPool pool(1);
  PpoOptions options;
  options.last_scale = 0;
  options.keep_bias = 1;
  const PpoAgent agent(1, options, 4);
  const int count = 4000;
  const Batch batch = play(agent.networks(), games<test::TwoArmedBandit>(count), 0, pool);
  const double p = 1 / (1 + std::exp(-1.0));
  const auto kept = std::count(batch.actions.begin(), batch.actions.end(), 1);
  EXPECT_NEAR(static_cast<double>(kept) / count, p, 4 * std::sqrt(p * (1 - p) / count));
  for (int i = 0; i < count; ++i)
    EXPECT_NEAR(batch.log_probabilities[i], std::log(batch.actions[i] == 1 ? p : 1 - p), 1e-6);
  const Batch best = play(agent.networks(), games<test::TwoArmedBandit>(50), 0, pool, Choosing::likeliest);
  EXPECT_EQ(std::count(best.actions.begin(), best.actions.end(), 1), 50);
}

TEST(Rollout, dropout_is_off_in_evaluation_unless_asked_for) {
  ThreadPool pool(1);
  PpoOptions options;
  options.dropout = 0.7;
  const Matrix state(1, 2, 1);
  const PpoAgent plain(2, {}, 4), off(2, options, 4);
  EXPECT_EQ(off.probabilities(state, pool, 1)(0, 1), plain.probabilities(state, pool)(0, 1));
  options.dropout_in_evaluation = true;
  const PpoAgent on(2, options, 4);
  EXPECT_EQ(on.probabilities(state, pool, 1)(0, 1), on.probabilities(state, pool, 1)(0, 1));
  EXPECT_NE(on.probabilities(state, pool, 1)(0, 1), on.probabilities(state, pool, 2)(0, 1));
}

class Broken : public test::TwoArmedBandit {
 public:
  Outcome step(int) override { return {std::numeric_limits<double>::quiet_NaN(), true}; }
};

TEST(Rollout, refuses_environments_that_do_not_keep_to_the_rules) {
  ThreadPool pool(1);
  const PpoAgent agent(1, {}, 4);
  const Error reward = refusal([&] { play(agent.networks(), games<Broken>(2), 7, pool); });
  EXPECT_EQ(reward.fault(), Fault::usage);
  EXPECT_NE(std::string(reward.what()).find("episode 7, step 0"), std::string::npos) << reward.what();
  EXPECT_EQ(refusal([&] { play(agent.networks(), games<KeepPositive>(1), 0, pool); }).fault(), Fault::usage);
}

TEST(Categorical, probabilities_sum_to_one_for_logits_of_any_size) {
  for (const Real size : {Real(0), Real(1), Real(90), Real(1e30)}) {
    const Real logits[] = {size, 0, -size};
    Real log_p[3];
    log_probabilities(logits, log_p);
    double sum = 0;
    for (const double l : log_p) sum += std::exp(l);
    EXPECT_NEAR(sum, 1, 1e-6) << size;
    EXPECT_TRUE(std::isfinite(entropy_of(log_p))) << size;
  }
}

TEST(Categorical, entropy_is_that_of_the_definition) {
  const Real log_p[] = {static_cast<Real>(std::log(0.5)), static_cast<Real>(std::log(0.25)),
                        static_cast<Real>(std::log(0.25))};
  EXPECT_NEAR(entropy_of(log_p), 1.5 * std::log(2.0), 1e-6);
}

TEST(Categorical, draws_the_action_in_whose_share_the_number_falls) {
  const Real none = -std::numeric_limits<Real>::infinity();
  const Real log_p[] = {none, static_cast<Real>(std::log(0.3)), static_cast<Real>(std::log(0.7)), none};
  EXPECT_EQ(drawn_action(log_p, 0), 1);
  EXPECT_EQ(drawn_action(log_p, 0.29), 1);
  EXPECT_EQ(drawn_action(log_p, 0.31), 2);
  EXPECT_EQ(drawn_action(log_p, 1 - 1e-16), 2);
  EXPECT_EQ(likeliest_action(log_p), 2);
  EXPECT_DOUBLE_EQ(entropy_of(log_p), entropy_of(std::span(log_p).subspan(1, 2)));
}

}  // namespace
}  // namespace graphsr
