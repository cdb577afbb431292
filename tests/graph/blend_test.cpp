#include "graphsr/graph/blend.h"

#include <gtest/gtest.h>

#include "tests/matrices.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

// Rows {0: 1, 2: 3}, {1: 2, 2: 5}, {}.
Csr three_rows() { return {3, 4, {0, 2, 4, 4}, {0, 2, 1, 2}, {1, 3, 2, 5}}; }

TEST(Blends, of_sparse_rows_have_the_columns_of_both) {
  const std::vector<Blend> blends = {{0, 1, 0.25}, {2, 0, 0.5}, {1, 1, 0.75}};
  const Csr out = with_blends(Features(three_rows()), blends).sparse();
  EXPECT_EQ(out.rows, 6);
  EXPECT_EQ(out.cols, 4);
  EXPECT_EQ(out.offsets, (std::vector<int64_t>{0, 2, 4, 4, 7, 9, 11}));
  EXPECT_EQ(out.columns, (std::vector<int32_t>{0, 2, 1, 2, 0, 1, 2, 0, 2, 1, 2}));
  EXPECT_EQ(out.values, (std::vector<Real>{1, 3, 2, 5, 0.75, 0.5, 3.5, 0.5, 1.5, 2, 5}));
}

TEST(Blends, of_words_count_each_as_one) {
  Csr words = three_rows();
  words.values.clear();
  const std::vector<Blend> blends = {{0, 1, 0.25}};
  const Csr out = with_blends(Features(words), blends).sparse();
  EXPECT_EQ(out.values, (std::vector<Real>{1, 1, 1, 1, 0.75, 0.25, 1}));
}

TEST(Blends, of_dense_rows_stay_dense) {
  const std::vector<Blend> blends = {{0, 1, 0.25}};
  const Features out = with_blends(Features(test::matrix({{0, 4}, {8, 0}})), blends);
  ASSERT_FALSE(out.is_sparse());
  EXPECT_EQ(out.rows(), 3);
  EXPECT_EQ(out.dense()(2, 0), 2);
  EXPECT_EQ(out.dense()(2, 1), 3);
  EXPECT_EQ(out.dense()(1, 0), 8);
}

// Columns of the mask are those of the row that the blend comes from; zeros there are not stored.
TEST(Blends, have_masked_columns_from_one_row_alone) {
  const std::vector<Blend> blends = {{0, 1, 0.25, {1, 2, 3}}, {1, 0, 0.5, {0}}};
  const Csr sparse = blended(Features(three_rows()), blends).sparse();
  EXPECT_EQ(sparse.rows, 2);
  EXPECT_EQ(sparse.offsets, (std::vector<int64_t>{0, 2, 4}));
  EXPECT_EQ(sparse.columns, (std::vector<int32_t>{0, 2, 1, 2}));
  EXPECT_EQ(sparse.values, (std::vector<Real>{0.75, 3, 1, 4}));
  const Matrix dense =
      blended(Features(test::matrix({{1, 0, 3, 0}, {0, 2, 5, 0}, {0, 0, 0, 0}})), blends).dense();
  const Matrix expected = test::matrix({{0.75, 0, 3, 0}, {0, 1, 4, 0}});
  EXPECT_TRUE(std::ranges::equal(dense.values(), expected.values()));
}

TEST(Listeners, hear_whom_their_source_hears_and_nobody_hears_them) {
  const Csr star = test::star(4);
  const std::vector<int32_t> sources = {0, 2};
  const Csr out = with_listeners(star, sources);
  EXPECT_EQ(out.rows, 6);
  EXPECT_EQ(out.cols, 6);
  for (int64_t v = 0; v < 4; ++v) EXPECT_TRUE(std::ranges::equal(out.row(v), star.row(v)));
  EXPECT_TRUE(std::ranges::equal(out.row(4), star.row(0)));
  EXPECT_TRUE(std::ranges::equal(out.row(5), star.row(2)));
}

TEST(SquaredDistance, is_the_same_for_sparse_and_dense_rows) {
  EXPECT_EQ(squared_distance(Features(three_rows()), 0, 1), 1 + 4 + 4);
  EXPECT_EQ(squared_distance(Features(three_rows()), 2, 0), 1 + 9);
  const Features dense(test::matrix({{1, 0, 3, 0}, {0, 2, 5, 0}, {0, 0, 0, 0}}));
  EXPECT_EQ(squared_distance(dense, 0, 1), 9);
  EXPECT_EQ(squared_distance(dense, 1, 1), 0);
}

}  // namespace
}  // namespace graphsr
