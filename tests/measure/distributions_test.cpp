#include "graphsr/measure/distributions.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/measure/statistics_reference.h"

namespace graphsr {
namespace {

TEST(ChiSquare, equals_scipy_on_five_hundred_cases) {
  const auto cases = test::statistics_reference("chi_square");
  ASSERT_EQ(cases.size(), 500u);
  for (const auto& expected : cases) {
    const double got = chi_square_tail(expected[1].get<double>() / 8, expected[0].get<double>());
    EXPECT_NEAR(got / expected[2].get<double>(), 1, 1e-10) << expected;
  }
}

TEST(ChiSquare, has_its_closed_forms) {
  for (const double x : {1e-9, 0.1, 1.0, 3.9, 4.1, 30.0, 700.0}) {
    EXPECT_NEAR(chi_square_tail(x, 2) / std::exp(-x / 2), 1, 1e-13) << x;
    EXPECT_NEAR(chi_square_tail(x, 1) / std::erfc(std::sqrt(x / 2)), 1, 1e-12) << x;
  }
}

TEST(ChiSquare, has_sound_ends) {
  EXPECT_EQ(chi_square_tail(0, 3), 1);
  EXPECT_EQ(chi_square_tail(-1, 3), 1);
  EXPECT_EQ(chi_square_tail(std::numeric_limits<double>::infinity(), 3), 0);
  EXPECT_TRUE(std::isnan(chi_square_tail(std::numeric_limits<double>::quiet_NaN(), 3)));
  EXPECT_TRUE(std::isnan(chi_square_tail(1, 0)));
}

TEST(StudentisedRange, equals_scipy_for_two_to_fifty_methods) {
  const auto cases = test::statistics_reference("studentised_range");
  ASSERT_EQ(cases.size(), 3u * 49);
  for (const auto& expected : cases)
    EXPECT_NEAR(studentised_range_quantile(expected[0].get<double>(), expected[1].get<int>()),
                expected[2].get<double>(), 1e-7)
        << expected;
}

TEST(StudentisedRange, of_two_is_a_folded_normal) {
  for (const double q : {0.01, 0.5, 1.0, 2.77, 6.0})
    EXPECT_NEAR(studentised_range(q, 2), std::erf(q / 2), 1e-14) << q;
  EXPECT_EQ(studentised_range(0, 2), 0);
}

}  // namespace
}  // namespace graphsr
