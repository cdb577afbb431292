#include "graphsr/select/pair_features.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/matrices.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

// A path 0-1-2 and node 3 alone, two classes of which 1 is the minority, two folds. Node 0 is judged in fold
// 0, node 2 in fold 1.
struct OnAPath {
  Task task;
  CrossFit cross_fit;

  OnAPath() {
    task.graph =
        std::make_shared<const Graph>(Graph{test::edges_of(4, {{0, 1}, {1, 2}}), Features(Matrix(4, 1, 1))});
    task.classes = 2;
    task.minority = {1};
    task.train = {{1}, {0}, {}};
    task.validation = {{0, 2}, {0, 1}, {}};
    cross_fit.judged = task.validation;
    cross_fit.fold = {0, 1};
    cross_fit.probability = {test::matrix({{0.8f, 0.2f}, {0.6f, 0.4f}, {0.3f, 0.7f}, {0.5f, 0.5f}}),
                             test::matrix({{0.4f, 0.6f}, {0.2f, 0.8f}, {0.1f, 0.9f}, {1, 0}})};
    cross_fit.propagation = {test::matrix({{0.9f, 0.1f}, {0.7f, 0.3f}, {0.2f, 0.8f}, {0.5f, 0.5f}}),
                             test::matrix({{0.6f, 0.4f}, {0.5f, 0.5f}, {0.4f, 0.6f}, {0.5f, 0.5f}})};
    cross_fit.plain_propagation =
        test::matrix({{0.55f, 0.45f}, {0.65f, 0.35f}, {0.75f, 0.25f}, {0.5f, 0.5f}});
  }
  std::vector<Real> row(const Pair& pair) const {
    ThreadPool pool(1);
    const Matrix out = pair_features(cross_fit, task, {&pair, 1}, pool);
    EXPECT_EQ(out.cols(), kPairFeatures);
    return {out.row(0), out.row(0) + kPairFeatures};
  }
};

void expect_near(const std::vector<Real>& row, const std::vector<double>& expected) {
  ASSERT_EQ(row.size(), expected.size());
  for (size_t j = 0; j < row.size(); ++j) EXPECT_NEAR(row[j], expected[j], 1e-5) << "feature " << j;
}

double log_odds(double p) { return std::log(p / (1 - p)); }

TEST(PairFeatures, of_a_judged_node_are_its_own_folds_view_alone) {
  const OnAPath path;
  expect_near(path.row({0, 0}), {log_odds(0.8), 0.6, 0.6, 0.9, 0.55, std::log(2.0), 0, 1});
  expect_near(path.row({2, 1}), {log_odds(0.9), 0.8, 0.8, 0.6, 0.25, std::log(2.0), 1, 1});
}

TEST(PairFeatures, of_any_other_node_are_the_mean_of_all_folds) {
  const double around = ((0.8 + 0.3) / 2 + (0.4 + 0.1) / 2) / 2;
  expect_near(OnAPath().row({1, 0}), {(log_odds(0.6) + log_odds(0.2)) / 2, (0.2 - 0.6) / 2, around,
                                      (0.7 + 0.5) / 2, 0.65, std::log(3.0), 0, 1});
}

TEST(PairFeatures, change_with_the_label_that_is_asked_about) {
  const OnAPath path;
  expect_near(path.row({0, 1}), {log_odds(0.2), -0.6, 0.4, 0.1, 0.45, std::log(2.0), 1, 1});
}

TEST(PairFeatures, of_a_node_without_neighbours_are_its_own_probability_and_finite_at_certainty) {
  const std::vector<Real> row = OnAPath().row({3, 0});
  EXPECT_NEAR(row[2], 0.75, 1e-6);
  EXPECT_EQ(row[5], 0);
  for (const Real value : row) EXPECT_TRUE(std::isfinite(value));
  EXPECT_NEAR(row[0], std::log(9999.0) / 2, 1e-3);
}

// Where labelled nodes are judged, labels spread from all of them would tell a judged node its own label.
TEST(PairFeatures, without_validation_take_both_propagations_from_the_fold) {
  OnAPath path;
  path.task.validation = {};
  path.task.train = path.cross_fit.judged;
  const std::vector<Real> row = path.row({0, 0});
  EXPECT_NEAR(row[3], 0.9, 1e-6);
  EXPECT_NEAR(row[4], 0.9, 1e-6);
}

TEST(PairFeatures, do_not_depend_on_threads_or_company) {
  const OnAPath path;
  std::vector<Pair> pairs;
  for (int32_t k = 0; k < 4000; ++k) pairs.push_back({k % 4, k % 2});
  ThreadPool five(5);
  const Matrix all = pair_features(path.cross_fit, path.task, pairs, five);
  for (int32_t k = 0; k < 4; ++k) {
    const std::vector<Real> alone = path.row(pairs[k]);
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), all.row(3996 + k)));
  }
}

TEST(Standardiser, gives_mean_0_and_deviation_1_and_leaves_constants) {
  const Matrix rows = test::matrix({{1, 7, 0}, {3, 7, 0}, {5, 7, 0}, {7, 7, 0}});
  const Matrix out = standardised(rows, standardiser_of(rows));
  double sum = 0, square = 0;
  for (int64_t i = 0; i < 4; ++i) {
    sum += out(i, 0);
    square += out(i, 0) * out(i, 0);
    EXPECT_EQ(out(i, 1), 7);
    EXPECT_EQ(out(i, 2), 0);
  }
  EXPECT_NEAR(sum, 0, 1e-6);
  EXPECT_NEAR(square / 4, 1, 1e-6);
}

TEST(Standardiser, treats_new_rows_by_the_rows_it_was_made_from) {
  const Standardiser by = standardiser_of(test::matrix({{0}, {2}}));
  EXPECT_NEAR(standardised(test::matrix({{5}}), by)(0, 0), 4, 1e-6);
}

}  // namespace
}  // namespace graphsr
