// Each law of GraphENS against its formula: shares of many draws lie within four deviations of the chance.
#include "graphsr/method/graphens_laws.h"

#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

void expect_share(double times, double draws, double chance) {
  EXPECT_NEAR(times / draws, chance, 4 * std::sqrt(chance * (1 - chance) / draws) + 1e-12);
}

Stream stream(uint64_t position = 0) { return {17, Purpose::test, position}; }

TEST(EnsLacking, is_what_each_class_needs_to_be_the_largest) {
  EXPECT_EQ(ens_lacking(std::vector<int64_t>{20, 6, 0, 1}), (std::vector<int64_t>{0, 14, 0, 19}));
  EXPECT_EQ(ens_lacking(std::vector<int64_t>{7, 7}), (std::vector<int64_t>{0, 0}));
  EXPECT_TRUE(ens_lacking({}).empty());
}

TEST(EnsTargetLaw, follows_the_log_of_the_counts) {
  const std::vector<double> law = ens_target_law(std::vector<int64_t>{20, 6, 1, 0});
  const double sum = std::log(20.0) + std::log(6.0);
  EXPECT_DOUBLE_EQ(law[0], std::log(20.0) / sum);
  EXPECT_DOUBLE_EQ(law[1], std::log(6.0) / sum);
  EXPECT_EQ(law[2], 0) << "a class of one gives no target";
  EXPECT_EQ(law[3], 0);
  EXPECT_EQ(ens_target_law(std::vector<int64_t>{1, 1}), (std::vector<double>{0, 0}));
}

// Density 6 x (1-x): distribution 3 x² - 2 x³.
TEST(EnsShare, is_beta_2_2) {
  constexpr int kDraws = 20000;
  Stream numbers = stream();
  std::vector<double> below(10);
  double sum = 0, squares = 0;
  for (int k = 0; k < kDraws; ++k) {
    const double x = ens_share(numbers);
    sum += x;
    squares += (x - 0.5) * (x - 0.5);
    for (int bound = 1; bound < 10; ++bound) below[bound] += x < bound / 10.0;
  }
  for (int bound = 1; bound < 10; ++bound) {
    const double x = bound / 10.0;
    expect_share(below[bound], kDraws, x * x * (3 - 2 * x));
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 4 * std::sqrt(0.05 / kDraws));
  EXPECT_NEAR(squares / kDraws, 0.05, 4 * 0.05 / std::sqrt(kDraws));
}

TEST(EnsDivergence, is_that_of_the_softmaxes) {
  const std::vector<double> s = {1, 0.5, -2}, t = {-1, 0.25, 3};
  for (const double temperature : {1.0, 2.0}) {
    double sum_s = 0, sum_t = 0, expected = 0;
    for (int c = 0; c < 3; ++c) {
      sum_s += std::exp(s[c] / temperature);
      sum_t += std::exp(t[c] / temperature);
    }
    for (int c = 0; c < 3; ++c) {
      const double p = std::exp(s[c] / temperature) / sum_s, q = std::exp(t[c] / temperature) / sum_t;
      expected += p * std::log(p / q);
    }
    EXPECT_NEAR(ens_divergence(s, t, temperature), expected, 1e-12);
  }
  EXPECT_EQ(ens_divergence(s, s, 1), 0);
  const std::vector<double> sure = {1e4, -1e4}, other = {-1e4, 1e4};
  EXPECT_DOUBLE_EQ(ens_divergence(sure, other, 1), 2e4) << "no probability becomes 0 on the way";
  EXPECT_EQ(ens_divergence(std::vector<double>{3.0}, std::vector<double>{-1.0}, 1), 0) << "one class";
}

TEST(EnsSourceChance, goes_from_half_to_one) {
  EXPECT_EQ(ens_source_chance(0), 0.5);
  for (const double divergence : {0.1, 1.0, 3.0})  // softmax([0, -divergence])
    EXPECT_DOUBLE_EQ(ens_source_chance(divergence), std::exp(0) / (std::exp(0) + std::exp(-divergence)));
  EXPECT_EQ(ens_source_chance(1e5), 1);
}

TEST(EnsMaskSize, goes_from_half_to_all_that_may_be) {
  EXPECT_EQ(ens_mask_size(0, 14), 7);
  EXPECT_EQ(ens_mask_size(3, 100), 73) << "100 / (1 + 1/e) = 73.1";
  EXPECT_EQ(ens_mask_size(1e5, 14), 14);
  EXPECT_EQ(ens_mask_size(0, 1), 1) << "at least one";
  EXPECT_EQ(ens_mask_size(2, 0), 0) << "unless none may be";
}

// Two of three by weight, without replacement: {a, b} comes as a, b or as b, a.
TEST(Urn, draws_without_replacement_by_weight) {
  const std::vector<double> weight = {1, 0, 3, 6};
  constexpr int kDraws = 20000;
  std::map<std::pair<size_t, size_t>, double> times;
  Stream numbers = stream();
  for (int k = 0; k < kDraws; ++k) {
    Urn urn(weight);
    const size_t first = urn.draw(numbers), second = urn.draw(numbers);
    ++times[{first, second}];
  }
  EXPECT_EQ(times.size(), 6u);
  for (const auto& [pair, count] : times) {
    const auto [a, b] = pair;
    ASSERT_NE(a, b);
    expect_share(count, kDraws, weight[a] / 10 * weight[b] / (10 - weight[a]));
  }
}

TEST(Urn, gives_everything_with_a_weight_once_however_uneven) {
  std::vector<double> weight(67);
  for (size_t k = 0; k < weight.size(); ++k) weight[k] = k % 5 == 0 ? 0 : std::pow(10.0, 3.0 * (k % 11) - 20);
  Stream numbers = stream(1);
  Urn urn(weight);
  std::set<size_t> drawn;
  while (!urn.empty()) EXPECT_TRUE(drawn.insert(urn.draw(numbers)).second);
  EXPECT_EQ(drawn.size(), 53u);
  for (const size_t k : drawn) EXPECT_GT(weight[k], 0);
  EXPECT_TRUE(Urn({}).empty());
}

// The source hears {1, 2, 5, 9}, the target {2, 7}; 2 has a share of both.
TEST(EnsNeighbours, are_of_the_mixed_law_and_distinct) {
  const std::vector<int32_t> source = {1, 2, 5, 9}, target = {2, 7};
  const double chance = 0.8;
  const std::map<int32_t, double> law = {{1, 0.2}, {2, 0.2 + 0.1}, {5, 0.2}, {7, 0.1}, {9, 0.2}};
  constexpr int kDraws = 20000;
  Stream numbers = stream();
  std::map<int32_t, double> first, among_two;
  for (int k = 0; k < kDraws; ++k) {
    ++first[ens_neighbours(source, target, chance, 1, numbers).front()];
    const std::vector<int32_t> two = ens_neighbours(source, target, chance, 2, numbers);
    ASSERT_EQ(two.size(), 2u);
    ASSERT_LT(two[0], two[1]);
    for (const int32_t node : two) ++among_two[node];
  }
  ASSERT_EQ(first.size(), law.size());
  for (const auto& [node, p] : law) {
    expect_share(first[node], kDraws, p);
    double second = 0;  // after another one
    for (const auto& [other, q] : law)
      if (other != node) second += q * p / (1 - q);
    expect_share(among_two[node], kDraws, p + second);
  }
}

TEST(EnsNeighbours, are_found_where_a_law_is_empty) {
  const std::vector<int32_t> some = {3, 4};
  Stream numbers = stream();
  EXPECT_EQ(ens_neighbours(some, {}, 0.5, 2, numbers), some) << "the target hears nobody";
  EXPECT_EQ(ens_neighbours(some, std::vector<int32_t>{8}, 1, 2, numbers), some) << "nor has it a share";
  EXPECT_TRUE(ens_neighbours({}, some, 0.5, 0, numbers).empty());
}

TEST(EnsMask, is_drawn_by_the_size_of_the_gradient) {
  const std::vector<Real> gradient = {-4, 0, 3, -1, 2};
  constexpr int kDraws = 20000;
  Stream numbers = stream();
  std::vector<double> first(5), among_two(5);
  for (int k = 0; k < kDraws; ++k) {
    ++first[ens_mask(gradient, 1, numbers).front()];
    const std::vector<int32_t> two = ens_mask(gradient, 2, numbers);
    ASSERT_LT(two[0], two[1]);
    for (const int32_t feature : two) ++among_two[feature];
  }
  for (size_t j = 0; j < 5; ++j) {
    const double p = std::abs(gradient[j]) / 10.0;
    double second = 0;
    for (size_t other = 0; other < 5; ++other)
      if (other != j) second += std::abs(gradient[other]) / 10.0 * p / (1 - std::abs(gradient[other]) / 10.0);
    expect_share(first[j], kDraws, p);
    expect_share(among_two[j], kDraws, p + second);
  }
  const std::vector<int32_t> all = {0, 1, 2, 3, 4};
  EXPECT_EQ(ens_mask(gradient, 5, numbers), all) << "features without a gradient come last";
}

}  // namespace
}  // namespace graphsr
