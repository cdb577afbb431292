// The agent must be seen to learn, and the same seed must learn the same.
#include <gtest/gtest.h>

#include "tests/graph/refusal.h"
#include "tests/policy/small_games.h"

namespace graphsr {
namespace {

using test::Chain;
using test::KeepPositive;
using test::skill;
using test::small_options;
using test::train;
using test::TwoArmedBandit;

// What skill() is for a player who keeps exactly where it pays.
double best_keeping() {
  double sum = 0;
  KeepPositive game;
  for (uint64_t episode = 0; episode < test::kSkillEpisodes; ++episode) {
    game.reset(test::kFirstSkillEpisode + episode);
    Environment::Outcome outcome;
    while (!outcome.done) {
      Real state[2];
      game.observe(state);
      outcome = game.step(state[0] > 0 ? 1 : 0);
      sum += outcome.reward;
    }
  }
  return sum / test::kSkillEpisodes;
}

TEST(Ppo, solves_a_two_armed_bandit) {
  ThreadPool pool(1);
  PpoAgent agent(1, small_options(), 3);
  const Matrix state(1, 1, 1);
  ASSERT_LT(agent.probabilities(state, pool)(0, 1), 0.8);
  train<TwoArmedBandit>(agent, 32, 40, pool);
  EXPECT_GT(agent.probabilities(state, pool)(0, 1), 0.95);
}

TEST(Ppo, learns_in_which_context_to_keep) {
  ThreadPool pool(1);
  PpoAgent agent(2, small_options(), 5);
  train<KeepPositive>(agent, 40, 40, pool);
  Matrix states(4, 2);
  const Real features[] = {Real(0.5), -1, Real(0.5), 1, Real(-0.5), -1, Real(-0.5), 1};
  std::copy(std::begin(features), std::end(features), states.data());
  const Matrix p = agent.probabilities(states, pool);
  EXPECT_GT(p(0, 1), 0.9);
  EXPECT_GT(p(1, 1), 0.9);
  EXPECT_LT(p(2, 1), 0.1);
  EXPECT_LT(p(3, 1), 0.1);
  EXPECT_GT(skill<KeepPositive>(agent, pool), 0.9 * best_keeping());
}

TEST(Ppo, waits_for_a_reward_that_comes_late) {
  ThreadPool pool(1);
  for (const bool gae : {false, true}) {
    SCOPED_TRACE(gae);
    PpoOptions options = small_options();
    options.advantage.gae = gae;
    options.last_scale = 0.01;  // the end is found by chance at first, in one of 32 episodes: the policy must
    options.entropy_weight = 0.02;  // not settle for stopping before it has been there
    PpoAgent agent(Chain::kLength, options, 7);
    train<Chain>(agent, 64, 40, pool);
    EXPECT_NEAR(skill<Chain>(agent, pool), 9.5, 1e-4);
  }
}

TEST(Ppo, takes_the_reward_at_hand_when_the_future_counts_nothing) {
  ThreadPool pool(1);
  PpoOptions options = small_options();
  options.advantage.gamma = 0;
  PpoAgent agent(Chain::kLength, options, 7);
  train<Chain>(agent, 32, 60, pool);
  EXPECT_NEAR(skill<Chain>(agent, pool), 1, 1e-4);
}

TEST(Ppo, learns_by_minibatches_with_all_limits_on) {
  ThreadPool pool(1);
  PpoOptions options = small_options();
  options.minibatch = 64;
  options.gradient_limit = 0.5;
  options.target_kl = 0.05;
  options.entropy_weight = 0.01;
  options.last_scale = 0.01;
  PpoAgent agent(2, options, 5);
  train<KeepPositive>(agent, 40, 40, pool);
  EXPECT_GT(skill<KeepPositive>(agent, pool), 0.9 * best_keeping());
}

TEST(Ppo, learns_with_dropout_and_standardised_returns) {
  ThreadPool pool(1);
  PpoOptions options = small_options();
  options.actor_hidden = {64, 32};
  options.dropout = 0.5;
  options.advantage.standardise_returns = true;
  options.advantage.standardise_advantages = false;
  PpoAgent agent(2, options, 5);
  train<KeepPositive>(agent, 40, 40, pool);
  EXPECT_GT(skill<KeepPositive>(agent, pool), 0.9 * best_keeping());
}

TEST(Ppo, an_entropy_bonus_keeps_the_policy_more_random) {
  ThreadPool pool(1);
  const auto entropy_with = [&](double weight) {
    PpoOptions options = small_options();
    options.entropy_weight = weight;
    PpoAgent agent(1, options, 3);
    return train<TwoArmedBandit>(agent, 32, 40, pool).entropy;
  };
  EXPECT_LT(entropy_with(0), 0.1);
  EXPECT_GT(entropy_with(1), 0.45);
}

TEST(Ppo, starts_with_the_bias_towards_keeping_that_was_asked_for) {
  ThreadPool pool(1);
  PpoOptions options = small_options();
  options.keep_bias = 1.5;
  options.last_scale = 0;
  const PpoAgent agent(2, options, 3);
  EXPECT_NEAR(agent.probabilities(Matrix(1, 2, 1), pool)(0, 1), 1 / (1 + std::exp(-1.5)), 1e-6);
}

PpoOptions options_with_everything_random() {
  PpoOptions options;
  options.minibatch = 50;
  options.dropout = 0.3;
  options.dropout_in_evaluation = true;
  return options;
}

TEST(Ppo, the_same_seed_gives_the_same_bytes_for_any_number_of_threads) {
  const auto bytes = [](int threads, uint64_t seed) {
    ThreadPool pool(threads);
    PpoAgent agent(2, options_with_everything_random(), seed);
    train<KeepPositive>(agent, 40, 3, pool);
    return agent.state();
  };
  const std::string one = bytes(1, 9);
  EXPECT_EQ(one, bytes(2, 9));
  EXPECT_EQ(one, bytes(5, 9));
  EXPECT_NE(one, bytes(1, 10));
}

TEST(Ppo, a_restored_agent_learns_on_to_the_same_bytes) {
  ThreadPool pool(2);
  const auto all = test::games<KeepPositive>(20);
  const auto learn_on = [&](PpoAgent& agent, uint64_t from, uint64_t to) {
    for (uint64_t u = from; u < to; ++u) agent.learn(play(agent.networks(), all, 20 * u, pool), u, pool);
  };
  PpoAgent straight(2, options_with_everything_random(), 9), broken(2, options_with_everything_random(), 9);
  learn_on(straight, 0, 4);
  learn_on(broken, 0, 2);
  PpoAgent resumed(2, options_with_everything_random(), 9);
  resumed.restore(PpoAgent(resumed).state());  // of an agent that has not learnt yet
  resumed.restore(broken.state());
  EXPECT_EQ(resumed.state(), broken.state());
  EXPECT_NE(resumed.state(), straight.state());
  learn_on(resumed, 2, 4);
  EXPECT_EQ(resumed.state(), straight.state());
}

TEST(Ppo, refuses_a_state_that_is_damaged_or_of_another_shape) {
  PpoOptions wider = small_options();
  wider.critic_hidden = {17};
  PpoAgent agent(2, small_options(), 9);
  const std::string before = agent.state();
  std::string changed = PpoAgent(2, small_options(), 10).state(), longer = changed + "x";
  const std::string shorter = changed.substr(0, changed.size() - 1), other = PpoAgent(2, wider, 9).state();
  changed[changed.size() / 2] ^= 1;
  for (const std::string& bad : {changed, longer, shorter, other, std::string()}) {
    const Error error = refusal([&] { agent.restore(bad); });
    EXPECT_EQ(error.fault(), Fault::input) << error.what();
    EXPECT_EQ(agent.state(), before);
  }
}

TEST(Ppo, refuses_options_that_make_no_sense) {
  const auto fault = [](auto change) {
    PpoOptions options;
    change(options);
    return refusal([&] { PpoAgent(2, options, 1); }).fault();
  };
  EXPECT_EQ(fault([](PpoOptions& o) { o.clip = 0; }), Fault::usage);
  EXPECT_EQ(fault([](PpoOptions& o) { o.actions = 1; }), Fault::usage);
  EXPECT_EQ(fault([](PpoOptions& o) { o.dropout = 1; }), Fault::usage);
  EXPECT_EQ(fault([](PpoOptions& o) { o.actor_hidden = {0}; }), Fault::usage);
  EXPECT_EQ(fault([](PpoOptions& o) { o.advantage.gae = o.advantage.standardise_returns = true; }),
            Fault::usage);
}

}  // namespace
}  // namespace graphsr
