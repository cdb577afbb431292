// CReST: how much of each class is kept, and which.
#include "graphsr/method/crest.h"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/matrices.h"
#include "tests/method/quick_cell.h"

namespace graphsr {
namespace {

TEST(CrestShares, of_the_largest_class_are_the_smallest) {
  const std::vector<double> share = crest_shares({100, 10, 40, 20}, 0.5);
  EXPECT_DOUBLE_EQ(share[0], std::sqrt(0.1));
  EXPECT_DOUBLE_EQ(share[2], std::sqrt(0.2));
  EXPECT_DOUBLE_EQ(share[3], std::sqrt(0.4));
  EXPECT_DOUBLE_EQ(share[1], 1);
}

// Four classes of 20 and three of 6, the paper's split: three of the four shares of 20 are 6/20, one is 1.
TEST(CrestShares, of_equal_classes_are_equal) {
  const std::vector<double> share = crest_shares({20, 6, 20, 6, 20, 20, 6}, 1);
  for (const int c : {0, 2, 4, 5}) EXPECT_DOUBLE_EQ(share[c], (0.3 + 0.3 + 0.3 + 1) / 4);
  for (const int c : {1, 3, 6}) EXPECT_DOUBLE_EQ(share[c], 1);
  EXPECT_EQ(crest_shares({5, 5, 5}, 1.0 / 3), (std::vector<double>{1, 1, 1}));
}

TEST(CrestShares, leave_out_classes_without_labels_and_alpha_0_keeps_all) {
  EXPECT_EQ(crest_shares({8, 0, 2}, 1), (std::vector<double>{0.25, 0, 1}));
  EXPECT_EQ(crest_shares({8, 0, 2}, 0), (std::vector<double>{1, 0, 1}));
}

TEST(CrestAligned, predicts_as_the_labelled_nodes_suggest) {
  const Matrix p = test::matrix({{0.5f, 0.5f}, {0.9f, 0.1f}, {0.7f, 0.3f}});
  const std::vector<int32_t> pool = {1, 2};
  const Matrix even = crest_aligned(p, pool, {9, 4}, 0);  // factors 1/1.6, 1/0.4
  EXPECT_EQ(even(0, 0), 0.5f) << "not of the pool";
  EXPECT_NEAR(even(1, 0), (0.9 / 1.6) / (0.9 / 1.6 + 0.1 / 0.4), 1e-6);
  EXPECT_NEAR(even(2, 1), (0.3 / 0.4) / (0.7 / 1.6 + 0.3 / 0.4), 1e-6);
  const Matrix half = crest_aligned(p, pool, {9, 4}, 0.5);  // times 3 and 2
  EXPECT_NEAR(half(1, 0), (3 * 0.9 / 1.6) / (3 * 0.9 / 1.6 + 2 * 0.1 / 0.4), 1e-6);
  const Matrix one = crest_aligned(p, pool, {9, 0}, 1);
  EXPECT_EQ(one(2, 0), 1) << "a class without labels is not predicted";
}

Task blocks_task() {
  const Dataset dataset = blocks_dataset();
  return task_of(dataset, draw_split(dataset, blocks_split()));
}

TEST(Crest, keeps_the_most_confident_of_each_class_by_its_share) {
  const Task task = blocks_task();
  Cell cell = test::quick_cell("crest", "");
  cell.select.crest.alpha = 1;
  std::vector<int64_t> labelled(4);
  for (const int32_t label : task.train.labels) ++labelled[label];
  const std::vector<double> share = crest_shares(labelled, 1);
  const Augmented out = test::augmented(cell, task);
  EXPECT_EQ(out.ledger.size(), task.pool.size()) << "everyone is a candidate";
  std::map<int32_t, double> count, kept;
  std::map<int32_t, Real> least_kept, most_refused;
  for (const LedgerRow& row : out.ledger) {
    ++count[row.label];
    kept[row.label] += row.kept;
    if (row.kept)
      least_kept[row.label] = row.confidence;  // best rank first
    else
      most_refused.try_emplace(row.label, row.confidence);
    EXPECT_LE(row.round, 2);
  }
  for (const auto& [label, all] : count) {
    EXPECT_EQ(kept[label], std::ceil(share[label] * all - 1e-9)) << label;
    if (most_refused.contains(label)) {
      EXPECT_GE(least_kept[label], most_refused[label]);
    }
  }
  EXPECT_FALSE(most_refused.empty());
}

TEST(Crest, trains_a_teacher_in_every_generation) {
  const Task task = blocks_task();
  Cell cell = test::quick_cell("crest", "");
  std::vector<Examples> sets;
  for (int generations = 1; generations <= 3; ++generations) {
    cell.select.crest.generations = generations;
    sets.push_back(test::augmented(cell, task).set.examples);
  }
  EXPECT_NE(sets[0], sets[1]);
  EXPECT_NE(sets[1], sets[2]);
}

TEST(CrestOptions, that_cannot_be_are_refused) {
  for (const CrestOptions& options :
       {CrestOptions{.generations = 0}, CrestOptions{.alpha = -1}, CrestOptions{.alpha = std::nan("")},
        CrestOptions{.t_min = 1.1}, CrestOptions{.t_min = -0.1}})
    EXPECT_THROW(crest(SelectOptions{.crest = options}), Error);
}

}  // namespace
}  // namespace graphsr
