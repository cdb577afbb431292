#include "graphsr/graph/new_nodes.h"

#include <gtest/gtest.h>

#include "tests/matrices.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

NewNodes two_new(Features features) { return {{2, 4, {0, 2, 2}, {0, 3}, {}}, std::move(features)}; }

TEST(ExtendedGraph, has_new_nodes_behind_the_old_ones_and_nobody_hears_them) {
  const auto graph =
      std::make_shared<const Graph>(Graph{test::star(4), Features(test::random_matrix(4, 2, 1))});
  ExtendedGraph extended(graph);
  EXPECT_EQ(extended.edges(), graph->edges);
  extended.put(std::make_shared<const NewNodes>(two_new(Features(test::random_matrix(2, 2, 2)))));
  const Csr& edges = extended.edges();
  EXPECT_EQ(edges.rows, 6);
  EXPECT_EQ(edges.cols, 6);
  for (int64_t v = 0; v < 4; ++v) EXPECT_TRUE(std::ranges::equal(edges.row(v), graph->edges.row(v)));
  EXPECT_TRUE(std::ranges::equal(edges.row(4), std::vector<int32_t>{0, 3}));
  EXPECT_EQ(edges.length(5), 0);
}

TEST(ExtendedGraph, forgets_the_new_nodes_before) {
  const auto graph =
      std::make_shared<const Graph>(Graph{test::star(4), Features(test::random_matrix(4, 2, 1))});
  ExtendedGraph extended(graph), other(graph);
  extended.put(std::make_shared<const NewNodes>(two_new(Features(test::random_matrix(2, 2, 2)))));
  const auto one =
      std::make_shared<const NewNodes>(NewNodes{{1, 4, {0, 1}, {2}, {}}, Features(test::matrix({{7, 8}}))});
  extended.put(one);
  other.put(one);
  EXPECT_EQ(extended.edges(), other.edges());
  EXPECT_EQ(extended.edges().rows, 5);
  EXPECT_EQ(extended.features_of(std::vector<int32_t>{4}).dense()(0, 1), 8);
}

TEST(ExtendedGraph, finds_dense_features_of_old_and_new_nodes_in_any_order) {
  const Matrix old = test::random_matrix(4, 3, 1), added = test::random_matrix(2, 3, 2);
  ExtendedGraph extended(std::make_shared<const Graph>(Graph{test::star(4), Features(old)}));
  extended.put(std::make_shared<const NewNodes>(two_new(Features(added))));
  const Matrix rows = extended.features_of(std::vector<int32_t>{5, 0, 4, 3}).dense();
  ASSERT_EQ(rows.rows(), 4);
  for (int64_t j = 0; j < 3; ++j) {
    EXPECT_EQ(rows(0, j), added(1, j));
    EXPECT_EQ(rows(1, j), old(0, j));
    EXPECT_EQ(rows(2, j), added(0, j));
    EXPECT_EQ(rows(3, j), old(3, j));
  }
}

// Old words without values count 1 each beside new ones with values.
TEST(ExtendedGraph, finds_sparse_features_with_and_without_values) {
  const Csr added{2, 5, {0, 2, 3}, {1, 4, 0}, {0.25, 0.75, 2}};
  for (const bool with_values : {false, true}) {
    Csr words{4, 5, {0, 2, 2, 3, 4}, {0, 3, 1, 4}, {}};
    if (with_values) words.values = {5, 6, 7, 8};
    ExtendedGraph extended(std::make_shared<const Graph>(Graph{test::star(4), Features(words)}));
    extended.put(std::make_shared<const NewNodes>(two_new(Features(added))));
    const Csr rows = extended.features_of(std::vector<int32_t>{0, 4, 1, 5, 3}).sparse();
    EXPECT_EQ(rows.rows, 5);
    EXPECT_EQ(rows.cols, 5);
    EXPECT_EQ(rows.offsets, (std::vector<int64_t>{0, 2, 4, 4, 5, 6}));
    EXPECT_EQ(rows.columns, (std::vector<int32_t>{0, 3, 1, 4, 0, 4}));
    const Real first = with_values ? 5 : 1, second = with_values ? 6 : 1, last = with_values ? 8 : 1;
    EXPECT_EQ(rows.values, (std::vector<Real>{first, second, 0.25, 0.75, 2, last}));
  }
}

}  // namespace
}  // namespace graphsr
