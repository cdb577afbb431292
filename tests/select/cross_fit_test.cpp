#include "graphsr/select/cross_fit.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "graphsr/model/layer_rows.h"
#include "graphsr/select/label_propagation.h"
#include "tests/graph/blocks_dataset.h"
#include "tests/select/recording_classifier.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

using test::Fits;
using test::recording_classifiers;

Examples examples_of_classes(const std::vector<int>& counts) {
  Examples all;
  for (size_t c = 0; c < counts.size(); ++c)
    for (int k = 0; k < counts[c]; ++k) {
      all.nodes.push_back(static_cast<int32_t>(all.nodes.size()));
      all.labels.push_back(static_cast<int32_t>(c));
    }
  return all;
}

TEST(Folds, have_each_class_evenly) {
  const Examples all = examples_of_classes({30, 7, 1});
  const std::vector<int32_t> fold = dealt_folds(all, 5, 3);
  std::map<std::pair<int32_t, int32_t>, int> count;  // (class, fold)
  std::vector<int> sizes(5);
  for (size_t i = 0; i < fold.size(); ++i) {
    ASSERT_GE(fold[i], 0);
    ASSERT_LT(fold[i], 5);
    ++count[{all.labels[i], fold[i]}];
    ++sizes[fold[i]];
  }
  for (int32_t k = 0; k < 5; ++k) {
    EXPECT_EQ((count[{0, k}]), 6);
    EXPECT_GE((count[{1, k}]), 1);
    EXPECT_LE((count[{1, k}]), 2);
    EXPECT_GE(sizes[k], 7);
    EXPECT_LE(sizes[k], 8);
  }
}

TEST(Folds, are_the_same_for_the_same_seed_and_others_for_another) {
  const Examples all = examples_of_classes({30, 20});
  EXPECT_EQ(dealt_folds(all, 5, 3), dealt_folds(all, 5, 3));
  EXPECT_NE(dealt_folds(all, 5, 3), dealt_folds(all, 5, 4));
}

struct Judged {
  Task task;
  Fits fits;
  CrossFit out;

  explicit Judged(bool with_validation, int folds = 3, int epochs = 11) {
    const Dataset dataset = blocks_dataset();
    task = task_of(dataset, draw_split(dataset, blocks_split()));
    if (!with_validation) task.validation = {};
    ThreadPool pool(2);
    out = cross_fit(task, folds, epochs, recording_classifiers(fits, task.classes), {4, pool, {}});
  }
  // The set that the teacher of fold k learned from: those teachers tell its size (recording_classifier.h),
  // and all nodes of the fold are missing in it.
  const Examples& set_of(int k) const {
    for (const Examples& set : fits.sets) {
      const std::set<int32_t> nodes(set.nodes.begin(), set.nodes.end());
      bool holds_one = false;
      for (int64_t i = 0; i < out.judged.size(); ++i)
        holds_one |= out.fold[i] == k && nodes.contains(out.judged.nodes[i]);
      if (!holds_one) return set;
    }
    ADD_FAILURE() << "every teacher has seen a node of fold " << k;
    return fits.sets.front();
  }
};

TEST(CrossFit, judges_validation_nodes_by_teachers_that_have_not_seen_them) {
  const Judged judged(true);
  EXPECT_EQ(judged.out.judged, judged.task.validation);
  ASSERT_EQ(judged.out.folds(), 3);
  ASSERT_EQ(judged.fits.sets.size(), 3u);
  for (int k = 0; k < 3; ++k) {
    const Examples& set = judged.set_of(k);
    std::multiset<int32_t> expected(judged.task.train.nodes.begin(), judged.task.train.nodes.end());
    for (int64_t i = 0; i < judged.out.judged.size(); ++i)
      if (judged.out.fold[i] != k) expected.insert(judged.out.judged.nodes[i]);
    EXPECT_EQ(std::multiset<int32_t>(set.nodes.begin(), set.nodes.end()), expected) << "fold " << k;
    // Its own opinion, not another fold's, is kept as the fold's.
    EXPECT_EQ(judged.out.probability[k](0, 0), static_cast<Real>(set.size()) / 1000);
  }
}

TEST(CrossFit, teachers_have_no_validation_set_a_number_of_epochs_and_seeds_of_their_own) {
  const Judged judged(true);
  for (const Examples& validation : judged.fits.validations) EXPECT_EQ(validation.size(), 0);
  for (const int epochs : judged.fits.epochs) EXPECT_EQ(epochs, 11);
  EXPECT_EQ(std::set<uint64_t>(judged.fits.seeds.begin(), judged.fits.seeds.end()).size(), 3u);
}

TEST(CrossFit, judges_labelled_nodes_where_there_are_no_validation_nodes) {
  const Judged judged(false);
  EXPECT_EQ(judged.out.judged, judged.task.train);
  for (int k = 0; k < 3; ++k) {
    const Examples& set = judged.set_of(k);
    int64_t others = 0;
    for (const int32_t fold : judged.out.fold) others += fold != k;
    EXPECT_EQ(set.size(), others);
  }
}

// Propagated labels keep the same secret.
TEST(CrossFit, spreads_labels_from_what_the_folds_teacher_knew) {
  for (const bool with_validation : {true, false}) {
    const Judged judged(with_validation);
    ThreadPool pool(1);
    for (int k = 0; k < 3; ++k) {
      const Matrix expected =
          label_propagation(judged.task.graph->edges, judged.set_of(k), judged.task.classes, pool);
      EXPECT_TRUE(std::ranges::equal(judged.out.propagation[k].values(), expected.values())) << k;
    }
    if (!with_validation) continue;
    const Matrix plain =
        label_propagation(judged.task.graph->edges, judged.task.train, judged.task.classes, pool);
    EXPECT_TRUE(std::ranges::equal(judged.out.plain_propagation.values(), plain.values()));
  }
}

TEST(CrossFit, has_no_more_folds_than_nodes_and_none_for_a_single_node) {
  Task task = Judged(true).task;
  Fits fits;
  ThreadPool pool(1);
  task.validation = {{task.pool[0], task.pool[1]}, {0, 1}, {}};
  EXPECT_EQ(cross_fit(task, 5, 0, recording_classifiers(fits, 4), {4, pool, {}}).folds(), 2);
  task.validation = {{task.pool[0]}, {0}, {}};
  EXPECT_EQ(cross_fit(task, 5, 0, recording_classifiers(fits, 4), {4, pool, {}}).folds(), 0);
}

TEST(CrossFit, teachers_are_single_networks_in_graphs_of_many_nodes_only) {
  for (const int networks : Judged(true).fits.networks) EXPECT_EQ(networks, 0) << "as many as there are";
  constexpr int32_t n = static_cast<int32_t>(kManyRows) + 1;
  const auto graph = std::make_shared<const Graph>(Graph{test::cycle(n), Features(Matrix(n, 1, 0))});
  const Task task = {graph, 2, {}, {{0, 1}, {0, 1}, {}}, {{2, 3, 4, 5}, {0, 1, 0, 1}, {}}, {6, 7}};
  Fits fits;
  ThreadPool pool(2);
  cross_fit(task, 2, 3, recording_classifiers(fits, 2), {4, pool, {}});
  EXPECT_EQ(fits.networks, (std::vector<int>{1, 1}));
}

}  // namespace
}  // namespace graphsr
