#include "graphsr/graph/links.h"

#include <gtest/gtest.h>

#include "tests/small_graphs.h"

namespace graphsr {
namespace {

// The first new node is linked with 0 and 2, the second with nobody, the third with 2.
const Csr kLinks = {3, 4, {0, 2, 2, 3}, {0, 2, 2}, {}};

std::vector<int32_t> row(const Csr& edges, int64_t node) {
  return {edges.row(node).begin(), edges.row(node).end()};
}

TEST(Links, put_new_nodes_behind_the_old_ones_and_both_hear_each_other) {
  const Csr edges = test::cycle(4), out = with_links(edges, kLinks);
  ASSERT_EQ(out.rows, 7);
  EXPECT_EQ(out.cols, 7);
  EXPECT_TRUE(out.values.empty());
  EXPECT_EQ(row(out, 0), (std::vector<int32_t>{1, 3, 4}));
  EXPECT_EQ(row(out, 1), (std::vector<int32_t>{0, 2}));
  EXPECT_EQ(row(out, 2), (std::vector<int32_t>{1, 3, 4, 6}));
  EXPECT_EQ(row(out, 3), (std::vector<int32_t>{0, 2}));
  EXPECT_EQ(row(out, 4), (std::vector<int32_t>{0, 2}));
  EXPECT_EQ(row(out, 5), (std::vector<int32_t>{}));
  EXPECT_EQ(row(out, 6), (std::vector<int32_t>{2}));
  EXPECT_EQ(transposed(out).matrix, out) << "who hears is heard";
}

TEST(Links, leave_a_graph_as_it_is_where_nobody_is_new) {
  const Csr edges = test::cycle(4);
  EXPECT_EQ(with_links(edges, {0, 4, {0}, {}, {}}), edges);
}

}  // namespace
}  // namespace graphsr
