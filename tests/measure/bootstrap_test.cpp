#include "graphsr/measure/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/measure/statistics_reference.h"

namespace graphsr {
namespace {

using test::Generator;

std::vector<double> accuracies(uint64_t seed) {
  const test::ReferencePairs pairs = test::reference_pairs(seed);
  std::vector<double> values;
  for (const int64_t right : pairs.first)
    values.push_back(static_cast<double>(right) / static_cast<double>(pairs.nodes));
  return values;
}

double standard_error(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  return std::sqrt(squares) / n;
}

// The 2.5 % point of 10000 means has a deviation of sqrt(0.025 * 0.975 / 10000) / 0.058 = 0.027 standard
// errors; few values have few different means, so a point may also lie one of their steps aside.
TEST(Bootstrap, equals_scipy_up_to_the_luck_of_the_draws) {
  const auto cases = test::statistics_reference("bootstrap");
  ASSERT_GT(cases.size(), 40u);
  double squares = 0;
  for (const auto& expected : cases) {
    const std::vector<double> values = accuracies(expected[0].get<uint64_t>());
    const Interval got = bootstrap_mean(values);
    const double unit = standard_error(values);
    const double low = (got.low - expected[1].get<double>()) / unit;
    const double high = (got.high - expected[2].get<double>()) / unit;
    EXPECT_LT(std::abs(low), 0.14) << expected[0];
    EXPECT_LT(std::abs(high), 0.14) << expected[0];
    squares += low * low + high * high;
  }
  EXPECT_LT(std::sqrt(squares / (2 * static_cast<double>(cases.size()))), 0.05);
}

TEST(Bootstrap, gives_the_same_interval_in_any_order) {
  std::vector<double> values = {0.81, 0.84, 0.79, 0.9, 0.83, 0.84};
  const Interval one = bootstrap_mean(values);
  std::reverse(values.begin(), values.end());
  const Interval other = bootstrap_mean(values);
  EXPECT_EQ(one.mean, other.mean);
  EXPECT_EQ(one.low, other.low);
  EXPECT_EQ(one.high, other.high);
  EXPECT_LT(one.low, one.mean);
  EXPECT_LT(one.mean, one.high);
}

TEST(Bootstrap, two_values_give_themselves) {  // a quarter of the resamples has one value alone
  const Interval got = bootstrap_mean(std::vector<double>{0.25, 0.75});
  EXPECT_EQ(got.mean, 0.5);
  EXPECT_EQ(got.low, 0.25);
  EXPECT_EQ(got.high, 0.75);
}

TEST(Bootstrap, scales_and_shifts_with_the_values) {
  const std::vector<double> values = {1, 5, 2, 8, 3, 3, 9};
  std::vector<double> others;
  for (const double v : values) others.push_back(4 * v - 16);
  const Interval one = bootstrap_mean(values), other = bootstrap_mean(others);
  EXPECT_NEAR(other.low, 4 * one.low - 16, 1e-12);
  EXPECT_NEAR(other.high, 4 * one.high - 16, 1e-12);
}

// Of 95 % intervals of the mean of 20 numbers about 93 % hold the truth.
TEST(Bootstrap, holds_the_true_mean_as_often_as_it_should) {
  Generator draw(5);
  int holds = 0;
  for (int k = 0; k < 400; ++k) {
    std::vector<double> values(20);
    for (double& v : values) v = (draw.below(1001) + draw.below(1001) + draw.below(1001)) / 3.0;
    const Interval got = bootstrap_mean(values, 1000);
    holds += got.low <= 500 && 500 <= got.high;
  }
  EXPECT_GT(holds, 400 * 0.89);
  EXPECT_LT(holds, 400 * 0.97);
}

TEST(Bootstrap, one_value_or_equal_values_have_no_width) {
  for (const std::vector<double>& values : {std::vector<double>{0.1}, std::vector<double>(7, 0.1)}) {
    const Interval got = bootstrap_mean(values);
    EXPECT_EQ(got.mean, 0.1);
    EXPECT_EQ(got.low, 0.1);
    EXPECT_EQ(got.high, 0.1);
  }
}

TEST(Bootstrap, nothing_or_nan_is_nan) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const std::vector<double>& values : {std::vector<double>{}, {1, kNaN, 2}, {kNaN}}) {
    const Interval got = bootstrap_mean(values);
    EXPECT_TRUE(std::isnan(got.mean));
    EXPECT_TRUE(std::isnan(got.low));
    EXPECT_TRUE(std::isnan(got.high));
  }
}

}  // namespace
}  // namespace graphsr
