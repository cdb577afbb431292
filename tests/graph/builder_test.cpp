#include "graphsr/graph/builder.h"

#include <chrono>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "graphsr/base/random.h"

namespace graphsr {
namespace {

TEST(Builder, makes_a_cycle_symmetric) {
  const auto built = build_edges(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  EXPECT_EQ(built.edges, (Csr{4, 4, {0, 2, 4, 6, 8}, {1, 3, 0, 2, 1, 3, 0, 2}, {}}));
  EXPECT_EQ(built.counts.read, 4);
  EXPECT_EQ(built.counts.kept, 4);
  EXPECT_EQ(built.counts.duplicates, 0);
  EXPECT_EQ(built.counts.self_loops, 0);
}

TEST(Builder, drops_and_counts_repeats_in_either_direction) {
  const auto built = build_edges(3, {{0, 1}, {1, 0}, {0, 1}, {2, 1}, {1, 0}});
  EXPECT_EQ(built.edges, (Csr{3, 3, {0, 1, 3, 4}, {1, 0, 2, 1}, {}}));
  EXPECT_EQ(built.counts.kept, 2);
  EXPECT_EQ(built.counts.duplicates, 3);
}

TEST(Builder, drops_and_counts_every_self_loop) {
  const auto built = build_edges(3, {{1, 1}, {0, 2}, {1, 1}, {2, 2}});
  EXPECT_EQ(built.edges, (Csr{3, 3, {0, 1, 1, 2}, {2, 0}, {}}));
  EXPECT_EQ(built.counts.read, 4);
  EXPECT_EQ(built.counts.kept, 1);
  EXPECT_EQ(built.counts.duplicates, 0);
  EXPECT_EQ(built.counts.self_loops, 3);
}

TEST(Builder, keeps_nodes_without_edges) {
  EXPECT_EQ(build_edges(3, {}).edges, (Csr{3, 3, {0, 0, 0, 0}, {}, {}}));
  EXPECT_EQ(build_edges(0, {}).edges, Csr{});
}

TEST(Builder, agrees_with_a_sorted_set_on_random_edges) {
  Stream stream(1, Purpose::demo_edges);
  for (const int nodes : {1, 2, 3, 10, 50}) {
    for (const int count : {1, 5, 100, 400}) {
      std::vector<Edge> edges;
      std::set<std::pair<int32_t, int32_t>> expected;
      int64_t loops = 0;
      for (int i = 0; i < count; ++i) {
        const auto from = static_cast<int32_t>(stream.below(nodes)),
                   to = static_cast<int32_t>(stream.below(nodes));
        edges.push_back({from, to});
        if (from == to) {
          ++loops;
        } else {
          expected.insert({from, to});
          expected.insert({to, from});
        }
      }
      const auto [csr, counts] = build_edges(nodes, edges);
      std::vector<std::pair<int32_t, int32_t>> found;
      for (int32_t i = 0; i < nodes; ++i)
        for (const int32_t j : csr.row(i)) found.push_back({i, j});
      EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
      EXPECT_EQ(counts.self_loops, loops);
      EXPECT_EQ(2 * counts.kept, std::ssize(found));
      EXPECT_EQ(counts.read, counts.kept + counts.duplicates + counts.self_loops);
    }
  }
}

TEST(Builder, order_of_the_list_does_not_matter) {
  Stream stream(2, Purpose::demo_edges);
  std::vector<Edge> edges;
  for (int i = 0; i < 300; ++i)
    edges.push_back({static_cast<int32_t>(stream.below(40)), static_cast<int32_t>(stream.below(40))});
  const Csr before = build_edges(40, edges).edges;
  stream.shuffle(std::span(edges));
  EXPECT_EQ(build_edges(40, edges).edges, before);
}

// A star is the worst case for sorting row by row: one row holds every edge.
TEST(Builder, takes_a_star_of_a_million_edges_in_its_stride) {
  constexpr int32_t kLeaves = 1000000;
  std::vector<Edge> edges;
  for (int32_t i = kLeaves; i > 0; --i) edges.push_back({0, i});
  const auto start = std::chrono::steady_clock::now();
  const auto built = build_edges(kLeaves + 1, edges);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(built.counts.kept, kLeaves);
  EXPECT_EQ(built.edges.columns[0], 1);
  EXPECT_EQ(built.edges.columns[kLeaves - 1], kLeaves);
  EXPECT_LT(seconds.count(), 5);  // 0.03 in Release; a sort by insertion takes minutes
}

TEST(BuildCounts, says_what_was_dropped) {
  EXPECT_EQ((BuildCounts{5429, 5278, 151, 0}).sentence(),
            "5429 edges read, 5278 kept: 151 duplicates and 0 self loops dropped");
  EXPECT_EQ((BuildCounts{1, 0, 1, 1}).sentence(), "1 edge read, 0 kept: 1 duplicate and 1 self loop dropped");
}

TEST(Builder, lists_whom_a_node_hears_where_edges_have_a_direction) {
  const std::vector<Edge> edges = {{2, 0}, {0, 1}, {1, 0}, {2, 0}, {1, 1}};
  const auto as_read = build_edges(3, edges, Direction::as_read);
  EXPECT_EQ(as_read.edges, (Csr{3, 3, {0, 2, 3, 3}, {1, 2, 0}, {}}));
  EXPECT_EQ(as_read.counts, (BuildCounts{.read = 5, .kept = 3, .duplicates = 1, .self_loops = 1}));
  const auto reversed = build_edges(3, edges, Direction::reversed);
  EXPECT_EQ(reversed.edges, transposed(as_read.edges).matrix);
  EXPECT_EQ(reversed.counts, as_read.counts);
}

}  // namespace
}  // namespace graphsr
