#include "graphsr/measure/metrics.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/measure/reference_cases.h"

namespace graphsr {
namespace {

using test::checksum;
using test::Generator;

using testing::ElementsAre;

constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();

Matrix matrix(int64_t rows, int64_t cols, const std::vector<Real>& values) {
  Matrix result(rows, cols);
  std::copy(values.begin(), values.end(), result.data());
  return result;
}

double auc(const std::vector<Real>& score, const std::vector<unsigned char>& positive) {
  return auc_roc(score, positive);
}

struct Case {
  std::vector<int32_t> truth;
  Matrix probability;
};

Case make_case(uint64_t seed) {
  Generator draw(seed);
  const int32_t n = 1 + draw.below(60), classes = 2 + draw.below(7);
  const int32_t first = draw.below(classes), one = draw.below(classes), other = draw.below(classes);
  const int32_t present = 1 + std::max(one, other), silent = draw.below(2 * classes);
  const int32_t levels = std::vector{2, 4, 15}[draw.below(3)], signal = std::vector{1, 4, 12}[draw.below(3)];
  Case result{std::vector<int32_t>(n), Matrix(n, classes)};
  for (int32_t i = 0; i < n; ++i) {
    result.truth[i] = (first + draw.below(present)) % classes;
    for (int32_t c = 0; c < classes; ++c) {
      int32_t sixteenths = 1 + draw.below(levels);
      if (c == result.truth[i]) sixteenths += draw.below(signal);
      result.probability(i, c) = static_cast<Real>(sixteenths) / 16;
    }
    if (silent < classes) result.probability(i, silent) = 0;
  }
  return result;
}

uint64_t checksum(const Case& inputs) {
  std::vector<int64_t> numbers(inputs.truth.begin(), inputs.truth.end());
  for (const Real value : inputs.probability.values()) numbers.push_back(static_cast<int64_t>(value * 16));
  return checksum(numbers);
}

TEST(Metrics, equals_scikit_learn_on_a_thousand_cases) {
  std::ifstream file(GRAPHSR_SOURCE_DIR "/tests/fixtures/metrics_reference.json");
  const auto cases = nlohmann::json::parse(file).at("cases");
  ASSERT_EQ(cases.size(), 1000u);
  constexpr double kTolerance = 1e-12;
  int undefined = 0;
  for (size_t k = 0; k < cases.size(); ++k) {
    SCOPED_TRACE(k);
    const auto& expected = cases[k];
    const Case inputs = make_case(k);
    ASSERT_EQ(checksum(inputs), expected[0].get<uint64_t>()) << "the two generators differ";
    const Metrics got = measure(inputs.truth, inputs.probability);
    ASSERT_EQ(got.count, static_cast<int64_t>(inputs.truth.size()));
    ASSERT_EQ(checksum(got.confusion), expected[1].get<uint64_t>());
    ASSERT_NEAR(got.accuracy, expected[2].get<double>(), kTolerance);
    ASSERT_NEAR(got.macro_f1, expected[3].get<double>(), kTolerance);
    ASSERT_EQ(std::isnan(got.auc_roc), expected[4].is_null());
    if (expected[4].is_null()) {
      ++undefined;
    } else {
      ASSERT_NEAR(got.auc_roc, expected[4].get<double>(), kTolerance);
    }
    ASSERT_NEAR(got.balanced_accuracy, expected[5].get<double>(), kTolerance);
    ASSERT_NEAR(got.g_mean, expected[6].get<double>(), kTolerance);
    ASSERT_EQ(got.per_class.size() * 3, expected[7].size());
    for (size_t c = 0; c < got.per_class.size(); ++c) {
      ASSERT_EQ(got.per_class[c].support, std::count(inputs.truth.begin(), inputs.truth.end(), c));
      ASSERT_NEAR(got.per_class[c].precision, expected[7][3 * c].get<double>(), kTolerance);
      ASSERT_NEAR(got.per_class[c].recall, expected[7][3 * c + 1].get<double>(), kTolerance);
      ASSERT_NEAR(got.per_class[c].f1, expected[7][3 * c + 2].get<double>(), kTolerance);
    }
  }
  EXPECT_GT(undefined, 10);  // cases with a single class in the truth are among them
}

// Truth 0 0 0 1 1 2, predictions 0 0 1 1 0 2.
TEST(Metrics, agrees_with_a_case_worked_by_hand) {
  const Matrix probability = matrix(6, 3,
                                    {.7, .2, .1,  //
                                     .5, .3, .2,  //
                                     .3, .6, .1,  //
                                     .1, .8, .1,  //
                                     .6, .3, .1,  //
                                     .2, .2, .6});
  const std::vector<int32_t> truth = {0, 0, 0, 1, 1, 2};
  const Metrics got = measure(truth, probability);
  EXPECT_EQ(got.count, 6);
  EXPECT_THAT(got.confusion, ElementsAre(2, 1, 0, 1, 1, 0, 0, 0, 1));
  EXPECT_DOUBLE_EQ(got.accuracy, 4.0 / 6);
  EXPECT_DOUBLE_EQ(got.per_class[0].precision, 2.0 / 3);
  EXPECT_DOUBLE_EQ(got.per_class[0].recall, 2.0 / 3);
  EXPECT_DOUBLE_EQ(got.per_class[1].f1, 0.5);
  EXPECT_EQ(got.per_class[2].support, 1);
  EXPECT_DOUBLE_EQ(got.macro_f1, (2.0 / 3 + 0.5 + 1) / 3);
  EXPECT_DOUBLE_EQ(got.balanced_accuracy, (2.0 / 3 + 0.5 + 1) / 3);
  EXPECT_NEAR(got.g_mean, std::cbrt(2.0 / 3 * 0.5), 1e-15);
  // Class 0: .7 and .5 beat .1 .6 .2 in 5 of 6 pairs, .3 in 2 of 3. Class 1: .8 beats all four, .3 beats two
  // and meets one. Class 2: all five.
  EXPECT_DOUBLE_EQ(got.auc_roc, (7.0 / 9 + 6.5 / 8 + 1) / 3);
}

TEST(Metrics, equal_scores_count_half) {
  EXPECT_EQ(auc({.1, .2, .3, .4}, {0, 0, 1, 1}), 1.0);
  EXPECT_EQ(auc({.4, .3, .2, .1}, {0, 0, 1, 1}), 0.0);
  EXPECT_EQ(auc({.5, .5, .5, .5}, {0, 0, 1, 1}), 0.5);
  EXPECT_EQ(auc({.1, .5, .5, .9}, {0, 0, 1, 1}), 0.875);
  const Real infinity = std::numeric_limits<Real>::infinity();
  EXPECT_EQ(auc({-infinity, 0, infinity, infinity}, {0, 0, 1, 0}), 2.5 / 3);
}

TEST(Metrics, auc_needs_both_kinds) {
  EXPECT_TRUE(std::isnan(auc({}, {})));
  EXPECT_TRUE(std::isnan(auc({.1, .2}, {1, 1})));
  EXPECT_TRUE(std::isnan(auc({.1, .2}, {0, 0})));
}

TEST(Metrics, auc_is_exact_on_many_scores) {
  constexpr int n = 1 << 17;  // more pairs than 32 bits hold
  std::vector<Real> score(n);
  std::vector<unsigned char> positive(n);
  for (int i = 0; i < n; ++i) score[i] = static_cast<Real>(i / 2), positive[i] = i % 2;
  // Each positive ties with one negative and beats those before it: n/4 of n/2 negatives on average.
  EXPECT_EQ(auc(score, positive), 0.5);
  std::iota(score.begin(), score.end(), Real{0});
  EXPECT_EQ(auc(score, positive), 0.5 + 1.0 / n);
}

TEST(Metrics, predicts_the_first_of_equals) {
  EXPECT_THAT(predicted_classes(matrix(3, 3, {.2, .4, .4, .5, .5, 0, 0, 0, 0})), ElementsAre(1, 0, 0));
}

TEST(Metrics, a_class_neither_present_nor_predicted_lowers_only_macro_f1) {
  const std::vector<int32_t> truth = {0, 1};
  const Metrics got = measure(truth, matrix(2, 3, {.8, .1, .1, .2, .7, .1}));
  EXPECT_EQ(got.accuracy, 1);
  EXPECT_DOUBLE_EQ(got.macro_f1, 2.0 / 3);
  EXPECT_EQ(got.balanced_accuracy, 1);
  EXPECT_EQ(got.g_mean, 1);
  EXPECT_EQ(got.auc_roc, 1);
}

TEST(Metrics, one_missed_class_makes_g_mean_zero) {
  const std::vector<int32_t> truth = {0, 0, 1};
  const Metrics got = measure(truth, matrix(3, 2, {.9, .1, .8, .2, .7, .3}));
  EXPECT_EQ(got.g_mean, 0);
  EXPECT_DOUBLE_EQ(got.balanced_accuracy, 0.5);
}

TEST(Metrics, no_nodes_give_zeros_and_an_undefined_auc) {
  const Metrics got = measure({}, Matrix(0, 3));
  EXPECT_EQ(got.count, 0);
  EXPECT_EQ(got.accuracy + got.macro_f1 + got.balanced_accuracy + got.g_mean, 0);
  EXPECT_TRUE(std::isnan(got.auc_roc));
  EXPECT_EQ(got.per_class.size(), 3u);
}

TEST(Metrics, nan_is_never_preferred_and_makes_the_auc_undefined) {
  const std::vector<int32_t> truth = {0, 1, 1, 0};
  const Metrics got = measure(truth, matrix(4, 2, {.9, kNaN, .4, .6, kNaN, .9, kNaN, kNaN}));
  EXPECT_THAT(got.confusion, ElementsAre(2, 0, 1, 1));
  EXPECT_EQ(got.accuracy, 0.75);
  EXPECT_TRUE(std::isnan(got.auc_roc));
  const std::vector<int32_t> many(1000, 1);  // enough for a sort to run past its ends without an order
  EXPECT_EQ(measure(many, Matrix(1000, 2, kNaN)).accuracy, 0);
  std::vector<Real> score(1000, kNaN);
  std::vector<unsigned char> positive(1000);
  for (size_t i = 0; i < 1000; i += 3) score[i] = static_cast<Real>(i), positive[i] = 1;
  EXPECT_TRUE(std::isnan(auc(score, positive)));
}

}  // namespace
}  // namespace graphsr
