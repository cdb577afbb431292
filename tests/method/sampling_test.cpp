// Over-sampling and class-balanced sampling: how often labelled nodes count.
#include <cmath>

#include <gtest/gtest.h>

#include "tests/method/quick_cell.h"

namespace graphsr {
namespace {

Task blocks_task() {
  const Dataset dataset = blocks_dataset();
  return task_of(dataset, draw_split(dataset, blocks_split()));
}

std::vector<double> weight_per_class(const Examples& examples, int classes) {
  std::vector<double> sum(classes);
  for (size_t i = 0; i < examples.labels.size(); ++i) sum[examples.labels[i]] += examples.weights.at(i);
  return sum;
}

TEST(OverSampling, gives_every_class_the_weight_of_the_largest) {
  const Task task = blocks_task();
  const Augmented out = test::augmented(test::quick_cell("over-sampling", ""), task);
  EXPECT_EQ(out.set.examples.nodes, task.train.nodes);
  EXPECT_EQ(weight_per_class(out.set.examples, 4), (std::vector<double>{8, 8, 8, 8}));
  for (size_t i = 0; i < task.train.labels.size(); ++i) {
    const bool minority = std::ranges::binary_search(task.minority, task.train.labels[i]);
    EXPECT_GE(out.set.examples.weights[i], 1) << "no original is lost";
    if (!minority) {
      EXPECT_EQ(out.set.examples.weights[i], 1);
    }
  }
  EXPECT_NE(out.set.examples.weights,
            test::augmented(test::quick_cell("over-sampling", ""), task, 1).set.examples.weights)
      << "another seed repeats others";
}

// 6 more of a class of two: each of them is drawn with chance 1/2, so its weight is 1 + binomial(6, 1/2).
TEST(OverSampling, repeats_nodes_of_a_class_evenly) {
  const Task task = blocks_task();
  double first = 0;
  constexpr int kRuns = 400;
  const auto place = std::ranges::find(task.train.labels, task.minority[0]) - task.train.labels.begin();
  for (uint64_t seed = 0; seed < kRuns; ++seed)
    first += test::augmented(test::quick_cell("over-sampling", ""), task, seed).set.examples.weights[place];
  EXPECT_NEAR(first / kRuns, 4, 4 * std::sqrt(6.0 / 4 / kRuns));
}

std::vector<Real> weights_in(Recipe& recipe, const TrainingSet& set, uint64_t number, uint64_t seed = 0) {
  const auto changed = recipe.epoch(set, {number, seed});
  EXPECT_EQ(changed->examples.nodes, set.examples.nodes);
  EXPECT_EQ(changed->examples.labels, set.examples.labels);
  EXPECT_EQ(changed->graph, set.graph);
  return changed->examples.weights;
}

// Of 20 draws each class gets 5 in the mean, whatever its size, and each of its nodes as many as the others.
TEST(CbSampling, draws_classes_evenly_and_nodes_of_a_class_evenly) {
  const Task task = blocks_task();
  const TrainingSet set = plain_set(task);
  const auto recipe = cb_sampling({});
  const auto count = static_cast<double>(set.examples.size());
  ASSERT_EQ(count, 20);
  constexpr int kEpochs = 2000;
  std::vector<double> per_class(4), per_node(set.examples.nodes.size()), size(4);
  for (uint64_t epoch = 0; epoch < kEpochs; ++epoch) {
    const std::vector<Real> weights = weights_in(*recipe, set, epoch);
    double sum = 0;
    for (size_t i = 0; i < weights.size(); ++i) {
      sum += weights[i];
      per_node[i] += weights[i];
      per_class[set.examples.labels[i]] += weights[i];
    }
    ASSERT_EQ(sum, count) << "as many draws as there are labelled nodes";
  }
  for (const int32_t label : set.examples.labels) ++size[label];
  const double draws = kEpochs * count;
  const auto expect_share = [&](double drawn, double share) {
    EXPECT_NEAR(drawn / draws, share, 4 * std::sqrt(share * (1 - share) / draws));
  };
  for (const double drawn : per_class) expect_share(drawn, 0.25);
  for (size_t i = 0; i < per_node.size(); ++i) expect_share(per_node[i], 0.25 / size[set.examples.labels[i]]);
}

TEST(CbSampling, draws_anew_in_every_epoch_and_training_and_the_same_for_the_same) {
  const TrainingSet set = plain_set(blocks_task());
  const auto recipe = cb_sampling({}), copy = recipe->fresh();
  EXPECT_EQ(weights_in(*recipe, set, 3), weights_in(*copy, set, 3));
  EXPECT_NE(weights_in(*recipe, set, 3), weights_in(*recipe, set, 4));
  EXPECT_NE(weights_in(*recipe, set, 3, 0), weights_in(*recipe, set, 3, 1));
}

}  // namespace
}  // namespace graphsr
