#include "graphsr/select/reward.h"

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

GameScore accuracy(double value) { return {.accuracy = value}; }
GameScore f1(double value) { return {.macro_f1 = value}; }

TEST(AccuracySign, pays_for_keeping_what_is_at_least_the_mean_of_the_past) {
  const auto reward = reward_named("accuracy-sign").make();
  reward->begin(accuracy(0.5));
  EXPECT_EQ(reward->of(1, accuracy(0.5), false), 1);    // a tie counts as good; past: .5 .5
  EXPECT_EQ(reward->of(0, accuracy(0.5), false), -1);   // .5 .5 .5
  EXPECT_EQ(reward->of(1, accuracy(0.25), false), -1);  // .5 .5 .5 .25
  EXPECT_EQ(reward->of(0, accuracy(0.25), false), 1);   // mean .4375
  EXPECT_EQ(reward->of(1, accuracy(0.45), false), 1);   // mean .4: refused nodes' accuracies count too
}

TEST(AccuracySign, forgets_all_but_the_past_ten) {
  const auto reward = reward_named("accuracy-sign").make();
  reward->begin(accuracy(1));
  for (int i = 0; i < 9; ++i) reward->of(1, accuracy(0), false);
  EXPECT_EQ(reward->of(1, accuracy(0.05), false), -1) << "1 and nine zeros: mean 0.1";
  EXPECT_EQ(reward->of(1, accuracy(0.05), true), 1) << "the 1 is forgotten: mean 0.005";
}

TEST(AccuracySign, begins_anew_with_every_episode) {
  const auto reward = reward_named("accuracy-sign").make();
  reward->begin(accuracy(1));
  EXPECT_EQ(reward->of(1, accuracy(0.5), false), -1);
  reward->begin(accuracy(0.25));
  EXPECT_EQ(reward->of(1, accuracy(0.5), false), 1);
}

TEST(F1Sign, pays_nothing_for_a_tie_and_remembers_what_was_kept) {
  const auto reward = reward_named("f1-sign").make();
  reward->begin(f1(0.5));
  EXPECT_EQ(reward->of(1, f1(0.5), false), 0);
  EXPECT_EQ(reward->of(0, f1(0.5), false), 0);
  EXPECT_EQ(reward->of(1, f1(0.75), false), 1);   // past: .5 .5 .5 .75, mean .5625
  EXPECT_EQ(reward->of(0, f1(0), false), 1);      // refused: .75 is repeated, mean .6
  EXPECT_EQ(reward->of(1, f1(0.59), false), -1);  // past ends with .59
  EXPECT_EQ(reward->of(0, f1(0.9), false), -1);
}

TEST(F1Sign, a_refused_nodes_score_does_not_enter_the_baseline) {
  const auto reward = reward_named("f1-sign").make();
  reward->begin(f1(0.5));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(reward->of(0, f1(0.1), false), 1);
  EXPECT_EQ(reward->of(1, f1(0.4), false), -1) << "the baseline is still 0.5";
}

TEST(F1Sign, forgets_all_but_the_past_ten) {
  const auto reward = reward_named("f1-sign").make();
  reward->begin(f1(1));
  for (int i = 0; i < 9; ++i) reward->of(1, f1(0), false);
  EXPECT_EQ(reward->of(1, f1(0.05), false), -1);
  EXPECT_EQ(reward->of(1, f1(0.05), false), 1);
}

TEST(TerminalScore, pays_once_at_the_end) {
  const auto reward = reward_named("terminal").make();
  reward->begin({0.9, 0.9, 0.1});
  EXPECT_EQ(reward->of(1, {0.8, 0.1, 0.5}, false), 0);
  EXPECT_DOUBLE_EQ(reward->of(0, {0.8, 0.1, 0.5}, true), 0.8 - 0.3 * 0.5);
  EXPECT_FALSE(reward_named("terminal").every_step);
  EXPECT_TRUE(reward_named("accuracy-sign").every_step);
}

TEST(Rewards, unknown_names_get_a_suggestion) {
  const Error error = refusal([] { reward_named("f1-sgin"); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_NE(std::string(error.what()).find("did you mean 'f1-sign'"), std::string::npos) << error.what();
}

}  // namespace
}  // namespace graphsr
