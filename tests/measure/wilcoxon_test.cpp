#include "graphsr/measure/wilcoxon.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/measure/reference_cases.h"

namespace graphsr {
namespace {

using test::checksum;
using test::Generator;
using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::NanSensitiveDoubleEq;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Wilcoxon test_of(const std::vector<double>& differences) { return wilcoxon_signed_rank(differences); }

std::vector<double> holm_of(const std::vector<double>& p) { return holm(p); }

std::vector<int64_t> make_eighths(uint64_t seed) {
  const std::vector<int64_t> sizes = {1, 2, 3, 5, 10, 20, 24, 25, 26, 27, 50, 100, 300};
  Generator draw(seed);
  const int64_t n = sizes[draw.below(sizes.size())], lean = std::vector{4, 5, 7, 8}[draw.below(4)];
  const int64_t levels = n > 25 ? std::vector{0, 3, 20}[draw.below(3)] : 0;
  std::vector<int64_t> eighths(draw.below(5));
  int64_t magnitude = 0;
  for (int64_t i = 0; i < n; ++i) {
    magnitude = levels > 0 ? 1 + draw.below(levels) : magnitude + 1 + draw.below(9);
    eighths.push_back(draw.below(8) < lean ? magnitude : -magnitude);
  }
  for (size_t i = eighths.size() - 1; i > 0; --i) std::swap(eighths[i], eighths[draw.below(i + 1)]);
  return eighths;
}

std::vector<double> in_units(const std::vector<int64_t>& eighths) {
  std::vector<double> differences;
  for (const int64_t value : eighths) differences.push_back(static_cast<double>(value) / 8);
  return differences;
}

TEST(Wilcoxon, equals_scipy_on_six_hundred_cases) {
  std::ifstream file(GRAPHSR_SOURCE_DIR "/tests/fixtures/wilcoxon_reference.json");
  const auto cases = nlohmann::json::parse(file).at("cases");
  ASSERT_EQ(cases.size(), 600u);
  std::map<int64_t, int> seen;
  for (size_t k = 0; k < cases.size(); ++k) {
    SCOPED_TRACE(k);
    const std::vector<int64_t> eighths = make_eighths(k);
    ASSERT_EQ(checksum(eighths), cases[k][0].get<uint64_t>()) << "the two generators differ";
    const Wilcoxon got = test_of(in_units(eighths));
    ASSERT_EQ(got.pairs, cases[k][1].get<int64_t>());
    ASSERT_EQ(got.statistic, cases[k][2].get<double>());
    ASSERT_NEAR(got.p / cases[k][3].get<double>(), 1, 1e-12);  // far in the tails too
    ++seen[got.pairs];
  }
  for (const int64_t pairs : {1, 5, 25, 26, 100}) EXPECT_GT(seen[pairs], 20) << pairs;
}

TEST(Wilcoxon, ties_worked_by_hand_are_exact) {
  // Ranks 2 2 2: of 8 outcomes one has a sum of 0 and three more have 2.
  EXPECT_EQ(test_of({1, 1, 1}).p, 2.0 / 8);
  EXPECT_EQ(test_of({1, -1, 1}).p, 8.0 / 8);
  // Ranks 1.5 1.5 3 4.5 4.5: no rank, or one of the first two, sums to at most 1.5.
  const Wilcoxon five = test_of({1, -1, 2, 3, 3});
  EXPECT_EQ(five.statistic, 1.5);
  EXPECT_EQ(five.p, 2 * 3.0 / 32);
  // Ranks 1.5 1.5 3.5 3.5 5 6: at most 5 are none, five single ranks, 1.5+1.5 and four times 1.5+3.5.
  const Wilcoxon six = test_of({-1, 1, 2, -2, 3, 4});
  EXPECT_EQ(six.statistic, 5);
  EXPECT_EQ(six.p, 2 * 11.0 / 64);
}

// Tries all signs instead of counting by sums.
double p_of_all_signs(const std::vector<double>& differences) {
  const size_t n = differences.size();
  std::vector<double> rank(n);
  double given = 0, all = 0;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      const double own = std::abs(differences[i]), other = std::abs(differences[j]);
      rank[i] += other < own ? 1 : other == own ? 0.5 : 0;
    }
    rank[i] += 0.5;
    all += rank[i];
    if (differences[i] > 0) given += rank[i];
  }
  int64_t extreme = 0;
  for (uint64_t signs = 0; signs < uint64_t{1} << n; ++signs) {
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += signs >> i & 1 ? rank[i] : 0;
    extreme += std::abs(sum - all / 2) >= std::abs(given - all / 2);
  }
  return std::ldexp(static_cast<double>(extreme), -static_cast<int>(n));
}

TEST(Wilcoxon, ties_agree_with_trying_all_signs) {
  Generator draw(1);
  for (int k = 0; k < 200; ++k) {
    std::vector<double> differences(1 + draw.below(10));
    for (double& value : differences)
      value = static_cast<double>((1 + draw.below(4)) * (draw.below(3) > 0 ? 1 : -1));
    ASSERT_EQ(test_of(differences).p, p_of_all_signs(differences)) << k;
  }
}

TEST(Wilcoxon, drops_zeros_and_needs_a_pair_that_differs) {
  for (const std::vector<double>& differences : {std::vector<double>{}, {0, -0.0, 0}}) {
    const Wilcoxon none = test_of(differences);
    EXPECT_EQ(none.pairs, 0);
    EXPECT_EQ(none.statistic, 0);
    EXPECT_EQ(none.p, 1);
  }
  const Wilcoxon some = test_of({0, 3, 0, -1, 2, 4, 5, -0.0});
  EXPECT_EQ(some.pairs, 5);
  EXPECT_EQ(some.statistic, 1);
  EXPECT_EQ(some.p, 2 * 2.0 / 32);
}

TEST(Wilcoxon, is_exact_up_to_twenty_five_pairs) {
  const double exact = std::ldexp(2, -25);
  EXPECT_EQ(test_of(std::vector<double>(25, 0.5)).p, exact);  // with all ties
  std::vector<double> differences;
  for (int i = 1; i <= 25; ++i) differences.push_back(-i);
  EXPECT_EQ(test_of(differences).p, exact);
  differences.push_back(-26);
  EXPECT_GT(test_of(differences).p, exact);  // the normal tail is far too heavy here
}

TEST(Wilcoxon, does_not_care_which_side_is_called_positive) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    std::vector<double> differences = in_units(make_eighths(seed));
    const double p = test_of(differences).p;
    for (double& value : differences) value = -value;
    EXPECT_EQ(test_of(differences).p, p);
  }
}

TEST(Wilcoxon, nan_makes_the_test_undefined) {
  const Wilcoxon got = test_of({1, kNaN, -2});
  EXPECT_TRUE(std::isnan(got.statistic));
  EXPECT_TRUE(std::isnan(got.p));
}

TEST(Holm, multiplies_by_what_is_left_and_never_descends) {
  EXPECT_THAT(holm_of({.01, .02, .03, .04}),
              ElementsAre(DoubleEq(.04), DoubleEq(.06), DoubleEq(.06), DoubleEq(.06)));
  EXPECT_THAT(holm_of({.03, .001, .02}), ElementsAre(DoubleEq(.04), DoubleEq(.003), DoubleEq(.04)));
}

TEST(Holm, stays_at_most_one) {
  EXPECT_THAT(holm_of({.6, .4, 1}), ElementsAre(1, 1, 1));
  EXPECT_THAT(holm_of({.2}), ElementsAre(.2));
  EXPECT_THAT(holm_of({}), IsEmpty());
}

TEST(Holm, leaves_undefined_values_out) {
  EXPECT_THAT(holm_of({.03, kNaN, .01}),
              ElementsAre(DoubleEq(.03), NanSensitiveDoubleEq(kNaN), DoubleEq(.02)));
}

}  // namespace
}  // namespace graphsr
