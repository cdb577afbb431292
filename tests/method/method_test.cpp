// The contract that every registered method keeps.
#include "graphsr/method/method.h"

#include <set>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/graph/refusal.h"
#include "tests/method/quick_cell.h"

namespace graphsr {
namespace {

using test::augmented;
using test::expect_same;
using test::expect_sound;
using test::Setting;

class EveryMethod : public testing::TestWithParam<Setting> {
 protected:
  Augmented chosen(const Task& task, uint64_t seed = 0) const {
    return augmented(GetParam().cell(), task, seed);
  }

  const Dataset dataset_ = blocks_dataset();
  const Split split_ = draw_split(dataset_, blocks_split());
  Task task_ = task_of(dataset_, split_);
};

TEST_P(EveryMethod, gives_the_same_set_and_account_for_the_same_seed_and_any_threads) {
  const Augmented first = chosen(task_, 3);
  expect_same(first, augmented(GetParam().cell(), task_, 3, 1));
  expect_same(first, augmented(GetParam().cell(), task_, 3, 5));
}

TEST_P(EveryMethod, keeps_every_original_example_and_accounts_for_what_it_adds) {
  expect_sound(task_, chosen(task_));
}

TEST_P(EveryMethod, never_considers_a_validation_or_test_node) {
  std::set<int32_t> forbidden(split_.validation.begin(), split_.validation.end());
  forbidden.insert(split_.test.begin(), split_.test.end());
  const Augmented out = chosen(task_);
  for (const int32_t node : out.set.examples.nodes) EXPECT_FALSE(forbidden.contains(node)) << node;
  ASSERT_GE(out.set.examples.size(), task_.train.size());
  for (const LedgerRow& row : out.ledger) EXPECT_FALSE(forbidden.contains(row.node)) << row.node;
}

// The choice cannot depend on labels that it is not shown: with other labels of pool and test nodes it is the
// same.
TEST_P(EveryMethod, does_not_depend_on_labels_of_pool_and_test_nodes) {
  Dataset other = dataset_;
  for (const int32_t node : task_.pool) other.labels[node] = (other.labels[node] + 1) % 4;
  for (const int32_t node : split_.test) other.labels[node] = (other.labels[node] + 1) % 4;
  expect_same(chosen(task_), chosen(task_of(other, split_)));
}

TEST_P(EveryMethod, works_with_one_minority_class) {
  SplitOptions options = blocks_split();
  options.minority = "random:1";
  const Task task = task_of(dataset_, draw_split(dataset_, options));
  expect_sound(task, chosen(task));
}

TEST_P(EveryMethod, works_with_one_labelled_node_in_a_class) {
  SplitOptions options = blocks_split();
  options.rho = 0.05;
  const Task task = task_of(dataset_, draw_split(dataset_, options));
  ASSERT_EQ(task.train.size(), 2 * 8 + 2);
  expect_sound(task, chosen(task));
}

TEST_P(EveryMethod, adds_nothing_where_there_is_no_pool) {
  task_.pool.clear();
  const Augmented out = chosen(task_);
  expect_sound(task_, out);
  EXPECT_TRUE(out.ledger.empty());
  if (!GetParam().resamples()) {
    EXPECT_EQ(out.set.examples, task_.train);
  }
}

TEST_P(EveryMethod, trains_every_model_to_the_same_bytes_for_any_threads) {
  for (const ConvEntry& entry : convs()) {
    SCOPED_TRACE(entry.name);
    Cell cell = GetParam().cell();
    cell.model.conv = entry.name;
    std::set<std::string> models;
    for (const int threads : {1, 2, 5}) {
      ThreadPool pool(threads);
      const Result result = run(dataset_, cell, split_, pool, {});
      models.insert(result.model_sha256);
      if (threads == 2) expect_sound(result.task, result.augmented);
    }
    EXPECT_EQ(models.size(), 1u);
  }
}

// Of two minority classes one at least has no candidate, if there is one node in all.
TEST_P(EveryMethod, works_where_a_minority_class_has_no_candidate) {
  for (const size_t k : {size_t{0}, task_.pool.size() / 2, task_.pool.size() - 1}) {
    Task task = task_;
    task.pool = {task_.pool[k]};
    expect_sound(task, chosen(task));
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMethod, testing::ValuesIn(test::settings()),
                         [](const auto& info) { return info.param.name(); });

TEST(Methods, vanilla_trains_on_the_labelled_nodes_alone) {
  const Dataset dataset = blocks_dataset();
  const Task task = task_of(dataset, draw_split(dataset, blocks_split()));
  const Augmented out = augmented(test::quick_cell("vanilla", ""), task);
  EXPECT_EQ(out.set.examples, task.train);
  EXPECT_EQ(out.set.graph, task.graph);
  EXPECT_TRUE(out.ledger.empty());
  EXPECT_EQ(out.before.size(), 0);
}

TEST(Methods, that_are_a_loss_are_vanilla_with_it_whatever_the_cell_says) {
  const Dataset dataset = blocks_dataset();
  ThreadPool pool(2);
  const auto model = [&](const Cell& cell) {
    return run(dataset, cell, std::nullopt, pool, {}).model_sha256;
  };
  std::set<std::string> models;
  int count = 0;
  for (const Method& method : methods()) {
    if (*method.loss == '\0') continue;
    Cell own = test::quick_cell(method.name, ""), plain = test::quick_cell("vanilla", "");
    EXPECT_EQ(own.training.loss, method.loss);
    plain.training.loss = method.loss;
    own.training.loss = "cross-entropy";
    EXPECT_EQ(model(own), model(plain)) << method.name;
    models.insert(model(own));
    ++count;
  }
  EXPECT_EQ(count, 6);
  EXPECT_EQ(models.size(), 5u) << "logit-adjustment with tau 1 is balanced-softmax, the others differ";
}

TEST(Methods, have_names_of_their_own_and_unknown_ones_get_a_suggestion) {
  std::set<std::string> names;
  for (const Method& method : methods()) EXPECT_TRUE(names.insert(method.name).second) << method.name;
  const Error error = refusal([] { method_named("vanila"); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_NE(std::string(error.what()).find("'vanilla'"), std::string::npos);
}

TEST(Presets, have_names_of_their_own_and_unknown_ones_get_a_suggestion) {
  std::set<std::string> names;
  for (const Preset& preset : presets()) {
    EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
    EXPECT_NO_THROW(check(preset.select)) << preset.name;
    EXPECT_NO_THROW(check(preset.training)) << preset.name;
  }
  EXPECT_TRUE(names.contains("default") && names.contains("paper") && names.contains("official"));
  const Error error = refusal([] { preset_named("offical"); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_NE(std::string(error.what()).find("did you mean 'official'"), std::string::npos) << error.what();
}

// RU and SU fill every minority class up to the largest, as far as there are nodes predicted as it.
TEST(BalancingSelection, adds_what_a_minority_class_lacks_and_nothing_to_the_others) {
  const Dataset dataset = blocks_dataset();
  const Task task = task_of(dataset, draw_split(dataset, blocks_split()));
  for (const char* method : {"ru-selection", "su-selection"}) {
    const Augmented out = augmented(test::quick_cell(method, ""), task);
    std::vector<int64_t> candidates(4), kept(4);
    for (const LedgerRow& row : out.ledger) {
      ++candidates[row.label];
      kept[row.label] += row.kept;
      if (std::string(method) == "su-selection") {
        EXPECT_EQ(row.kept, row.rank <= 6) << "SU takes the nearest";
      }
    }
    for (int32_t c = 0; c < 4; ++c) {
      const bool minority = std::ranges::binary_search(task.minority, c);
      EXPECT_EQ(kept[c], minority ? std::min<int64_t>(6, candidates[c]) : 0) << method << " class " << c;
    }
  }
  EXPECT_NE(augmented(test::quick_cell("ru-selection", ""), task).set.examples,
            augmented(test::quick_cell("su-selection", ""), task).set.examples);
}

}  // namespace
}  // namespace graphsr
