// GraphSR, its controls, and the classifier that it is compared with.
#include <map>
#include <optional>

#include <gtest/gtest.h>

#include "tests/method/quick_cell.h"

namespace graphsr {
namespace {

using test::augmented;
using test::quick_cell;
using test::Setting;

const Dataset& blocks() {
  static const Dataset dataset = blocks_dataset();
  return dataset;
}

Result result_of(const Cell& cell, const std::optional<Split>& split = std::nullopt) {
  ThreadPool pool(2);
  return run(blocks(), cell, split, pool, {});
}

Cell with_classifier_of(const Cell& other, const std::string& method) {
  Cell cell = other;
  cell.method = method;
  return cell;
}

class Compared : public testing::TestWithParam<Setting> {
 protected:
  // The same classifier without any selection. Methods that train on validation labels have a plain twin of
  // their own.
  Cell plain() const {
    const bool spends = GetParam().method == "validation-students" || GetParam().method == "train-validation";
    return with_classifier_of(GetParam().cell(), spends ? "train-validation" : "vanilla");
  }
};

TEST_P(Compared, without_a_pool_the_model_is_vanillas_bit_for_bit) {
  Split split = draw_split(blocks(), blocks_split());
  for (const int32_t node : task_of(blocks(), split).pool) split.test.push_back(node);
  std::sort(split.test.begin(), split.test.end());
  ASSERT_TRUE(task_of(blocks(), split).pool.empty());
  const std::string own = result_of(GetParam().cell(), split).model_sha256;
  if (GetParam().resamples())
    EXPECT_NE(own, result_of(plain(), split).model_sha256);
  else
    EXPECT_EQ(own, result_of(plain(), split).model_sha256);
}

TEST(GraphSr, takes_the_surer_half_where_few_labelled_nodes_would_judge_each_other) {
  const auto without_validation = [](const std::string& method, double rho) {
    SplitOptions options = blocks_split();
    options.rho = rho;
    Split split = draw_split(blocks(), options);
    split.validation = {};
    return result_of(quick_cell(method), split);
  };
  const std::string half = without_validation("confident-half", 0.25).model_sha256;
  for (const char* method : {"graphsr", "graphsr-untrained", "graphsr-permuted"}) {
    const Result two = without_validation(method, 0.25);  // labelled nodes of a minority class
    EXPECT_EQ(two.model_sha256, half) << method;
    EXPECT_TRUE(two.augmented.history.empty()) << method;
    EXPECT_NE(two.augmented.note, "") << method;
  }
  EXPECT_NE(without_validation("all-candidates", 0.25).model_sha256, half);
  const Result five = without_validation("graphsr", 0.625);
  EXPECT_FALSE(five.augmented.history.empty());
  EXPECT_EQ(five.augmented.note, "");
  EXPECT_NE(five.model_sha256, without_validation("confident-half", 0.625).model_sha256);
}

TEST(GraphSr, takes_the_surer_half_where_few_validation_nodes_would_be_judged) {
  const auto with_validation = [](const std::string& method, int nodes) {
    SplitOptions options = blocks_split();
    options.validation = nodes;  // of each class
    return result_of(quick_cell(method), draw_split(blocks(), options));
  };
  const Result few = with_validation("graphsr", 4), enough = with_validation("graphsr", 5);
  EXPECT_EQ(few.model_sha256, with_validation("confident-half", 4).model_sha256);
  EXPECT_NE(few.augmented.note, "");
  EXPECT_FALSE(enough.augmented.history.empty());
  EXPECT_EQ(enough.augmented.note, "");
}

TEST(GraphSr, has_no_figures_before_where_the_nodes_shown_have_trained_the_teacher) {
  Split split = draw_split(blocks(), blocks_split());
  split.test = {};
  EXPECT_TRUE(result_of(quick_cell("graphsr"), split).before.has_value());
  EXPECT_TRUE(result_of(quick_cell("confident-half"), split).before.has_value());
  for (const char* method : {"validation-teacher", "validation-students"})
    EXPECT_FALSE(result_of(quick_cell(method), split).before.has_value()) << method;
}

TEST(GraphSr, untrained_regression_gives_everyone_the_same_chance) {
  Cell cell = quick_cell("graphsr-untrained");
  cell.select.agent = "logistic";
  const Result result = result_of(cell);
  ASSERT_FALSE(result.augmented.ledger.empty());
  for (const LedgerRow& row : result.augmented.ledger) EXPECT_EQ(row.keep_probability, Real(0.5));
}

TEST_P(Compared, the_figures_before_are_those_of_vanilla_with_the_same_classifier) {
  const Result result = result_of(GetParam().cell());
  if (!GetParam().selects()) {
    EXPECT_FALSE(result.before.has_value());
    return;
  }
  const bool spent = GetParam().method.starts_with("validation-");  // their first teacher has had the labels
  const Result reference =
      result_of(with_classifier_of(GetParam().cell(), spent ? "train-validation" : "vanilla"));
  ASSERT_TRUE(result.before.has_value());
  EXPECT_EQ(result.before->confusion, reference.test->confusion);
  EXPECT_EQ(result.before->accuracy, reference.test->accuracy);
  EXPECT_EQ(result.before->macro_f1, reference.test->macro_f1);
  EXPECT_EQ(result.before->auc_roc, reference.test->auc_roc);
}

INSTANTIATE_TEST_SUITE_P(Registry, Compared, testing::ValuesIn(test::settings()),
                         [](const auto& info) { return info.param.name(); });

Task blocks_task() { return task_of(blocks(), draw_split(blocks(), blocks_split())); }

Cell one_round(const std::string& method, const std::string& agent) {
  Cell cell = quick_cell(method);
  cell.select.agent = agent;
  cell.select.rounds = 1;
  return cell;
}

// Label, then the keep probabilities of its candidates from the least to the most.
std::map<int32_t, std::vector<Real>> scores(const Augmented& out) {
  std::map<int32_t, std::vector<Real>> all;
  for (const LedgerRow& row : out.ledger) all[row.label].push_back(row.keep_probability);
  for (auto& [label, values] : all) std::sort(values.begin(), values.end());
  return all;
}

TEST(GraphSr, permuted_deals_the_same_scores_to_other_candidates_of_the_class) {
  for (const char* agent : {"logistic", "ppo"}) {
    const Augmented learned = augmented(one_round("graphsr", agent), blocks_task());
    const Augmented permuted = augmented(one_round("graphsr-permuted", agent), blocks_task());
    ASSERT_EQ(learned.ledger.size(), permuted.ledger.size());
    EXPECT_EQ(scores(learned), scores(permuted)) << agent;
    int moved = 0;
    for (size_t i = 0; i < learned.ledger.size(); ++i) {
      EXPECT_EQ(learned.ledger[i].node, permuted.ledger[i].node);
      moved += learned.ledger[i].keep_probability != permuted.ledger[i].keep_probability;
    }
    EXPECT_GT(moved, 10) << agent;
  }
}

TEST(GraphSr, untrained_plays_as_many_episodes_and_learns_nothing) {
  for (const char* preset : {"default", "paper", "official"}) {
    Cell cell = quick_cell("graphsr", preset);
    cell.select.agent = "ppo";
    const Augmented learned = augmented(cell, blocks_task());
    const Augmented untrained = augmented(with_classifier_of(cell, "graphsr-untrained"), blocks_task());
    EXPECT_EQ(learned.history.size(), static_cast<size_t>(cell.select.rounds * cell.select.updates))
        << preset;
    ASSERT_EQ(untrained.history.size(), learned.history.size()) << preset;
    for (const HistoryRow& row : untrained.history) {
      EXPECT_EQ(row.kl, 0);
      EXPECT_EQ(row.value_loss, 0);
    }
  }
}

TEST(GraphSr, all_candidates_keeps_every_one) {
  const Augmented out = augmented(quick_cell("all-candidates"), blocks_task());
  EXPECT_GT(out.ledger.size(), 40u);
  for (const LedgerRow& row : out.ledger) EXPECT_TRUE(row.kept);
}

// So that only the choice differs between a method and its controls.
TEST(GraphSr, controls_have_the_same_candidates_in_the_first_round) {
  for (const char* preset : {"default", "paper"}) {
    Cell cell = quick_cell("graphsr", preset);
    cell.select.rounds = 1;
    cell.select.candidates.every_class = true;
    const Augmented own = augmented(cell, blocks_task());
    ASSERT_GT(own.ledger.size(), 5u);
    for (const char* control : {"all-candidates", "graphsr-untrained", "graphsr-permuted"}) {
      const Augmented other = augmented(with_classifier_of(cell, control), blocks_task());
      ASSERT_EQ(other.ledger.size(), own.ledger.size()) << control;
      for (size_t i = 0; i < own.ledger.size(); ++i) {
        EXPECT_EQ(other.ledger[i].node, own.ledger[i].node) << control;
        EXPECT_EQ(other.ledger[i].label, own.ledger[i].label) << control;
        EXPECT_EQ(other.ledger[i].confidence, own.ledger[i].confidence) << control;
      }
    }
  }
}

TEST(GraphSr, confident_half_keeps_the_surer_half_of_each_predicted_class) {
  Cell cell = quick_cell("confident-half");
  cell.select.rounds = 1;
  const Augmented out = augmented(cell, blocks_task());
  Cell everyone = one_round("all-candidates", "logistic");
  everyone.select.simulated.jury = 0;  // confident-half takes the teacher's word alone
  const Augmented all = augmented(everyone, blocks_task());
  const Task task = blocks_task();
  std::vector<size_t> half(4), whole(4);
  std::vector<Real> least(4, 1);
  for (const LedgerRow& row : out.ledger) {
    ++half[row.label];
    least[row.label] = std::min(least[row.label], row.confidence);
  }
  std::map<int32_t, size_t> surer;
  for (const LedgerRow& row : all.ledger) {
    ++whole[row.label];
    surer[row.label] += row.confidence > least[row.label];
  }
  for (int32_t c = 0; c < 4; ++c) {
    const bool minority = std::ranges::binary_search(task.minority, c);
    const size_t wanted = std::max((whole[c] + 1) / 2, minority ? size_t{20} : 0);
    EXPECT_EQ(half[c], std::min(whole[c], wanted)) << c;
    EXPECT_LT(surer[c], std::max<size_t>(1, half[c])) << "a surer one was left out of class " << c;
  }
}

TEST(GraphSr, the_ledger_tells_since_which_round_a_node_is_kept) {
  Cell cell = quick_cell("all-candidates");  // what is predicted the same in both rounds stays
  cell.select.rounds = 1;
  const Augmented first = augmented(cell, blocks_task());
  cell.select.rounds = 2;
  const Augmented second = augmented(cell, blocks_task());
  std::map<int32_t, int32_t> label;
  for (const LedgerRow& row : first.ledger) {
    EXPECT_EQ(row.round, 1);
    label[row.node] = row.label;
  }
  int rounds[3] = {};
  for (const LedgerRow& row : second.ledger) {
    EXPECT_EQ(row.round, label.contains(row.node) && label[row.node] == row.label ? 1 : 2);
    ++rounds[row.round];
  }
  EXPECT_GT(rounds[1], 0);
}

TEST(GraphSr, trains_a_better_classifier_than_vanilla_on_blocks) {
  double gain = 0;
  for (uint64_t seed = 0; seed < 5; ++seed) {
    Cell cell = quick_cell("graphsr");
    cell.model.width = 16;
    cell.training.epochs = 60;
    cell.training.patience = 30;
    cell.split.seed = seed;
    const Result result = result_of(cell);
    gain += (result.test->accuracy - result.before->accuracy) / 5;
  }
  EXPECT_GT(gain, 0.0);
}

TEST(GraphSr, tells_its_progress_forwards_only) {
  std::vector<Cell> cells = {quick_cell("graphsr", "default"),  quick_cell("graphsr", "paper"),
                             quick_cell("graphsr", "official"), quick_cell("validation-students"),
                             quick_cell("train-validation"),    quick_cell("crest", "")};
  cells.push_back(cells[0]);
  cells.back().refit = true;
  for (const Cell& cell : cells) {
    SCOPED_TRACE(cell.method + " " + cell.preset);
    ThreadPool pool(1);
    double last = 0;
    int steps = 0;
    run(blocks(), cell, std::nullopt, pool, [&](const Step& step) {
      EXPECT_GE(step.done, last - 1e-9) << step.stage << ": " << step.message;
      EXPECT_LE(step.done, 1 + 1e-9) << step.stage;
      last = step.done;
      ++steps;
    });
    EXPECT_NEAR(last, 1, 1e-9);
    EXPECT_GT(steps, 20);
  }
}

}  // namespace
}  // namespace graphsr
