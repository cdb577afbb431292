#include "graphsr/select/label_propagation.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "graphsr/model/layer_rows.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

TEST(LabelPropagation, gives_shares_that_sum_to_one) {
  ThreadPool pool(2);
  const Csr edges = test::random_edges(50, 120, 3);
  const Matrix out = label_propagation(edges, {{3, 10, 20}, {0, 1, 1}, {}}, 3, pool);
  ASSERT_EQ(out.rows(), 50);
  ASSERT_EQ(out.cols(), 3);
  for (int64_t v = 0; v < 50; ++v) EXPECT_NEAR(out(v, 0) + out(v, 1) + out(v, 2), 1, 1e-5) << v;
}

TEST(LabelPropagation, gives_what_nothing_reaches_the_same_share_of_every_class) {
  ThreadPool pool(1);
  const Csr edges = test::edges_of(5, {{0, 1}, {2, 3}});
  const Matrix out = label_propagation(edges, {{0}, {1}, {}}, 4, pool);
  for (const int64_t v : {2, 3, 4})
    for (int64_t c = 0; c < 4; ++c) EXPECT_EQ(out(v, c), 0.25f);
  EXPECT_EQ(out(1, 1), 1);
}

// A path 0-1-2 with labels at both ends: the middle hears both alike, and an end hears itself louder.
TEST(LabelPropagation, favours_the_nearer_label) {
  ThreadPool pool(1);
  const Csr path = test::edges_of(3, {{0, 1}, {1, 2}});
  const Matrix out = label_propagation(path, {{0, 2}, {0, 1}, {}}, 2, pool);
  EXPECT_NEAR(out(1, 0), 0.5, 1e-6);
  EXPECT_GT(out(0, 0), 0.5);
  EXPECT_NEAR(out(0, 0), out(2, 1), 1e-6);
}

// Node 0 in the middle of a star hears three nodes of class 0 and one of class 1; each class has mass 1.
TEST(LabelPropagation, lets_every_class_start_with_the_same_mass) {
  ThreadPool pool(1);
  const Matrix out = label_propagation(test::star(5), {{1, 2, 3, 4}, {0, 0, 0, 1}, {}}, 2, pool);
  EXPECT_NEAR(out(0, 0), 0.5, 1e-6);
}

TEST(LabelPropagation, without_labels_knows_nothing) {
  ThreadPool pool(1);
  const Matrix out = label_propagation(test::cycle(4), {}, 2, pool);
  for (const Real share : out.values()) EXPECT_EQ(share, 0.5f);
}

TEST(LabelPropagation, gives_each_of_several_sets_what_it_gets_alone) {
  ThreadPool pool(2);
  const Csr edges = test::random_edges(50, 120, 3);
  const std::vector<Examples> sets = {{{3, 10, 20}, {0, 1, 1}, {}}, {{3, 11}, {2, 0}, {}}, {}};
  const std::vector<Matrix> together = joint_label_propagation(edges, sets, 3, pool);
  ASSERT_EQ(together.size(), 3u);
  for (size_t k = 0; k < 3; ++k)
    EXPECT_TRUE(std::ranges::equal(together[k].values(), label_propagation(edges, sets[k], 3, pool).values()))
        << k;
}

// In graphs of many nodes what is kept is rounded: how a set is must not depend on what is near in others.
TEST(LabelPropagation, gives_each_of_several_sets_what_it_gets_alone_in_large_graphs) {
  ThreadPool pool(2);
  const auto n = static_cast<int32_t>(kManyRows) + 10;
  const Csr edges = test::cycle(n);
  const std::vector<Examples> sets = {{{0, n / 2}, {0, 1}, {}}, {{0, 8, n / 2}, {0, 1, 1}, {}}};
  const std::vector<Matrix> together = joint_label_propagation(edges, sets, 2, pool);
  for (size_t k = 0; k < 2; ++k)
    EXPECT_TRUE(std::ranges::equal(together[k].values(), label_propagation(edges, sets[k], 2, pool).values()))
        << "set " << k;
}

}  // namespace
}  // namespace graphsr
