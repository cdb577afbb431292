// The edge loss: sampled pairs against the sum over all of them.
#include "graphsr/method/edge_decoder.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/small_graphs.h"

namespace graphsr {
namespace {

constexpr int64_t kNodes = 30;
const Csr kEdges = test::random_edges(kNodes, 45, 3);

double probability(const Matrix& d, int64_t i, int64_t j) {
  double dot = 0;
  for (int64_t k = 0; k < d.cols(); ++k) dot += static_cast<double>(d(i, k)) * static_cast<double>(d(j, k));
  return 1 / (1 + std::exp(-dot));
}

// All pairs, as the loss is written down: the part of the edges, and that of the others.
struct Exact {
  double edges = 0, others = 0;
};
Exact exact(const Csr& edges, const Matrix& d) {
  const auto count = static_cast<double>(edges.nonzeros()),
             pairs = static_cast<double>(edges.rows * edges.rows);
  Exact sum;
  for (int64_t i = 0; i < edges.rows; ++i)
    for (int32_t j = 0; j < edges.rows; ++j) {
      const double p = probability(d, i, j);
      if (std::ranges::binary_search(edges.row(i), j))
        sum.edges += (p - 1) * (p - 1);
      else
        sum.others += count / (pairs - count) * p * p;
    }
  return sum;
}

double sampled(const Csr& edges, int64_t total, int64_t most, const Matrix& d, uint64_t seed) {
  ThreadPool pool(1);
  Tape tape(pool);
  const EdgePairs pairs = sampled_pairs(edges, total, most, Stream(seed, Purpose::test));
  const Var coded = tape.constant(d);
  return static_cast<double>(tape.value(
      pair_loss(tape, pair_dots(tape, pairs.pairs, coded, coded), pairs.to_one, pairs.to_zero))(0, 0));
}

TEST(EdgePairs, are_all_edges_once_and_five_times_as_many_others) {
  const EdgePairs pairs = sampled_pairs(kEdges, kEdges.nonzeros(), 1000, Stream(1, Purpose::test));
  const Csr& all = pairs.pairs.matrix;
  Csr positive;
  positive.rows = positive.cols = kNodes;
  for (int64_t i = 0; i < kNodes; ++i) {
    for (int64_t e = all.offsets[i]; e < all.offsets[i + 1]; ++e)
      if (pairs.to_one[e] > 0) {
        EXPECT_EQ(pairs.to_one[e], 1);
        positive.columns.push_back(all.columns[e]);
      }
    positive.offsets.push_back(std::ssize(positive.columns));
  }
  EXPECT_EQ(positive, kEdges);
  const double others = static_cast<double>(all.nonzeros() - kEdges.nonzeros());
  EXPECT_NEAR(others / static_cast<double>(kEdges.nonzeros()), 5, 0.3);
}

TEST(EdgePairs, give_the_sum_over_all_pairs_in_expectation) {
  const Matrix d = test::random_matrix(kNodes, 4, 7);
  const Exact all = exact(kEdges, d);
  for (const int64_t most : {int64_t{1000}, int64_t{10}}) {
    constexpr int kDraws = 4000;
    double sum = 0, squares = 0;
    for (uint64_t seed = 0; seed < kDraws; ++seed) {
      const double value = sampled(kEdges, 3 * kEdges.nonzeros(), most, d, seed) / 3;
      sum += value;
      squares += value * value;
    }
    const double mean = sum / kDraws, error = std::sqrt((squares / kDraws - mean * mean) / kDraws);
    EXPECT_LT(error, 0.02 * (all.edges + all.others)) << "else the test says little";
    EXPECT_NEAR(mean, all.edges + all.others, 4 * error) << "at most " << most << " nodes";
  }
}

// With every other pair's probability near 0 only the edges are left, and they are not sampled.
TEST(EdgePairs, give_the_part_of_the_edges_exactly) {
  Matrix d(kNodes, kNodes, 0);  // far from everyone, so that all dots are the same
  for (int64_t i = 0; i < kNodes; ++i) d(i, 0) = i % 2 == 0 ? 20 : -20;
  std::vector<Edge> across;
  for (int32_t i = 0; i + 1 < kNodes; ++i) across.push_back({i, i + 1});
  const Csr path = test::edges_of(kNodes, across);  // all of whose edges have probability exp(-400)
  double edges = 0;
  const EdgePairs pairs = sampled_pairs(path, path.nonzeros(), 1000, Stream(2, Purpose::test));
  for (const Real weight : pairs.to_one) edges += static_cast<double>(weight);
  EXPECT_EQ(edges, static_cast<double>(path.nonzeros()));
  EXPECT_NEAR(exact(path, d).edges, edges, 1e-9);
}

TEST(EdgePairs, are_none_without_edges) {
  Csr none;
  none.rows = none.cols = 5;
  none.offsets.assign(6, 0);
  const EdgePairs pairs = sampled_pairs(none, 10, 1000, Stream(1, Purpose::test));
  EXPECT_EQ(pairs.pairs.matrix, none);
  EXPECT_TRUE(pairs.to_one.empty() && pairs.to_zero.empty());
}

}  // namespace
}  // namespace graphsr
