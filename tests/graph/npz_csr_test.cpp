#include "graphsr/graph/npz_csr.h"

#include <utility>

#include <gtest/gtest.h>

#include "graphsr/base/random.h"
#include "graphsr/graph/builder.h"

namespace graphsr {
namespace {

TEST(NpzCsr, symmetry_is_that_of_the_transpose) {
  Stream random(9, Purpose::test);
  int symmetric = 0;
  for (int round = 0; round < 400; ++round) {
    const auto nodes = static_cast<int32_t>(1 + random.below(60));
    std::vector<Edge> edges;
    for (uint32_t i = random.below(200); i > 0; --i)
      edges.push_back({static_cast<int32_t>(random.below(nodes)), static_cast<int32_t>(random.below(nodes))});
    Csr matrix = build_edges(nodes, edges).edges;
    if (random.below(2) == 0 && matrix.nonzeros() > 0) {  // one entry that is lost, or moves along its row
      std::vector<Edge> entries;
      for (int32_t v = 0; v < nodes; ++v)
        for (const int32_t u : matrix.row(v)) entries.push_back({u, v});
      Edge& changed = entries[random.below(static_cast<uint32_t>(entries.size()))];
      changed.from = static_cast<int32_t>(random.below(nodes));
      matrix = build_edges(nodes, entries, Direction::as_read).edges;
    }
    EXPECT_EQ(is_symmetric(matrix), transposed(matrix).matrix == matrix) << "round " << round;
    symmetric += is_symmetric(matrix);
  }
  EXPECT_GT(symmetric, 100);
  EXPECT_LT(symmetric, 350);
}

TEST(NpzCsr, symmetry_needs_equal_values_and_lets_the_diagonal_be) {
  EXPECT_TRUE(is_symmetric(Csr{2, 2, {0, 2, 3}, {0, 1, 0}, {5, 2, 2}}));
  EXPECT_FALSE(is_symmetric(Csr{2, 2, {0, 2, 3}, {0, 1, 0}, {5, 2, 3}}));
  EXPECT_FALSE(is_symmetric(Csr{2, 3, {0, 1, 2}, {1, 0}, {}}));
}

}  // namespace
}  // namespace graphsr
