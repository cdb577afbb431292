#include "graphsr/experiment/run.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/error.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/graph/demo.h"

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
    const std::string first = run_demo(cell_of(entry.name), 1).model_sha256;
    for (const int threads : {1, 2, 5})
      EXPECT_EQ(run_demo(cell_of(entry.name), threads).model_sha256, first) << entry.name << " " << threads;
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
