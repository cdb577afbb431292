#include "graphsr/model/smoothing.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "graphsr/model/ensemble.h"
#include "graphsr/model/layer_rows.h"
#include "tests/matrices.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

// Two joined nodes: the mean never changes, and half the difference d obeys d <- (1 - share) d0 from the
// first step on, since the neighbourhood's mean has none.
TEST(Smoothing, of_two_joined_nodes_by_hand) {
  ThreadPool pool(1);
  const Matrix out = smoothed(test::edges_of(2, {{0, 1}}), test::matrix({{1, 0}, {0, 1}}), 0.8, pool);
  EXPECT_NEAR(out(0, 0), 0.5 + 0.2 * 0.5, 1e-6);
  EXPECT_NEAR(out(0, 1), 0.5 - 0.2 * 0.5, 1e-6);
  EXPECT_NEAR(out(1, 1), 0.6, 1e-6);
}

// A star of three: centre x, leaves y. x <- s (x + 2y)/3 + (1-s) x0, y <- s (x + y)/2 + (1-s) y0, ten times.
TEST(Smoothing, takes_ten_steps_with_degrees_and_self) {
  ThreadPool pool(1);
  const double share = 0.7;
  double x = 1, y = 0;
  for (int step = 0; step < kSmoothingSteps; ++step) {
    const double next = share * (x + 2 * y) / 3 + (1 - share) * 1;
    y = share * (x + y) / 2;
    x = next;
  }
  const Matrix out = smoothed(test::star(3), test::matrix({{1}, {0}, {0}}), share, pool);
  EXPECT_NEAR(out(0, 0), x, 1e-6);
  EXPECT_NEAR(out(1, 0), y, 1e-6);
  EXPECT_NEAR(out(2, 0), y, 1e-6);
}

TEST(Smoothing, by_nothing_changes_nothing_and_a_node_alone_stays_as_it_is) {
  ThreadPool pool(1);
  const Matrix rows = test::matrix({{0.3f, 0.7f}, {0.9f, 0.1f}, {0.25f, 0.75f}});
  EXPECT_TRUE(std::ranges::equal(smoothed(test::cycle(3), rows, 0, pool).values(), rows.values()));
  const Matrix out = smoothed(test::edges_of(3, {{0, 1}}), rows, 0.9, pool);
  EXPECT_NEAR(out(2, 0), 0.25, 1e-6);
  EXPECT_NEAR(out(2, 1), 0.75, 1e-6);
}

TEST(Smoothing, keeps_rows_that_sum_to_one_and_is_the_same_for_any_threads) {
  Matrix rows = test::random_matrix(3000, 3, 4);
  for (int64_t i = 0; i < 3000; ++i) {
    Real sum = 0;
    for (int64_t c = 0; c < 3; ++c) sum += rows(i, c) = std::abs(rows(i, c));
    for (int64_t c = 0; c < 3; ++c) rows(i, c) /= sum;
  }
  const Csr edges = test::random_edges(3000, 9000, 3);
  ThreadPool one(1), five(5);
  const Matrix out = smoothed(edges, rows, 0.8, one);
  for (int64_t i = 0; i < 3000; ++i) ASSERT_NEAR(out(i, 0) + out(i, 1) + out(i, 2), 1, 1e-4);
  EXPECT_TRUE(std::ranges::equal(smoothed(edges, rows, 0.8, five).values(), out.values()));
}

// More rows than are kept whole, against what goes round when nothing is rounded.
TEST(Smoothing, of_many_rows_differs_little_from_that_of_few) {
  constexpr int32_t n = static_cast<int32_t>(kManyRows) + 3;
  const Csr edges = test::cycle(n);
  ThreadPool one(1), two(2);
  for (const auto& [columns, apart] :
       {std::pair(3, false), {10, false}, {60, false}, {10, true}, {60, true}}) {
    Matrix rows = test::random_matrix(n, columns, 4);
    for (Real& value : rows.values()) value = std::abs(value);
    const Matrix out = smoothed(edges, rows, 0.9, two, apart);
    EXPECT_TRUE(std::ranges::equal(smoothed(edges, rows, 0.9, one, apart).values(), out.values()));
    Matrix exact = rows, next(n, columns);
    for (int step = 0; step < kSmoothingSteps; ++step) {
      for (int64_t v = 0; v < n; ++v)
        for (int64_t c = 0; c < columns; ++c) {
          const Real sum = exact(v, c) + exact((v + 1) % n, c) + exact((v + n - 1) % n, c);
          next(v, c) = Real(0.9) / 3 * sum + Real(0.1) * rows(v, c);
        }
      std::swap(exact, next);
    }
    double largest = 0, greatest = 0;
    for (int64_t i = 0; i < out.size(); ++i) {
      largest = std::max<double>(largest, std::abs(out.data()[i] - exact.data()[i]));
      greatest = std::max<double>(greatest, rows.data()[i]);
    }
    EXPECT_LT(largest, 0.01 * greatest);
    EXPECT_GT(largest, 1e-5) << "the rows are not rounded at all";
  }
}

// Some nodes alone are predicted as they are among all: smoothing needs the others' probabilities.
TEST(Ensemble, smooths_over_the_whole_graph_whichever_nodes_are_asked_for) {
  const Graph graph{test::random_edges(50, 120, 2), Features(test::random_matrix(50, 7, 1))};
  ModelOptions options;
  options.width = 16;
  const Ensemble ensemble = {{make_network(options, 7, 3, 5), make_network(options, 7, 3, 6)}, 0.8};
  ThreadPool pool(2);
  std::vector<int32_t> everyone(50);
  for (int32_t v = 0; v < 50; ++v) everyone[v] = v;
  const Prediction all = predict(ensemble, graph, everyone, pool);
  const std::vector<int32_t> some = {31, 4};
  const Prediction few = predict(ensemble, graph, some, pool);
  ASSERT_EQ(few.probability.rows(), 2);
  ASSERT_EQ(few.embedding.rows(), 2);
  for (int64_t i = 0; i < 2; ++i) {
    for (int64_t c = 0; c < 3; ++c) EXPECT_EQ(few.probability(i, c), all.probability(some[i], c));
    EXPECT_EQ(few.embedding(i, 0), all.embedding(some[i], 0));
  }
  const Ensemble plain = {ensemble.members, 0};
  const Matrix expected = smoothed(graph.edges, predict(plain, graph, everyone, pool).probability, 0.8, pool);
  EXPECT_TRUE(std::ranges::equal(all.probability.values(), expected.values()));
}

TEST(Ensemble, several_are_asked_together_and_answer_as_each_would_alone) {
  const Graph graph{test::random_edges(50, 120, 2), Features(test::random_matrix(50, 7, 1))};
  ModelOptions options;
  options.width = 16;
  ThreadPool pool(2);
  for (const double smooth : {0.0, 0.8}) {
    std::vector<Ensemble> ensembles;
    std::vector<const Ensemble*> asked;
    for (uint64_t seed = 1; seed < 8; seed += 2)
      ensembles.push_back(
          {{make_network(options, 7, 5, seed), make_network(options, 7, 5, seed + 1)}, smooth});
    for (const Ensemble& ensemble : ensembles) asked.push_back(&ensemble);
    const std::vector<Matrix> together = joint_probabilities(asked, graph, pool);
    ASSERT_EQ(together.size(), ensembles.size());
    for (size_t k = 0; k < ensembles.size(); ++k)
      EXPECT_TRUE(std::ranges::equal(
          together[k].values(),
          predict(ensembles[k], graph, all_nodes(graph), pool, false).probability.values()));
  }
  EXPECT_TRUE(joint_probabilities({}, graph, pool).empty());
}

}  // namespace
}  // namespace graphsr
