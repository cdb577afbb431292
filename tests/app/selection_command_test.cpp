// The command's side of choosing nodes: presets, their options, augment.
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace graphsr {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::string kSmall = " --width 16 --epochs 20 --quiet ";
const std::string kDefault = kSmall + "--rounds 1 --folds 2 --ensemble 1 --updates 4 --episodes 3 ";

json document_of(const std::string& arguments) {
  const Outcome o = graphsr_command(arguments);
  EXPECT_EQ(o.code, 0) << arguments << "\n" << o.err;
  return o.code == 0 ? json::parse(o.out) : json();
}

std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> row;
    std::istringstream fields(line + ",");
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
    rows.push_back(row);
  }
  return rows;
}

TEST(Augment, gives_the_nodes_that_fit_would_train_on) {
  const TemporaryFolder folder;
  const json fit = document_of("fit --json --out '" + folder / "fit" + "'" + kDefault);
  const Outcome augment = graphsr_command("augment --out '" + folder / "nodes" + "'" + kDefault);
  ASSERT_EQ(augment.code, 0) << augment.err;
  EXPECT_EQ(names_in(folder / "nodes"), (std::vector<std::string>{"augmented.csv", "augmented.json",
                                                                  "history.csv", "run.json", "split.json"}));
  const std::string ledger = file_text(folder / "nodes/augmented.csv");
  EXPECT_EQ(ledger, file_text(folder / "fit/augmented.csv"));
  EXPECT_EQ(file_text(folder / "nodes/split.json"), file_text(folder / "fit/split.json"));
  const json document = json::parse(file_text(folder / "nodes/augmented.json"));
  const auto rows = rows_of(ledger);
  ASSERT_EQ(document.at("nodes").size() + 1, rows.size());
  EXPECT_EQ(rows[0], (std::vector<std::string>{"node_id", "pseudo_label", "kept", "rank", "distance",
                                               "confidence", "keep_probability", "round", "true_label"}));
  int64_t kept = 0;
  for (size_t i = 1; i < rows.size(); ++i) {
    const json& node = document.at("nodes")[i - 1];
    EXPECT_EQ(node.at("node_id"), rows[i][0]);
    EXPECT_EQ(node.at("pseudo_label"), rows[i][1]);
    EXPECT_EQ(node.at("kept").get<bool>(), rows[i][2] == "1");
    kept += rows[i][2] == "1";
  }
  EXPECT_GT(kept, 0);
  EXPECT_EQ(fit.at("train").at("added"), kept);
  EXPECT_EQ(document.at("train"), fit.at("train"));
  EXPECT_EQ(document.at("split_sha256"), fit.at("split_sha256"));
}

TEST(Augment, without_a_folder_prints_the_ledger_or_its_json) {
  const Outcome csv = graphsr_command("augment" + kDefault);
  ASSERT_EQ(csv.code, 0) << csv.err;
  EXPECT_EQ(csv.out.rfind("node_id,pseudo_label,kept,", 0), 0u) << csv.out.substr(0, 80);
  const json document = document_of("augment --json" + kDefault);
  EXPECT_EQ(document.at("nodes").size() + 1, rows_of(csv.out).size());
}

// In the program's own account: no node of the split's other parts is ever a candidate.
TEST(Augment, never_names_a_validation_or_test_node) {
  for (const char* method : {"graphsr", "su-selection", "validation-students"}) {
    const TemporaryFolder folder;
    const bool plays = std::string(method) == "graphsr";
    const Outcome o =
        graphsr_command("augment --method " + std::string(method) + " --out '" + folder / "nodes" + "'" +
                        (plays ? kDefault : kSmall + "--preset default"));
    ASSERT_EQ(o.code, 0) << o.err;
    const json split = json::parse(file_text(folder / "nodes/split.json"));
    std::set<std::string> taken;
    for (const char* part : {"train", "validation", "test"})
      for (const json& node : split.at(part)) taken.insert(node.dump());
    ASSERT_GT(taken.size(), 900u);
    const auto rows = rows_of(file_text(folder / "nodes/augmented.csv"));
    ASSERT_GT(rows.size(), 10u);
    for (size_t i = 1; i < rows.size(); ++i) EXPECT_FALSE(taken.contains(rows[i][0])) << rows[i][0];
  }
}

TEST(Preset, paper_and_official_run_with_their_own_options) {
  for (const char* preset : {"paper", "official"}) {
    const json document = document_of(
        "fit --json --width 16 --epochs 20 --quiet --updates 1 --episodes 1 --preset " + std::string(preset));
    ASSERT_FALSE(document.is_null());
    EXPECT_EQ(document.at("preset"), preset);
    EXPECT_EQ(document.at("loss"), "cross-entropy");
    EXPECT_FALSE(document.at("before").is_null());
    EXPECT_LE(document.at("candidates").at("count"), 60) << "20 of each of 3 minority classes";
  }
}

TEST(Preset, that_is_named_gives_a_plain_method_its_classifier) {
  const json with = document_of("fit --json --method vanilla --preset default" + kSmall);
  const json without = document_of("fit --json --method vanilla" + kSmall);
  EXPECT_EQ(with.at("loss"), "balanced-softmax");
  EXPECT_EQ(without.at("loss"), "cross-entropy");
  EXPECT_EQ(without.at("ensemble"), 1);
  EXPECT_TRUE(without.at("preset").is_null());
}

TEST(Preset, comes_from_a_configuration_file_too_and_single_options_change_it) {
  const TemporaryFolder folder;
  const std::string config =
      folder.file("c.toml", "method = \"vanilla\"\npreset = \"default\"\nepochs = 2\n");
  const json document = document_of("fit --json --quiet --width 16 --smooth 0.25 --config '" + config + "'");
  EXPECT_EQ(document.at("loss"), "balanced-softmax");
  EXPECT_EQ(document.at("smooth"), 0.25);
  EXPECT_EQ(document.at("epochs").at(0).at("run"), 2);
}

TEST(Preset, that_is_not_known_gets_a_suggestion) {
  expect_refused("fit --preset offical", 2, "did you mean 'official'");
  expect_refused("augment --preset papr", 2, "did you mean 'paper'");
}

TEST(Selection, wrong_words_and_values_are_refused) {
  expect_refused("fit --loss balanced-sofmax", 2, "did you mean 'balanced-softmax'");
  expect_refused("fit --loss en-weighting --beta 1", 2, "--beta");
  expect_refused("fit --loss focal --gamma -1", 2, "--gamma");
  expect_refused("fit --method crest --generations 0", 2, "--generations");
  expect_refused("fit --method crest --t-min 2", 2, "--t-min");
  expect_refused("fit --method graphens --keep-prob 1.5", 2, "--keep-prob");
  expect_refused("fit --method graphens --temperature 0", 2, "--temperature");
  expect_refused("fit --method graphens --warm-up 0", 2, "--warm-up");
  expect_refused("fit --method graphsmote --edge-weight -1", 2, "--edge-weight");
  expect_refused("fit --model apnp", 2, "did you mean 'appnp'");
  expect_refused("fit --ensemble 0", 2, "--ensemble");
  expect_refused("fit --smooth 1", 2, "--smooth");
  expect_refused("fit --game simulatd", 2, "did you mean 'simulated'");
  expect_refused("fit --agent logistics", 2, "did you mean 'logistic'");
  expect_refused("fit --classes al", 2, "did you mean 'all'");
  expect_refused("fit --order distanc", 2, "did you mean 'distance'");
  expect_refused("fit --preset paper --reward f1-sgin", 2, "did you mean 'f1-sign'");
  expect_refused("fit --preset paper --state papr", 2, "did you mean 'paper'");
  expect_refused("fit --share 0", 2, "--share");
  expect_refused("fit --folds 1", 2, "--folds");
  expect_refused("fit --rounds 0", 2, "--rounds");
  expect_refused("fit --threshold 2", 2, "--threshold");
}

TEST(Augment, has_no_more_candidates_than_it_may) {
  const auto candidates = [](const std::string& arguments) {
    const Outcome o = graphsr_command("augment --candidates 70 --rounds 1 --ensemble 1" + arguments + kSmall);
    EXPECT_EQ(o.code, 0) << o.err;
    return std::ssize(rows_of(o.out)) - 1;
  };
  EXPECT_EQ(candidates(" --folds 2 --updates 4 --episodes 3"), 70);
  const int64_t half = candidates(" --method confident-half");  // and of a small class all of its share
  EXPECT_GE(half, 35);
  EXPECT_LT(half, 70);
}

TEST(Selection, options_that_nothing_reads_are_refused) {
  for (const char* option :
       {"--rounds 2", "--candidates 9", "--nearest 5", "--updates 3", "--threshold 0.5", "--reward terminal"})
    expect_refused("fit --method vanilla " + std::string(option), 2, "'vanilla' does not read it");
  expect_refused("fit --method su-selection --agent ppo", 2, "'su-selection' does not read it");
  expect_refused("fit --method confident-half --nearest 5", 2, "'confident-half' does not read it");
  expect_refused("fit --preset paper --threshold 0.5", 2, "only the simulated game reads it");
  expect_refused("fit --reward terminal", 2, "only the retraining game reads it");
  expect_refused("fit --method crest --rounds 2", 2, "'crest' does not read it");
  expect_refused("fit --generations 2", 2, "use it with --method crest");
  expect_refused("fit --method smote --keep-prob 0.1", 2, "use it with --method graphens");
  expect_refused("fit --method graphens --rounds 2", 2, "'graphens' does not read it");
  expect_refused("fit --method smote --edge-weight 1", 2, "use it with --method graphsmote");
  expect_refused("fit --method graphsmote --generations 2", 2, "use it with --method crest");
  expect_refused("fit --gamma 1", 2, "the loss 'balanced-softmax' does not read it");
  expect_refused("fit --method focal --margin 1", 2, "use it with --loss ldam");
  expect_refused("fit --loss ldam --tau 1", 2, "use it with --loss logit-adjustment");
  expect_refused("fit --method focal --loss ldam", 2, "'focal' has a loss of its own");
}

TEST(Loss, of_a_method_and_by_its_name_are_the_same_model) {
  const json method = document_of("fit --json --method focal --gamma 1.5" + kSmall);
  const json loss = document_of("fit --json --method vanilla --loss focal --gamma 1.5" + kSmall);
  const json other = document_of("fit --json --method focal" + kSmall);
  EXPECT_EQ(method.at("loss"), "focal");
  EXPECT_EQ(method.at("model_sha256"), loss.at("model_sha256"));
  EXPECT_NE(method.at("model_sha256"), other.at("model_sha256"));
  const json selection = document_of("fit --json --method su-selection --loss ldam --beta 0.9" + kSmall);
  EXPECT_EQ(selection.at("loss"), "ldam");
}

TEST(Smote, tells_how_many_nodes_it_made) {
  const json document = document_of("fit --json --method smote --model appnp" + kSmall);
  EXPECT_EQ(document.at("train").at("added"), 3 * 14);
  EXPECT_EQ(document.at("candidates").at("count"), 0);
}

TEST(Fit, with_refit_trains_on_the_validation_labels_as_well) {
  const json plain = document_of("fit --json --method vanilla" + kSmall);
  const json again = document_of("fit --json --method vanilla --refit" + kSmall);
  EXPECT_EQ(plain.at("refit"), false);
  EXPECT_EQ(again.at("refit"), true);
  EXPECT_EQ(again.at("validation"), plain.at("validation")) << "measured before the labels were trained on";
  EXPECT_NE(again.at("model_sha256"), plain.at("model_sha256"));
  EXPECT_EQ(again.at("model_sha256"),
            document_of("fit --json --method train-validation" + kSmall).at("model_sha256"));
  EXPECT_EQ(document_of("fit --json --refit" + kDefault).at("refit"), true);
}

TEST(Fit, without_validation_nodes_judges_the_labelled_ones) {
  const json document = document_of("fit --json --validation 0" + kDefault);
  EXPECT_TRUE(document.at("validation").is_null());
  EXPECT_FALSE(document.at("test").is_null());
  EXPECT_GT(document.at("candidates").at("count"), 0);
}

TEST(Augment, says_when_the_agent_has_nothing_to_learn_from) {
  const std::string few = "augment --json --validation 0 --rho 0.1 --width 16 --epochs 20 --rounds 1",
                    enough = "augment --json --validation 0 --rho 0.5 --width 16 --epochs 20 --rounds 1",
                    said = "the surer half of each predicted class";
  EXPECT_THAT(graphsr_command(few).err, HasSubstr(said));
  EXPECT_THAT(graphsr_command(few + " --quiet").err, Not(HasSubstr(said)));
  EXPECT_THAT(graphsr_command(enough).err, Not(HasSubstr(said)));
}

TEST(Fit, without_validation_nodes_refuses_presets_that_need_them) {
  expect_refused("fit --validation 0 --preset paper --classes all --updates 1 --episodes 1" + kSmall, 3,
                 "--preset default");
}

TEST(Fit, tells_what_became_of_each_class) {
  const Outcome o = graphsr_command("fit" + kDefault);
  ASSERT_EQ(o.code, 0) << o.err;
  for (const char* column : {"labelled", "candidates", "kept", "kept right", "recall before"})
    EXPECT_THAT(o.out, HasSubstr(column));
}

}  // namespace
}  // namespace graphsr
