#include "graphsr/policy/advantage.h"

#include <gtest/gtest.h>

namespace graphsr {
namespace {

// Two episodes, of three steps and of one.
Batch played() {
  Batch batch;
  batch.rewards = {1, 0, 2, 4};
  batch.values = {Real(0.5), 1, Real(1.5), 3};
  batch.actions = {0, 0, 0, 0};
  batch.offsets = {0, 3, 4};
  return batch;
}

void expect_values(const std::vector<Real>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-6) << i;
}

// gamma 1/2: R = 2; 0 + 2/2 = 1; 1 + 1/2 = 1.5; and 4 in the other episode.
TEST(Advantage, reward_to_go_stops_at_the_end_of_the_episode) {
  const Advantages a = advantages(played(), {.gamma = 0.5, .standardise_advantages = false});
  expect_values(a.returns, {1.5, 1, 2, 4});
  expect_values(a.advantages, {1, 0, 0.5, 1});
}

// gamma 1/2, lambda 1/2. d = 1 + 1/2 - 1/2 = 1; 0 + 0.75 - 1 = -0.25; 2 - 1.5 = 0.5; 4 - 3 = 1.
// A_2 = 0.5; A_1 = -0.25 + 0.5/4 = -0.125; A_0 = 1 - 0.125/4 = 0.96875.
TEST(Advantage, gae_discounts_the_critics_errors) {
  const Advantages a =
      advantages(played(), {.gamma = 0.5, .gae = true, .lambda = 0.5, .standardise_advantages = false});
  expect_values(a.advantages, {0.96875, -0.125, 0.5, 1});
  expect_values(a.returns, {1.46875, 0.875, 2, 4});
}

TEST(Advantage, gae_with_lambda_1_is_reward_to_go) {
  const Advantages gae =
      advantages(played(), {.gamma = 0.9, .gae = true, .lambda = 1, .standardise_advantages = false});
  const Advantages plain = advantages(played(), {.gamma = 0.9, .standardise_advantages = false});
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(gae.advantages[i], plain.advantages[i], 1e-6);
}

// Returns 1.5, 1, 2, 4: mean 2.125, squares of differences 0.390625, 1.265625, 0.015625, 3.515625, so
// variance 1.296875 and deviation 1.138804.
TEST(Advantage, standardised_returns_are_what_value_is_taken_off) {
  const Advantages a =
      advantages(played(), {.gamma = 0.5, .standardise_returns = true, .standardise_advantages = false});
  expect_values(a.returns, {-0.5488213, -0.9878783, -0.1097643, 1.6464639});
  expect_values(a.advantages, {-1.0488213, -1.9878783, -1.6097643, -1.3535361});
}

// Advantages 1, 0, 0.5, 1: mean 0.625, variance (0.140625 + 0.390625 + 0.015625 + 0.140625) / 4 = 0.171875.
TEST(Advantage, standardised_advantages_leave_the_returns_alone) {
  const Advantages a = advantages(played(), {.gamma = 0.5, .standardise_advantages = true});
  expect_values(a.returns, {1.5, 1, 2, 4});
  expect_values(a.advantages, {0.9045340, -1.5075567, -0.3015113, 0.9045340});
}

TEST(Advantage, equal_advantages_are_standardised_to_zero) {
  Batch batch = played();
  batch.rewards = {0, 0, 0, 0};
  batch.values.assign(4, Real(0.1));
  expect_values(advantages(batch, {.gamma = 0.5}).advantages, {0, 0, 0, 0});
}

}  // namespace
}  // namespace graphsr
