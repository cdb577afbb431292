// The losses of PPO and the networks below them.
#include "graphsr/policy/mlp.h"
#include "graphsr/policy/ppo_loss.h"
#include "tests/gradients/check.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

using test::expect_right_gradients;
using test::random_matrix;

// Samples of every kind: ratios inside and outside of the clip on both sides, advantages of both signs.
struct Samples {
  std::vector<int32_t> actions = {0, 2, 1, 1, 0, 2, 2, 0};
  std::vector<Real> log_probabilities = {-1.1, -0.4, -3.0, -1.0, -2.5, -0.2, -1.3, -0.9};
  std::vector<Real> advantages = {1, -2, 0.5, -0.7, -1.5, 2, 0, 0.3};
  operator PpoSamples() const { return {actions, log_probabilities, advantages}; }
};

TEST(Gradients, ppo_loss_with_and_without_entropy) {
  Param x{"x", random_matrix(8, 3, 1), {}};
  const Samples samples;
  ThreadPool pool(1);
  const PpoFigures figures = ppo_figures(x.value, samples, 0.3, pool);
  ASSERT_GT(figures.clip_fraction, 0.2);
  ASSERT_LT(figures.clip_fraction, 1);
  for (const double weight : {0.0, 0.7}) {
    const PpoLossOptions options{.clip = 0.3, .entropy_weight = weight};
    expect_right_gradients({&x}, [&](Tape& t) { return ppo_loss(t, t.param(x), samples, options); });
  }
}

TEST(Gradients, squared_error) {
  Param x{"x", random_matrix(6, 1, 1), {}};
  const std::vector<Real> targets = {1, -2, 0.5, 0, 3, 1};
  expect_right_gradients({&x}, [&](Tape& t) { return squared_error(t, t.param(x), targets); });
}

TEST(Gradients, an_actor_with_dropout) {
  Mlp actor("actor", {.inputs = 4, .hidden = {9, 6}, .outputs = 3, .last_bias = {0.1, 0.2, -0.3}}, 3, 0);
  for (Param* param : actor.params())  // hidden biases start at zero, where dropped units sit on ReLU's kink
    if (param->value.rows() == 1) param->value = random_matrix(1, param->value.cols(), 7);
  const Matrix states = random_matrix(8, 4, 2);
  const Samples samples;
  const PpoLossOptions options{.clip = 0.3, .entropy_weight = 0.2};
  expect_right_gradients(actor.params(), [&](Tape& t) {
    const Dropout dropout{0.3, 5, Purpose::policy_dropout, 6};
    return ppo_loss(t, actor.forward(t, t.constant(states), dropout), samples, options);
  });
}

}  // namespace
}  // namespace graphsr
