// SMOTE: what new nodes are made of.
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "tests/method/quick_cell.h"

namespace graphsr {
namespace {

// Six points on a line, of which four are labelled as class 0 and two of class 1, and a lonely one of
// class 2.
Task points() {
  Matrix x(10, 2, 0);
  const Real at[] = {0, 1, 3, 7, 10, 14, 50, 4, 5, 6};
  for (int64_t v = 0; v < 10; ++v) x(v, 0) = at[v];
  const Csr edges = build_edges(10, {{0, 7}, {0, 8}, {1, 8}, {4, 7}, {4, 9}, {5, 9}, {5, 8}, {6, 7}}).edges;
  Task task;
  task.graph = std::make_shared<const Graph>(Graph{edges, Features(std::move(x))});
  task.classes = 4;  // nobody is labelled as the last
  task.minority = {1, 2};
  task.train = {{0, 1, 2, 3, 4, 5, 6}, {0, 0, 0, 0, 1, 1, 2}, {}};
  task.pool = {7, 8, 9};
  return task;
}

Augmented smoted(const Task& task, uint64_t seed) {
  return test::augmented(test::quick_cell("smote", ""), task, seed);
}

TEST(Smote, fills_every_labelled_class_up_to_the_largest_behind_the_old_nodes) {
  const Augmented out = smoted(points(), 0);
  EXPECT_EQ(out.set.examples.nodes, (std::vector<int32_t>{0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 14}));
  EXPECT_EQ(out.set.examples.labels, (std::vector<int32_t>{0, 0, 0, 0, 1, 1, 2, 1, 1, 2, 2, 2}));
  EXPECT_TRUE(out.ledger.empty());
}

TEST(Smote, puts_features_between_two_labelled_nodes_and_hears_whom_the_source_hears) {
  const Task task = points();
  std::map<int64_t, int> sources;  // by the length of their rows of neighbours
  double sum = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Augmented out = smoted(task, seed);
    const Graph& graph = *out.set.graph;
    for (const int64_t v : {10, 11}) {
      const Real at = graph.features.dense()(v, 0);
      EXPECT_GE(at, 10);
      EXPECT_LE(at, 14);
      const bool of_4 = std::ranges::equal(graph.edges.row(v), task.graph->edges.row(4));
      const bool of_5 = std::ranges::equal(graph.edges.row(v), task.graph->edges.row(5));
      EXPECT_NE(of_4, of_5);
      sum += of_4 ? at - 10 : 14 - at;
      ++sources[of_4 ? 4 : 5];
    }
    for (const int64_t v : {12, 13, 14}) {
      EXPECT_EQ(graph.features.dense()(v, 0), 50) << "a node that is alone is repeated";
      EXPECT_TRUE(std::ranges::equal(graph.edges.row(v), task.graph->edges.row(6)));
    }
  }
  EXPECT_EQ(sources[4], 300) << "every member is a source before any is one again";
  EXPECT_EQ(sources[5], 300);
  EXPECT_NEAR(sum / 600 / 4, 0.5, 4 / std::sqrt(12.0 * 600)) << "the share is uniform";
}

TEST(Smote, goes_towards_the_nearest_other_of_the_class) {
  Task task = points();
  task.train.labels = {1, 1, 1, 1, 0, 0, 0};  // class 0 at 10, 14, 50 lacks one
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Augmented out = smoted(task, seed);
    ASSERT_EQ(out.set.examples.size(), 8);
    const Graph& graph = *out.set.graph;
    const Real at = graph.features.dense()(10, 0);
    const bool of_6 = std::ranges::equal(graph.edges.row(10), task.graph->edges.row(6));
    EXPECT_GE(at, of_6 ? 14 : 10);
    EXPECT_LE(at, of_6 ? 50 : 14);
  }
}

TEST(Smote, leaves_a_balanced_task_alone) {
  Task task = points();
  task.train = {{0, 4}, {0, 1}, {}};
  const Augmented out = smoted(task, 0);
  EXPECT_EQ(out.set.graph, task.graph);
  EXPECT_EQ(out.set.examples, task.train);
}

}  // namespace
}  // namespace graphsr
