#include "graphsr/experiment/run.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/error.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/graph/demo.h"
#include "tests/method/quick_cell.h"

namespace graphsr {
namespace {

Result run_demo(const Cell& cell, int threads = 2) {
  ThreadPool pool(threads);
  return run(demo_dataset(), cell, std::nullopt, pool, {});
}

Cell cell_of(const std::string& conv) {
  Cell cell;
  cell.model.conv = conv;
  return cell;
}

TEST(Run, gives_the_same_model_for_one_two_and_five_threads_and_on_repeats) {
  for (const ConvEntry& entry : convs()) {
    Cell cell = cell_of(entry.name);
    cell.training.epochs = 60;
    const std::string first = run_demo(cell, 1).model_sha256;
    for (const int threads : {1, 2, 5})
      EXPECT_EQ(run_demo(cell, threads).model_sha256, first) << entry.name << " " << threads;
  }
}

TEST(Run, every_model_learns_the_demo_graph) {
  for (const ConvEntry& entry : convs()) {
    const Result result = run_demo(cell_of(entry.name));
    ASSERT_TRUE(result.test.has_value());
    EXPECT_GT(result.test->accuracy, 0.62) << entry.name;  // 1/7 is chance, words alone give about 0.55
    EXPECT_EQ(result.test->count, 700);
  }
}

TEST(Run, uses_a_given_split_instead_of_drawing_one) {
  const Dataset dataset = demo_dataset();
  SplitOptions options;
  options.seed = 5;
  const Split split = draw_split(dataset, options);
  ThreadPool pool(1);
  Cell cell = cell_of("gcn");
  cell.training.epochs = 2;
  EXPECT_EQ(run(dataset, cell, split, pool, {}).split.test, split.test);
}

TEST(Run, computes_embeddings_only_where_they_are_asked_for) {
  const Dataset dataset = demo_dataset();
  ThreadPool pool(2);
  Cell cell = cell_of("gcn");
  cell.training.epochs = 5;
  const Result without = run(dataset, cell, std::nullopt, pool, {});
  const Result with = run(dataset, cell, std::nullopt, pool, {}, nullptr, true);
  EXPECT_EQ(without.prediction.embedding.size(), 0);
  EXPECT_EQ(with.prediction.embedding.rows(), dataset.graph->nodes());
  EXPECT_EQ(with.prediction.embedding.cols(), cell.model.width);
  EXPECT_TRUE(
      std::ranges::equal(with.prediction.probability.values(), without.prediction.probability.values()));
}

TEST(Run, has_no_test_figures_for_data_of_ones_own) {
  Dataset dataset = demo_dataset();
  for (size_t v = 0; v < dataset.labels.size(); ++v)
    if (v % 10 != 0) dataset.labels[v] = kUnlabelled;
  ThreadPool pool(1);
  const Result result = run(dataset, cell_of("sage"), std::nullopt, pool, {});
  EXPECT_EQ(result.split.protocol, "own");
  EXPECT_FALSE(result.test.has_value());
  ASSERT_TRUE(result.validation.has_value());
  EXPECT_TRUE(result_json(dataset, cell_of("sage"), result).at("test").is_null());
}

TEST(Run, carries_preprocessing_into_the_model) {
  Cell cell = cell_of("gcn");
  cell.training.epochs = 2;
  cell.features = "row-l2";
  EXPECT_EQ(run_demo(cell).model.preprocessing.scaling, Scaling::row_l2);
  cell.features = "standardise";
  EXPECT_EQ(run_demo(cell).model.preprocessing.scale.size(),
            static_cast<size_t>(demo_dataset().graph->features.cols()));
  cell.features = "standardize";
  EXPECT_THROW(run_demo(cell), Error);
}

// Protocol "own" with nothing held out: the labelled nodes are judged, and there is nothing to measure on.
TEST(Run, works_on_data_of_ones_own_without_validation_nodes) {
  Dataset dataset = blocks_dataset();
  for (size_t v = 0; v < dataset.labels.size(); ++v)
    if (v % 4 != 0) dataset.labels[v] = kUnlabelled;
  Cell cell = test::quick_cell("graphsr");
  cell.split.minority = "auto";
  cell.split.validation = 0;
  ThreadPool pool(2);
  const Result result = run(dataset, cell, std::nullopt, pool, {});
  EXPECT_FALSE(result.test || result.validation || result.before);
  EXPECT_FALSE(result.refitted);
  EXPECT_EQ(result.task.train.size(), 40);
  EXPECT_FALSE(result.augmented.ledger.empty());
  test::expect_sound(result.task, result.augmented);
}

TEST(Run, gives_validation_labels_back_where_that_is_asked_for) {
  Cell cell = test::quick_cell("vanilla", "");
  ThreadPool pool(2);
  const Result plain = run(blocks_dataset(), cell, std::nullopt, pool, {});
  cell.refit = true;
  const Result again = run(blocks_dataset(), cell, std::nullopt, pool, {});
  EXPECT_FALSE(plain.refitted);
  EXPECT_TRUE(again.refitted);
  EXPECT_NE(again.model_sha256, plain.model_sha256);
  EXPECT_EQ(again.validation->accuracy, plain.validation->accuracy) << "measured before they were trained on";
  cell.method = "train-validation";
  cell.refit = false;
  EXPECT_EQ(run(blocks_dataset(), cell, std::nullopt, pool, {}).model_sha256, again.model_sha256);
}

TEST(Run, choose_is_the_part_of_run_before_the_last_fit) {
  const Cell cell = test::quick_cell("graphsr");
  ThreadPool pool(2);
  const Result result = run(blocks_dataset(), cell, std::nullopt, pool, {});
  test::expect_same(choose(blocks_dataset(), cell, std::nullopt, pool, {}).augmented, result.augmented);
}

// A ledger of three rows: a right one kept, a wrong one kept, one of unknown label refused.
Augmented three_rows() {
  Augmented out;
  out.ledger = {{0, 0, 1, 0.5f, 0.9f, 0.8f, true, 2},
                {1, 0, 2, 1, 0.7f, 0.6f, true, 1},
                {4, 1, 1, 2, 0.5f, 0.25f, false, 0}};
  out.history = {{1, 1, -2.5, {3, 1}, 0.5, 0.125, 0.25, 4, 0.75}};
  return out;
}

TEST(Documents, the_ledger_has_a_row_per_candidate_with_its_true_label_where_known) {
  Dataset dataset = toy_dataset({2, 2}, 1);  // red, green, red, green, unlabelled
  dataset.class_names[1] = "a, b";
  EXPECT_EQ(augmented_csv(dataset, three_rows()),
            "node_id,pseudo_label,kept,rank,distance,confidence,keep_probability,round,true_label\n"
            "0,red,1,1,0.5,0.9,0.8,2,red\n"
            "1,red,1,2,1,0.7,0.6,1,\"a, b\"\n"
            "4,\"a, b\",0,1,2,0.5,0.25,,\n");
  EXPECT_EQ(history_csv(dataset, three_rows()),
            "round,update,mean_reward,kept red,\"kept a, b\",entropy,approximate_kl,clip_fraction,value_loss,"
            "validation_score\n1,1,-2.5,3,1,0.5,0.125,0.25,4,0.75\n");
}

TEST(Documents, candidates_are_counted_by_class_and_precision_is_over_known_labels) {
  const Dataset dataset = toy_dataset({2, 2}, 1);
  const std::vector<CandidateCounts> counts = count_candidates(dataset, three_rows());
  EXPECT_EQ(counts[0].candidates, 2);
  EXPECT_EQ(counts[0].kept, 2);
  EXPECT_DOUBLE_EQ(counts[0].kept_precision(), 0.5);
  EXPECT_EQ(counts[1].kept, 0);
  EXPECT_TRUE(std::isnan(counts[1].precision())) << "its only candidate has no known label";
  EXPECT_DOUBLE_EQ(total(counts).precision(), 0.5);
  EXPECT_EQ(total(counts).candidates, 3);
}

TEST(Documents, epochs_have_a_member_and_mark_the_one_that_was_kept) {
  const std::vector<FitReport> reports = {{2, {{1.5, 1, 0.5}, {1.25, 0.75, 0.625}}}, {1, {{2, 3, 0.25}}}};
  EXPECT_EQ(epochs_csv(reports),
            "member,epoch,loss,validation_loss,validation_accuracy,kept\n"
            "0,1,1.5,1,0.5,0\n0,2,1.25,0.75,0.625,1\n1,1,2,3,0.25,1\n");
}

TEST(Documents, fit_json_has_the_fields_of_the_contract) {
  const Dataset dataset = demo_dataset();
  Cell cell = cell_of("gcn");
  cell.training.epochs = 2;
  const Result result = run_demo(cell);
  const auto json = result_json(dataset, cell, result);
  for (const char* field : {"dataset", "model", "method", "preset", "rho", "seed", "classes", "minority",
                            "train", "candidates", "validation", "test", "model_sha256", "seconds"})
    EXPECT_TRUE(json.contains(field)) << field;
  EXPECT_EQ(json.at("train").at("labelled"), 98);
  EXPECT_EQ(json.at("train").at("added"), 0);
  EXPECT_EQ(json.at("minority").size(), 3u);
  EXPECT_EQ(json.at("test").at("per_class").size(), 7u);
  EXPECT_EQ(json.at("test").at("per_class")[0].at("support"), 100);
  EXPECT_DOUBLE_EQ(json.at("test").at("accuracy").get<double>(), result.test->accuracy);
}

TEST(Documents, predictions_name_every_node_its_probabilities_and_its_role) {
  Dataset dataset = demo_dataset();
  dataset.class_names[0] = "a, \"quoted\" name";
  Cell cell = cell_of("gcn");
  cell.training.epochs = 1;
  const Result result = run_demo(cell);
  const std::string csv =
      predictions_csv(dataset, dataset.class_names, result.prediction.probability, &result.split);
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "node_id,prediction,\"a, \"\"quoted\"\" "
            "name\",Statistics,Genetics,Optics,Logic,Robotics,Acoustics,role");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), dataset.nodes() + 1);
  size_t tests = 0;
  for (size_t at = csv.find(",test\n"); at != std::string::npos; at = csv.find(",test\n", at + 1)) ++tests;
  EXPECT_EQ(tests, 700u);
}

}  // namespace
}  // namespace graphsr
