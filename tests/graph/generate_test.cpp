#include "graphsr/graph/generate.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/alias_table.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::HasSubstr;

TEST(AliasTable, draws_in_proportion_to_weights) {
  const std::vector<float> weights = {1, 0.25f, 7, 3, 0.75f, 12};
  const AliasTable table(weights);
  Stream stream(3, Purpose::test);
  constexpr int kDraws = 200000;
  std::vector<int> found(weights.size());
  for (int i = 0; i < kDraws; ++i) ++found[table(stream)];
  double chi_square = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    const double expected = kDraws * weights[i] / 24.0;
    chi_square += (found[i] - expected) * (found[i] - expected) / expected;
  }
  EXPECT_LT(chi_square, 20.5);  // p 0.001 at 5 degrees of freedom
}

TEST(Generate, has_the_sizes_that_were_asked_for) {
  ThreadPool pool(2);
  const Dataset d = generated_dataset(
      {.nodes = 5000, .degree = 12, .homophily = 0.7, .classes = 4, .rho = 0.125, .features = 50, .words = 6},
      pool);
  EXPECT_EQ(d.nodes(), 5000);
  const std::vector<int64_t> counts = class_counts(d);
  ASSERT_EQ(counts.size(), 4u);
  for (int c = 1; c < 4; ++c)
    EXPECT_NEAR(static_cast<double>(counts[c]) / static_cast<double>(counts[c - 1]), 0.5, 0.01);
  EXPECT_EQ(d.counts.read, 30000);
  EXPECT_GT(d.counts.kept, 25000);  // heavy tails repeat edges
  EXPECT_NEAR(edge_homophily(d), 0.7, 0.03);
  const Csr& words = d.graph->features.sparse();
  for (int64_t v = 0; v < 5000; ++v) ASSERT_EQ(words.length(v), 6);
}

TEST(Generate, gives_the_same_bytes_for_any_number_of_threads) {
  for (const char* kind : {"words", "dense"}) {
    GenerateOptions options{.nodes = 3000, .features = 40, .feature_kind = kind, .words = 5, .seed = 9};
    std::vector<std::string> hashes;
    for (const int threads : {1, 3}) {
      ThreadPool pool(threads);
      hashes.push_back(fingerprint(generated_dataset(options, pool)));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    options.seed = 10;
    ThreadPool pool(1);
    EXPECT_NE(fingerprint(generated_dataset(options, pool)), hashes[0]);
  }
}

TEST(Generate, puts_dense_features_around_a_centre_of_their_class) {
  ThreadPool pool(1);
  const Dataset d = generated_dataset(
      {.nodes = 4000, .classes = 2, .rho = 1, .features = 30, .feature_kind = "dense", .signal = 3}, pool);
  const Matrix& x = d.graph->features.dense();
  std::vector<double> mean(2 * 30);
  double square = 0;
  for (int64_t v = 0; v < 4000; ++v)
    for (int j = 0; j < 30; ++j) mean[d.labels[v] * 30 + j] += static_cast<double>(x(v, j)) / 2000;
  for (int64_t v = 0; v < 4000; ++v)
    for (int j = 0; j < 30; ++j)
      square += std::pow(static_cast<double>(x(v, j)) - mean[d.labels[v] * 30 + j], 2);
  EXPECT_NEAR(square / (4000 * 30), 1, 0.02);
  for (int c = 0; c < 2; ++c) {
    double length = 0;
    for (int j = 0; j < 30; ++j) length += mean[c * 30 + j] * mean[c * 30 + j];
    EXPECT_NEAR(std::sqrt(length), 3, 0.15);
  }
}

TEST(Generate, manages_small_and_odd_sizes_and_refuses_what_cannot_be) {
  ThreadPool pool(1);
  const Dataset tiny =
      generated_dataset({.nodes = 5, .degree = 2, .classes = 5, .rho = 0.1, .features = 3, .words = 3}, pool);
  EXPECT_EQ(class_counts(tiny), (std::vector<int64_t>{1, 1, 1, 1, 1}));
  EXPECT_EQ(
      generated_dataset({.nodes = 9, .degree = 0, .classes = 1, .features = 2, .words = 1}, pool).counts.read,
      0);
  EXPECT_THAT(refusal([&] { generated_dataset({.nodes = 3, .classes = 4}, pool); }).what(),
              HasSubstr("--classes"));
  EXPECT_THAT(refusal([&] { generated_dataset({.features = 5, .words = 6}, pool); }).what(),
              HasSubstr("--words"));
  EXPECT_THAT(refusal([&] { generated_dataset({.homophily = std::nan("")}, pool); }).what(),
              HasSubstr("--homophily"));
}

}  // namespace
}  // namespace graphsr
