#include "graphsr/report/axis.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace graphsr {
namespace {

using testing::ElementsAre;

std::vector<std::string> labels(double low, double high, int count) {
  const Ticks ticks = nice_ticks(low, high, count);
  std::vector<std::string> out;
  for (const double value : ticks.at) out.push_back(ticks.label(value));
  return out;
}

TEST(Ticks, are_round_and_told_apart) {
  EXPECT_THAT(labels(0, 1, 5), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels(0, 100, 4), ElementsAre("0", "50", "100"));
  EXPECT_THAT(labels(-0.3, 0.3, 3), ElementsAre("\xe2\x88\x92"
                                                "0.2",
                                                "0.0", "0.2"));
  EXPECT_THAT(labels(0.001, 0.0042, 3), ElementsAre("0.002", "0.004"));
  EXPECT_THAT(labels(7, 7, 5), ElementsAre("7"));
}

TEST(Ticks, lie_within_and_are_few_for_any_range) {
  for (double scale = 1e-8; scale < 1e9; scale *= 7.3)
    for (const double low : {-1.0, 0.0, 0.37}) {
      const double from = low * scale, to = (low + 1.7) * scale;
      const Ticks ticks = nice_ticks(from, to, 6);
      ASSERT_GE(ticks.at.size(), 2u) << scale;
      EXPECT_LE(ticks.at.size(), 8u) << scale;
      EXPECT_GE(ticks.at.front(), from - 1e-6 * scale);
      EXPECT_LE(ticks.at.back(), to + 1e-6 * scale);
      const Range range = nice_range(from, to, 6);
      EXPECT_LE(range.low, from + 1e-6 * scale);
      EXPECT_GE(range.high, to - 1e-6 * scale);
    }
}

TEST(Ticks, there_are_none_for_what_is_no_range) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(nice_ticks(nan, 1, 5).at.empty());
  EXPECT_TRUE(nice_ticks(2, 1, 5).at.empty());
  EXPECT_LT(nice_range(3, 3, 5).low, 3);
  EXPECT_GT(nice_range(3, 3, 5).high, 3);
}

TEST(Scale, maps_ends_to_ends_and_a_point_to_the_middle) {
  const Scale scale{10, 20, 100, 0};
  EXPECT_EQ(scale(10), 100);
  EXPECT_EQ(scale(20), 0);
  EXPECT_EQ((Scale{5, 5, 0, 10}(5)), 5);
}

}  // namespace
}  // namespace graphsr
