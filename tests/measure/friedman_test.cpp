#include "graphsr/measure/friedman.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/measure/statistics_reference.h"

namespace graphsr {
namespace {

using test::checksum;
using test::Generator;
using testing::ElementsAre;

std::vector<std::vector<double>> make_table(uint64_t seed) {
  Generator draw(seed);
  const int cells = std::vector{2, 3, 5, 12, 40}[draw.below(5)];
  const int methods = std::vector{3, 4, 5, 10, 25}[draw.below(5)];
  const int levels = std::vector{1, 2, 5, 30, 100000, 100000, 100000}[draw.below(7)];
  const int lean = draw.below(3) * levels / 40;
  std::vector<std::vector<double>> table(cells, std::vector<double>(methods));
  for (auto& cell : table)
    for (int m = 0; m < methods; ++m) cell[m] = draw.below(levels) + lean * m;
  return table;
}

TEST(Friedman, equals_scipy_on_five_hundred_cases) {
  const auto cases = test::statistics_reference("friedman");
  ASSERT_EQ(cases.size(), 500u);
  int significant = 0, tied_throughout = 0;
  for (size_t k = 0; k < cases.size(); ++k) {
    SCOPED_TRACE(k);
    const std::vector<std::vector<double>> table = make_table(k);
    std::vector<int64_t> inputs;
    for (const auto& cell : table) inputs.insert(inputs.end(), cell.begin(), cell.end());
    ASSERT_EQ(checksum(inputs), cases[k][0].get<uint64_t>()) << "the two generators differ";
    const Friedman got = friedman(table);
    const double statistic = cases[k][1].get<double>(), p = cases[k][2].get<double>();
    ASSERT_NEAR(got.statistic, statistic, 1e-10 * (1 + statistic));
    ASSERT_NEAR(got.p / p, 1, 1e-9);  // far in the tails too
    ASSERT_NEAR(got.mean_rank[0], cases[k][3].get<double>(), 1e-12);
    significant += p < 0.05;
    tied_throughout += statistic == 0;
  }
  EXPECT_GT(significant, 50);
  EXPECT_LT(significant, 400);
  EXPECT_GT(tied_throughout, 20);
}

TEST(Friedman, worked_by_hand) {
  const Friedman got = friedman({{3, 2, 1}, {30, 20, 10}, {0.3, 0.2, 0.1}});
  EXPECT_THAT(got.mean_rank, ElementsAre(1, 2, 3));  // the largest is best
  EXPECT_DOUBLE_EQ(got.statistic, 6);                // 12 / (3 * 3 * 4) * ((3-6)^2 + 0 + (9-6)^2)
  EXPECT_NEAR(got.p, std::exp(-3), 1e-15);           // two degrees of freedom
}

TEST(Friedman, nan_makes_the_test_undefined) {
  const Friedman got = friedman({{1, std::numeric_limits<double>::quiet_NaN(), 2}, {1, 2, 3}});
  EXPECT_TRUE(std::isnan(got.statistic));
  EXPECT_TRUE(std::isnan(got.p));
}

TEST(Ranks, equal_values_share_their_mean_rank) {
  EXPECT_THAT(ranks_from_largest(std::vector<double>{5, 9, 5, 1, 5}), ElementsAre(3, 1, 3, 5, 3));
}

TEST(CriticalDifference, equals_demsars_example) {  // four classifiers on 14 data sets: 1.25
  EXPECT_NEAR(critical_difference(4, 14), 1.25, 0.005);
  EXPECT_NEAR(critical_difference(4, 14, 0.1), 1.12, 0.005);
}

TEST(CriticalDifference, shrinks_with_cells_and_grows_with_methods) {
  EXPECT_DOUBLE_EQ(critical_difference(5, 24) * 2, critical_difference(5, 6));
  EXPECT_GT(critical_difference(6, 6), critical_difference(5, 6));
}

}  // namespace
}  // namespace graphsr
