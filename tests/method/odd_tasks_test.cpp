// Every registered method on tasks that lack what one is used to.
#include <limits>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/graph/refusal.h"
#include "tests/method/quick_cell.h"

namespace graphsr {
namespace {

using test::augmented;
using test::expect_sound;
using test::Setting;

class OddTasks : public testing::TestWithParam<Setting> {
 protected:
  Augmented chosen(const Task& task) const { return augmented(GetParam().cell(), task); }
  Task task_of_blocks(const Dataset& dataset) const {
    return task_of(dataset, draw_split(dataset, blocks_split()));
  }

  const Dataset dataset_ = blocks_dataset();
  Task task_ = task_of_blocks(dataset_);
};

Examples without_class(const Examples& all, int32_t label) {
  Examples rest;
  for (int64_t i = 0; i < all.size(); ++i) {
    if (all.labels[i] == label) continue;
    rest.nodes.push_back(all.nodes[i]);
    rest.labels.push_back(all.labels[i]);
  }
  return rest;
}

TEST_P(OddTasks, a_validation_class_that_is_missing) {
  task_.validation = without_class(task_.validation, task_.minority.front());
  expect_sound(task_, chosen(task_));
}

// Without validation nodes the labelled ones are judged instead; the retraining game cannot be played at all.
TEST_P(OddTasks, no_validation_nodes_at_all) {
  task_.validation = {};
  if (!GetParam().needs_validation()) {
    const Augmented out = chosen(task_);
    expect_sound(task_, out);
    return;
  }
  Cell cell = GetParam().cell();
  cell.select.candidates.every_class = true;  // so that there are candidates at all
  const Error error = refusal([&] { augmented(cell, task_); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_NE(std::string(error.what()).find("validation"), std::string::npos) << error.what();
}

TEST_P(OddTasks, labelled_nodes_of_one_class_only) {
  for (int32_t c = 1; c < 4; ++c) task_.train = without_class(task_.train, c);
  ASSERT_GT(task_.train.size(), 0);
  const Augmented out = chosen(task_);
  expect_sound(task_, out);
  for (const LedgerRow& row : out.ledger) EXPECT_EQ(row.label, 0) << "no class without labels has a centre";
}

TEST_P(OddTasks, one_class_in_the_whole_world) {
  task_.classes = 1;
  task_.minority.clear();
  for (Examples* part : {&task_.train, &task_.validation}) part->labels.assign(part->nodes.size(), 0);
  expect_sound(task_, chosen(task_));
}

TEST_P(OddTasks, a_graph_without_edges) {
  Csr none;
  none.rows = none.cols = task_.graph->nodes();
  none.offsets.assign(static_cast<size_t>(none.rows) + 1, 0);
  task_.graph = std::make_shared<const Graph>(Graph{none, task_.graph->features});
  expect_sound(task_, chosen(task_));
}

TEST_P(OddTasks, isolated_nodes) {
  const Dataset dataset = blocks_dataset(4, 40, 12);
  const Task task = task_of_blocks(dataset);
  int64_t alone = 0;
  for (const int32_t node : task.pool) alone += dataset.graph->edges.length(node) == 0;
  ASSERT_GT(alone, 0);
  expect_sound(task, chosen(task));
}

// One sentence that says what to do, whatever the method.
TEST_P(OddTasks, features_that_are_not_numbers) {
  Matrix features(dataset_.nodes(), 3, 1);
  features(task_.train.nodes.front(), 1) = std::numeric_limits<Real>::quiet_NaN();
  Dataset broken = dataset_;
  broken.graph = std::make_shared<const Graph>(Graph{dataset_.graph->edges, Features(std::move(features))});
  Cell cell = GetParam().cell();
  cell.features = "raw";
  ThreadPool pool(2);
  const Error error = refusal([&] { run(broken, cell, std::nullopt, pool, {}); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_NE(std::string(error.what()).find("not a finite number"), std::string::npos) << error.what();
  EXPECT_NE(std::string(error.what()).find("--rate"), std::string::npos) << error.what();
}

INSTANTIATE_TEST_SUITE_P(Registry, OddTasks, testing::ValuesIn(test::settings()),
                         [](const auto& info) { return info.param.name(); });

}  // namespace
}  // namespace graphsr
