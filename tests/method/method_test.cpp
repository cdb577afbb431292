// The contract that every registered method keeps.
#include "graphsr/method/method.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/demo.h"
#include "graphsr/graph/split.h"

namespace graphsr {
namespace {

class EveryMethod : public testing::TestWithParam<Method> {
 protected:
  TrainingSet augmented(const Task& task, uint64_t seed) {
    ThreadPool pool(2);
    return GetParam().recipe()->augment(task, {seed, pool, {}});
  }

  const Dataset dataset_ = demo_dataset();
};

TEST_P(EveryMethod, gives_the_same_set_for_the_same_seed) {
  const Task task = task_of(dataset_, draw_split(dataset_, {}));
  EXPECT_EQ(augmented(task, 3).examples, augmented(task, 3).examples);
}

TEST_P(EveryMethod, keeps_every_original_example) {
  const Task task = task_of(dataset_, draw_split(dataset_, {}));
  const Examples set = augmented(task, 0).examples;
  std::multiset<std::pair<int32_t, int32_t>> kept;
  for (int64_t i = 0; i < set.size(); ++i) kept.insert({set.nodes[i], set.labels[i]});
  for (int64_t i = 0; i < task.train.size(); ++i)
    EXPECT_TRUE(kept.contains({task.train.nodes[i], task.train.labels[i]}));
}

TEST_P(EveryMethod, adds_no_validation_or_test_node_and_no_unknown_label) {
  const Split split = draw_split(dataset_, {});
  const Task task = task_of(dataset_, split);
  const TrainingSet set = augmented(task, 0);
  std::set<int32_t> forbidden(split.validation.begin(), split.validation.end());
  forbidden.insert(split.test.begin(), split.test.end());
  for (int64_t i = 0; i < set.examples.size(); ++i) {
    EXPECT_FALSE(forbidden.contains(set.examples.nodes[i]));
    EXPECT_LT(set.examples.nodes[i], set.graph->nodes());
    EXPECT_GE(set.examples.labels[i], 0);
    EXPECT_LT(set.examples.labels[i], task.classes);
  }
}

TEST_P(EveryMethod, works_with_one_minority_class_and_with_no_candidate_at_all) {
  SplitOptions options;
  options.minority = "random:1";
  Task task = task_of(dataset_, draw_split(dataset_, options));
  EXPECT_GE(augmented(task, 0).examples.size(), task.train.size());
  task.pool.clear();
  EXPECT_GE(augmented(task, 0).examples.size(), task.train.size());
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMethod, testing::ValuesIn(methods().begin(), methods().end()),
                         [](const auto& info) {
                           std::string name = info.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Methods, vanilla_trains_on_the_labelled_nodes_alone) {
  const Dataset dataset = demo_dataset();
  const Task task = task_of(dataset, draw_split(dataset, {}));
  ThreadPool pool(1);
  const TrainingSet set = method_named("vanilla").recipe()->augment(task, {0, pool, {}});
  EXPECT_EQ(set.examples, task.train);
  EXPECT_EQ(set.graph, task.graph);
}

TEST(Methods, have_names_of_their_own_and_unknown_ones_get_a_suggestion) {
  std::set<std::string> names;
  for (const Method& method : methods()) EXPECT_TRUE(names.insert(method.name).second) << method.name;
  try {
    method_named("vanila");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_NE(std::string(error.what()).find("'vanilla'"), std::string::npos);
  }
}

}  // namespace
}  // namespace graphsr
