// One update, looked at closely.
#include "graphsr/policy/ppo.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>

#include <gtest/gtest.h>

#include "tests/policy/small_games.h"

namespace graphsr {
namespace {

// A linear actor with zero weights, a linear critic with zero weights, and an Adam of rate 0.1.
PpoAgent linear_agent(PpoOptions options) {
  options.actor_hidden = options.critic_hidden = {};
  options.rate = 0.1;
  options.advantage.standardise_advantages = false;
  PpoAgent agent(1, options, 1);
  for (Param* param : agent.networks().actor.params()) param->value.fill(0);
  for (Param* param : agent.networks().critic.params()) param->value.fill(0);
  return agent;
}

// Two episodes of one step: state 1, action 1, reward 1; and state 2, action 0, reward -1. Both actions had
// probability 1/2 and the critic expected nothing.
Batch two_samples() {
  Batch batch;
  batch.states.resize(2, 1);
  batch.states(0, 0) = 1;
  batch.states(1, 0) = 2;
  batch.actions = {1, 0};
  batch.log_probabilities.assign(2, static_cast<Real>(std::log(0.5)));
  batch.rewards = {1, -1};
  batch.values = {0, 0};
  batch.offsets = {0, 1, 2};
  return batch;
}

// By hand. Logits are 0, so p = (1/2, 1/2) and both ratios are 1; advantages are 1 and -1; the loss is
// -(1 - 1)/2 = 0. Its gradient by a logit is -ratio A ([j = a] - p_j) / 2:
//   sample 1 (A = 1, a = 1):   (1/4, -1/4);  sample 2 (A = -1, a = 0):   (1/4, -1/4).
// By the weights, times the states 1 and 2: (3/4, -3/4); by the biases: (1/2, -1/2). Adam's first step is the
// rate times the sign: weights and biases become (-0.1, 0.1). The critic: predictions 0, targets 1 and -1,
// gradient 2 (0 - target) / 2 = (-1, 1); weight: -1 + 2 = 1, so it becomes -0.1; bias: 0, it stays.
TEST(Ppo, takes_the_step_that_was_worked_by_hand) {
  ThreadPool pool(1);
  PpoOptions options;
  options.epochs = 1;
  PpoAgent agent = linear_agent(options);
  const Batch batch = two_samples();
  const UpdateFigures figures = agent.learn(batch, 0, pool);
  const auto actor = agent.networks().actor.params(), critic = agent.networks().critic.params();
  EXPECT_FLOAT_EQ(actor[0]->gradient(0, 0), 0.75f);
  EXPECT_FLOAT_EQ(actor[0]->gradient(0, 1), -0.75f);
  EXPECT_FLOAT_EQ(actor[1]->gradient(0, 0), 0.5f);
  EXPECT_FLOAT_EQ(actor[1]->gradient(0, 1), -0.5f);
  for (const Param* param : actor) {
    EXPECT_NEAR(param->value(0, 0), -0.1, 1e-6) << param->name;
    EXPECT_NEAR(param->value(0, 1), 0.1, 1e-6) << param->name;
  }
  EXPECT_NEAR(critic[0]->value(0, 0), -0.1, 1e-6);
  EXPECT_NEAR(critic[1]->value(0, 0), 0, 1e-6);
  EXPECT_EQ(figures.mean_reward, 0);
  EXPECT_EQ(figures.mean_return, 0);
  EXPECT_NEAR(figures.value_loss, 1, 1e-6);
  EXPECT_EQ(figures.epochs, 1);
  EXPECT_EQ(figures.steps, 1);

  // After it: logits of state 1 are (-0.2, 0.2), of state 2 (-0.3, 0.3). With s(x) = 1 / (1 + e^-x):
  //   ratio 1 = s(0.4) / 0.5 = 1.19738, within 1 ± 0.2; ratio 2 = s(-0.6) / 0.5 = 0.70869, outside.
  const double p1 = 1 / (1 + std::exp(-0.4)), p2 = 1 / (1 + std::exp(0.6)), r1 = 2 * p1, r2 = 2 * p2;
  EXPECT_NEAR(r1, 1.19738, 1e-5);
  EXPECT_NEAR(r2, 0.70869, 1e-5);
  EXPECT_NEAR(figures.clip_fraction, 0.5, 1e-9);
  EXPECT_NEAR(figures.kl, ((r1 - 1 - std::log(r1)) + (r2 - 1 - std::log(r2))) / 2, 1e-6);
  const auto h = [](double p) { return -p * std::log(p) - (1 - p) * std::log(1 - p); };
  EXPECT_NEAR(figures.entropy, (h(p1) + h(p2)) / 2, 1e-6);
}

// Ten states that come again and again, with logits of their own.
TEST(Ppo, samples_that_are_alike_change_no_byte) {
  constexpr int64_t kSamples = 1000;
  Param logits{"logits", Matrix(kSamples, 2), {}};
  std::vector<int32_t> actions;
  std::vector<Real> log_probabilities, advantages;
  Stream stream(1, Purpose::test);
  for (int64_t i = 0; i < kSamples; ++i) {
    const uint32_t state = stream.below(10);
    // The last state is played as the first one is, and has moved elsewhere since.
    const Real played = -static_cast<Real>(state % 9 + 1) / 10, now = static_cast<Real>(state) / 5 - 1;
    logits.value(i, 0) = now;
    logits.value(i, 1) = -now;
    actions.push_back(static_cast<int32_t>(stream.below(2)));
    log_probabilities.push_back(played);
    advantages.push_back(static_cast<Real>(stream.normal()));
  }
  const std::vector<int32_t> alike = alike_samples(actions, log_probabilities);
  EXPECT_EQ(std::set<int32_t>(alike.begin(), alike.end()).size(), 18u);
  for (int64_t i = 0; i < kSamples; ++i) {
    EXPECT_LE(alike[i], i);
    EXPECT_EQ(actions[alike[i]], actions[i]);
    EXPECT_EQ(log_probabilities[alike[i]], log_probabilities[i]);
  }

  ThreadPool pool(2);
  std::vector<Matrix> losses, gradients;
  std::vector<PpoFigures> figures;
  for (const bool known : {false, true}) {
    const PpoSamples samples = {actions, log_probabilities, advantages,
                                known ? std::span<const int32_t>(alike) : std::span<const int32_t>()};
    Tape tape(pool);
    const Var loss = ppo_loss(tape, tape.param(logits), samples, {.clip = 0.2, .entropy_weight = 0.1},
                              &figures.emplace_back());
    tape.backward(loss);
    losses.push_back(tape.value(loss));
    gradients.push_back(logits.gradient);
  }
  EXPECT_EQ(losses[0].values()[0], losses[1].values()[0]);
  EXPECT_TRUE(std::ranges::equal(gradients[0].values(), gradients[1].values()));
  EXPECT_EQ(figures[0].kl, figures[1].kl);
  EXPECT_EQ(figures[0].entropy, figures[1].entropy);
  EXPECT_EQ(figures[0].clip_fraction, figures[1].clip_fraction);
  EXPECT_GT(figures[0].clip_fraction, 0);
}

TEST(Ppo, nothing_is_like_a_sample_without_a_probability) {
  const Real none = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_EQ(alike_samples({}, {}), std::vector<int32_t>());
  EXPECT_EQ(alike_samples(std::vector<int32_t>{1, 1, 0, 1, 1}, std::vector<Real>{none, -1, -1, none, -1}),
            (std::vector<int32_t>{0, 1, 2, 3, 1}));
}

// The same two samples from there on: sample 1 still pulls (A > 0, ratio 1.197 < 1.2), sample 2 does not any
// more (A < 0, ratio 0.709 < 0.8). Loss: -(1.19738 * 1 + 0.8 * -1) / 2 = -0.19869.
TEST(Ppo, a_clipped_sample_pulls_no_more) {
  ThreadPool pool(1);
  Tape tape(pool);
  Param logits{"logits", Matrix(2, 2), {}};
  const Real x[] = {Real(-0.2), Real(0.2), Real(-0.3), Real(0.3)};
  std::copy(std::begin(x), std::end(x), logits.value.data());
  const std::vector<Real> advantages = {1, -1};
  const Batch batch = two_samples();
  PpoFigures figures;
  const PpoSamples samples{batch.actions, batch.log_probabilities, advantages};
  const Var loss = ppo_loss(tape, tape.param(logits), samples, {.clip = 0.2, .entropy_weight = 0}, &figures);
  EXPECT_NEAR(tape.value(loss)(0, 0), -0.19869, 1e-5);
  EXPECT_NEAR(figures.clip_fraction, 0.5, 1e-9);
  tape.backward(loss);
  // -1.19738 (1 - 0.59869) / 2 = -0.24026 by the logit of the action that was taken.
  EXPECT_NEAR(logits.gradient(0, 1), -0.24026, 1e-5);
  EXPECT_NEAR(logits.gradient(0, 0), 0.24026, 1e-5);
  EXPECT_EQ(logits.gradient(1, 0), 0);
  EXPECT_EQ(logits.gradient(1, 1), 0);
}

// What the minimum in the objective is for: a good action that became rarer, and a bad one that became more
// frequent, are outside of the clip too, yet must pull.
TEST(Ppo, a_sample_that_moved_the_wrong_way_still_pulls) {
  ThreadPool pool(1);
  Tape tape(pool);
  Param logits{"logits", Matrix(2, 2, 0), {}};
  const std::vector<int32_t> actions = {1, 1};
  const std::vector<Real> before = {static_cast<Real>(std::log(0.9)), static_cast<Real>(std::log(0.1))};
  const std::vector<Real> advantages = {1, -1};
  const Var loss = ppo_loss(tape, tape.param(logits), {actions, before, advantages}, {});
  tape.backward(loss);
  EXPECT_NEAR(tape.value(loss)(0, 0), -(0.5 / 0.9 - 0.5 / 0.1) / 2, 1e-5);
  EXPECT_NEAR(logits.gradient(0, 1), -0.5 / 0.9 * 0.5 / 2, 1e-5);
  EXPECT_NEAR(logits.gradient(1, 1), 0.5 / 0.1 * 0.5 / 2, 1e-5);
}

TEST(Ppo, a_ratio_beyond_all_bounds_leaves_the_loss_finite) {
  ThreadPool pool(1);
  Tape tape(pool);
  Param logits{"logits", Matrix(1, 2, 0), {}};
  logits.value(0, 1) = 500;
  const std::vector<int32_t> actions = {1};
  const std::vector<Real> before = {-300}, advantages = {-1};
  const Var loss = ppo_loss(tape, tape.param(logits), {actions, before, advantages}, {.entropy_weight = 1});
  tape.backward(loss);
  EXPECT_TRUE(std::isfinite(tape.value(loss)(0, 0)));
  EXPECT_TRUE(std::isfinite(logits.gradient(0, 0)));
}

// One step moves the policy to a KL of about 0.035 (see above): a lower target stops before the second.
TEST(Ppo, stops_early_when_the_policy_has_moved_far_enough) {
  ThreadPool pool(1);
  PpoOptions options;
  options.epochs = 4;
  const auto figures = [&](double target) {
    options.target_kl = target;
    return linear_agent(options).learn(two_samples(), 0, pool);
  };
  const auto critic = [&](int epochs, double target) {
    options.epochs = epochs;
    options.target_kl = target;
    PpoAgent agent = linear_agent(options);
    agent.learn(two_samples(), 0, pool);
    std::vector<Real> weights;
    for (const Param* param : agent.networks().critic.params())
      weights.insert(weights.end(), param->value.values().begin(), param->value.values().end());
    return weights;
  };
  EXPECT_EQ(figures(0).epochs, 4);
  EXPECT_EQ(figures(10).epochs, 4);
  const UpdateFigures stopped = figures(0.02);
  EXPECT_EQ(stopped.epochs, 1);
  EXPECT_EQ(stopped.steps, 1);
  EXPECT_GT(stopped.kl, 0.02);
  EXPECT_EQ(critic(4, 0.02), critic(1, 0)) << "the critic stops with the actor";
  EXPECT_NE(critic(4, 0), critic(1, 0));
}

TEST(Ppo, the_first_epoch_finds_the_policy_that_played) {
  ThreadPool pool(2);
  PpoOptions options;
  options.epochs = 1;
  options.rate = 1e-12;  // too small to change any weight
  PpoAgent agent(2, options, 1);
  const Batch batch = play(agent.networks(), test::games<test::KeepPositive>(30), 0, pool);
  const UpdateFigures figures = agent.learn(batch, 0, pool);
  EXPECT_EQ(figures.kl, 0);
  EXPECT_EQ(figures.clip_fraction, 0);
}

double norm(std::span<Param* const> params) {
  double squares = 0;
  for (const Param* param : params)
    for (const double g : param->gradient.values()) squares += g * g;
  return std::sqrt(squares);
}

TEST(Ppo, a_limit_bounds_the_gradients_of_both_networks) {
  ThreadPool pool(1);
  PpoOptions options;
  options.epochs = 1;
  for (const double limit : {0.0, 0.25}) {
    options.gradient_limit = limit;
    PpoAgent agent = linear_agent(options);
    agent.learn(two_samples(), 0, pool);
    // Without a limit: sqrt(2 (0.75² + 0.5²)) = 1.27475, and 1.
    EXPECT_NEAR(norm(agent.networks().actor.params()), limit > 0 ? limit : 1.27475, 1e-5);
    EXPECT_NEAR(norm(agent.networks().critic.params()), limit > 0 ? limit : 1, 1e-5);
  }
}

TEST(Ppo, minibatches_take_every_sample_once_an_epoch) {
  ThreadPool pool(1);
  PpoOptions options;
  options.minibatch = 7;
  options.epochs = 2;
  PpoAgent agent(2, options, 1);
  const auto all = test::games<test::KeepPositive>(10);  // 3 + 4 + 5 + 6 + 7 steps, twice: 50
  const Batch batch = play(agent.networks(), all, 0, pool);
  ASSERT_EQ(batch.size(), 50);
  EXPECT_EQ(agent.learn(batch, 0, pool).steps, 2 * 8);
}

TEST(Ppo, learns_nothing_from_an_empty_batch) {
  ThreadPool pool(1);
  PpoAgent agent(2, {}, 1);
  const std::string before = agent.state();
  EXPECT_EQ(agent.learn(play(agent.networks(), {}, 0, pool), 0, pool).steps, 0);
  EXPECT_EQ(agent.state(), before);
}

}  // namespace
}  // namespace graphsr
