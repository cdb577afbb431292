// Methods and presets at a size at which they take milliseconds, on graphs of blocks_dataset.h.
#pragma once

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "graphsr/experiment/run.h"
#include "graphsr/method/method.h"
#include "tests/graph/blocks_dataset.h"

namespace graphsr::test {

// The preset's options with everything that takes time made short.
inline Cell quick_cell(const std::string& method, const std::string& preset = "default") {
  Cell cell = make_cell(method, preset);
  cell.split = blocks_split();
  cell.model.width = 8;
  cell.model.heads = 2;
  cell.training.epochs = 12;
  cell.training.patience = 6;
  cell.training.ensemble = std::min(cell.training.ensemble, 2);
  SelectOptions& select = cell.select;
  select.rounds = std::min(select.rounds, 2);
  select.updates = 2;
  select.episodes = 2;
  select.keep_at_least = std::min(select.keep_at_least, 2);
  select.simulated.folds = 3;
  if (select.candidates.nearest > 0) select.candidates.nearest = 4;
  select.ppo.actor_hidden = select.ppo.critic_hidden = {8};
  select.crest.generations = 2;
  select.graphens.keep_prob = 0.2;
  select.retraining.first_steps = std::min(select.retraining.first_steps, 4);
  select.retraining.steps = 2;
  return cell;
}

// A row of the contract's table.
struct Setting {
  std::string method, preset, agent;

  Cell cell() const {
    Cell cell = quick_cell(method, preset);
    if (!agent.empty()) cell.select.agent = agent;
    return cell;
  }
  // Whether labels that were held out are needed to choose.
  bool needs_validation() const {
    const bool plays = method.starts_with("graphsr");
    return plays && cell().select.game == "retraining";
  }
  // Whether it counts labelled nodes otherwise than once each, or makes new ones: with no pool too.
  bool resamples() const {
    return method == "over-sampling" || method == "cb-sampling" || method == "smote" ||
           method == "graphens" || method.starts_with("graphsmote");
  }
  // Whether it chooses among nodes of the pool.
  bool selects() const {
    const bool plain = method == "vanilla" || method == "train-validation";
    return !plain && !resamples() && std::string(method_named(method).loss).empty();
  }
  std::string name() const {
    std::string text = method + "_" + preset + (agent.empty() ? "" : "_" + agent);
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
  }
};
inline void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name(); }

// Every registered method with the default preset, those that play a game with both agents and the other
// presets too.
inline std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const Method& method : methods()) {
    const std::string name = method.name;
    if (!name.starts_with("graphsr")) {
      all.push_back({name, "default", ""});
      continue;
    }
    for (const char* agent : {"logistic", "ppo"}) all.push_back({name, "default", agent});
    for (const char* preset : {"paper", "official"}) all.push_back({name, preset, ""});
  }
  return all;
}

inline Augmented augmented(const Cell& cell, const Task& task, uint64_t seed = 0, int threads = 2) {
  ThreadPool pool(threads);
  const MakeClassifier classifiers = gnn_classifiers(cell.model, training_of(cell), task.classes);
  return method_named(cell.method).recipe(cell.select)->augment(task, classifiers, {seed, pool, {}});
}

// What holds of every choice: the original examples come first; whatever else is there comes from the pool,
// once, with a possible label, and is what the ledger calls kept; and the ledger knows pool nodes alone. New
// nodes stand behind the old ones, in the graph and among the examples, and the old ones are as they were.
inline void expect_sound(const Task& task, const Augmented& out) {
  const Examples& set = out.set.examples;
  const auto count = task.train.nodes.size();
  ASSERT_EQ(set.nodes.size(), set.labels.size());
  ASSERT_GE(set.nodes.size(), count);
  EXPECT_TRUE(std::equal(task.train.nodes.begin(), task.train.nodes.end(), set.nodes.begin()));
  EXPECT_TRUE(std::equal(task.train.labels.begin(), task.train.labels.end(), set.labels.begin()));
  EXPECT_TRUE(set.weights.empty() || set.weights.size() == set.nodes.size());
  std::vector<std::pair<int32_t, int32_t>> added, kept;
  const Csr &edges = out.set.graph->edges, &old = task.graph->edges;
  int64_t nodes = task.graph->nodes();
  for (size_t i = count; i < set.nodes.size(); ++i) {
    EXPECT_GE(set.labels[i], 0);
    EXPECT_LT(set.labels[i], task.classes);
    if (set.nodes[i] >= task.graph->nodes())
      EXPECT_EQ(set.nodes[i], nodes++);
    else
      added.emplace_back(set.nodes[i], set.labels[i]);
  }
  EXPECT_EQ(out.set.graph->nodes(), nodes);
  EXPECT_EQ(out.set.graph->features.rows(), nodes);
  ASSERT_GE(edges.columns.size(), old.columns.size());
  EXPECT_TRUE(std::equal(old.offsets.begin(), old.offsets.end(), edges.offsets.begin()));
  EXPECT_TRUE(std::equal(old.columns.begin(), old.columns.end(), edges.columns.begin()));
  std::set<int32_t> considered;
  for (const LedgerRow& row : out.ledger) {
    EXPECT_TRUE(std::ranges::binary_search(task.pool, row.node)) << row.node << " is not in the pool";
    EXPECT_TRUE(considered.insert(row.node).second) << row.node << " stands in the ledger twice";
    EXPECT_GE(row.label, 0);
    EXPECT_LT(row.label, task.classes);
    EXPECT_GE(row.rank, 1);
    EXPECT_GE(row.keep_probability, 0);
    EXPECT_LE(row.keep_probability, 1);
    EXPECT_EQ(row.round > 0, row.kept);
    if (row.kept) kept.emplace_back(row.node, row.label);
  }
  EXPECT_EQ(added, kept);
}

// The same in every bit.
inline void expect_same(const Augmented& a, const Augmented& b) {
  EXPECT_EQ(a.set.examples, b.set.examples);
  EXPECT_EQ(a.set.graph->edges, b.set.graph->edges);
  EXPECT_EQ(a.set.graph->features.sparse(), b.set.graph->features.sparse());
  ASSERT_EQ(a.ledger.size(), b.ledger.size());
  for (size_t i = 0; i < a.ledger.size(); ++i) {
    const LedgerRow &x = a.ledger[i], &y = b.ledger[i];
    EXPECT_EQ(x.node, y.node);
    EXPECT_EQ(x.label, y.label);
    EXPECT_EQ(x.kept, y.kept);
    EXPECT_EQ(x.round, y.round);
    EXPECT_EQ(x.distance, y.distance);
    EXPECT_EQ(x.confidence, y.confidence);
    EXPECT_EQ(x.keep_probability, y.keep_probability);
  }
  ASSERT_EQ(a.history.size(), b.history.size());
  for (size_t i = 0; i < a.history.size(); ++i) {
    EXPECT_EQ(a.history[i].round, b.history[i].round);
    EXPECT_EQ(a.history[i].update, b.history[i].update);
    EXPECT_EQ(a.history[i].mean_reward, b.history[i].mean_reward);
    EXPECT_EQ(a.history[i].kept, b.history[i].kept);
    EXPECT_EQ(a.history[i].validation, b.history[i].validation);
    EXPECT_EQ(a.history[i].value_loss, b.history[i].value_loss);
  }
}

}  // namespace graphsr::test
