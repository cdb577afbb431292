#include "graphsr/train/early_stop.h"

#include <gtest/gtest.h>

namespace graphsr {
namespace {

TEST(EarlyStop, prefers_accuracy_and_then_the_lower_loss) {
  EarlyStop stop(10);
  EXPECT_TRUE(stop.is_best(0.5, 2.0));
  EXPECT_FALSE(stop.is_best(0.5, 2.0));  // an equal epoch does not replace an earlier one
  EXPECT_TRUE(stop.is_best(0.5, 1.5));
  EXPECT_TRUE(stop.is_best(0.6, 9.0));
  EXPECT_FALSE(stop.is_best(0.55, 0.1));
  EXPECT_EQ(stop.best_epoch(), 4);
  EXPECT_EQ(stop.accuracy(), 0.6);
}

TEST(EarlyStop, stops_after_as_many_epochs_without_a_better_one_as_its_patience) {
  EarlyStop stop(3);
  EXPECT_FALSE(stop.should_stop());
  stop.is_best(0.5, 1);
  stop.is_best(0.4, 1);
  stop.is_best(0.4, 1);
  EXPECT_FALSE(stop.should_stop());
  stop.is_best(0.4, 1);
  EXPECT_TRUE(stop.should_stop());
}

TEST(EarlyStop, waits_as_long_again_when_told_to) {
  EarlyStop stop(2);
  stop.is_best(0.5, 1);
  stop.is_best(0.4, 1);
  stop.is_best(0.4, 1);
  ASSERT_TRUE(stop.should_stop());
  stop.wait_again();
  EXPECT_FALSE(stop.should_stop());
  EXPECT_FALSE(stop.is_best(0.45, 1)) << "the best so far is remembered";
  EXPECT_FALSE(stop.should_stop());
  stop.is_best(0.4, 1);
  EXPECT_TRUE(stop.should_stop());
  EXPECT_EQ(stop.best_epoch(), 1);
}

TEST(EarlyStop, does_not_go_on_for_the_loss_alone_when_everything_is_right) {
  EarlyStop stop(2);
  EXPECT_TRUE(stop.is_best(0.9, 2));
  EXPECT_TRUE(stop.is_best(0.9, 1));
  EXPECT_TRUE(stop.is_best(1, 0.9));
  EXPECT_TRUE(stop.is_best(1, 0.8));
  EXPECT_FALSE(stop.should_stop());
  EXPECT_TRUE(stop.is_best(1, 0.7));
  EXPECT_TRUE(stop.should_stop());
  EXPECT_EQ(stop.best_epoch(), 5);
}

TEST(EarlyStop, treats_a_loss_that_is_not_a_number_as_no_better) {
  EarlyStop stop(3);
  EXPECT_TRUE(stop.is_best(0.5, 1));
  EXPECT_FALSE(stop.is_best(0.5, std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace
}  // namespace graphsr
