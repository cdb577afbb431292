#include "graphsr/graph/split.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/refusal.h"
#include "tests/graph/toy_dataset.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

SplitOptions small() {
  SplitOptions options;
  options.train = 10;
  options.validation = 3;
  options.test = 5;
  return options;
}

// Nodes of each class in a part.
std::vector<int> per_class(const Dataset& dataset, const std::vector<int32_t>& nodes) {
  std::vector<int> counts(dataset.classes());
  for (const int32_t node : nodes) ++counts.at(dataset.labels[node]);
  return counts;
}

bool is_part_of(const std::vector<int32_t>& part, const std::vector<int32_t>& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

std::string refused(Fault fault, const Dataset& dataset, const SplitOptions& options) {
  const Error error = refusal([&] { draw_split(dataset, options); });
  EXPECT_EQ(error.fault(), fault) << error.what();
  return error.what();
}

TEST(PaperSplit, gives_every_class_its_nodes) {
  const Dataset dataset = toy_dataset({30, 18, 40, 20});
  SplitOptions options = small();
  options.minority = "green,black";
  const Split split = draw_split(dataset, options);
  EXPECT_EQ(split.protocol, "paper");
  EXPECT_EQ(split.rho, 0.3);
  EXPECT_THAT(split.minority, ElementsAre(1, 3));
  EXPECT_THAT(per_class(dataset, split.train), ElementsAre(10, 3, 10, 3));
  EXPECT_THAT(per_class(dataset, split.validation), ElementsAre(3, 3, 3, 3));
  EXPECT_THAT(per_class(dataset, split.test), ElementsAre(5, 5, 5, 5));
  EXPECT_EQ(split.data_sha256, fingerprint(dataset));
}

TEST(PaperSplit, parts_ascend_and_share_no_node) {
  const Split split = draw_split(toy_dataset({30, 30, 30}), small());
  std::vector<int32_t> all;
  for (const auto* part : {&split.train, &split.validation, &split.test}) {
    EXPECT_TRUE(std::is_sorted(part->begin(), part->end()));
    all.insert(all.end(), part->begin(), part->end());
  }
  std::sort(all.begin(), all.end());
  EXPECT_TRUE(std::adjacent_find(all.begin(), all.end()) == all.end());
}

TEST(PaperSplit, keeps_at_least_one_label_of_a_minority_class) {
  const Dataset dataset = toy_dataset({30, 30});
  SplitOptions options = small();
  options.minority = "red";
  for (const auto& [rho, expected] : {std::pair(0.001, 1), {0.14, 1}, {0.16, 2}, {0.25, 3}, {1.0, 10}}) {
    options.rho = rho;
    EXPECT_THAT(per_class(dataset, draw_split(dataset, options).train), ElementsAre(expected, 10)) << rho;
  }
}

TEST(PaperSplit, is_the_seeds) {
  const Dataset dataset = toy_dataset({30, 30, 30, 30});
  SplitOptions options = small();
  const Split first = draw_split(dataset, options);
  EXPECT_EQ(split_sha256(draw_split(dataset, options)), split_sha256(first));
  options.seed = 1;
  const Split second = draw_split(dataset, options);
  EXPECT_NE(second.test, first.test);
  EXPECT_EQ(second.seed, 1u);
}

TEST(PaperSplit, curves_over_rho_are_paired) {
  const Dataset dataset = toy_dataset({30, 30, 30, 30});
  SplitOptions options = small();
  options.rho = 0.1;
  Split before = draw_split(dataset, options);
  for (const double rho : {0.2, 0.3, 0.5, 1.0}) {
    options.rho = rho;
    Split now = draw_split(dataset, options);
    EXPECT_EQ(now.test, before.test);
    EXPECT_EQ(now.validation, before.validation);
    EXPECT_EQ(now.minority, before.minority);
    EXPECT_TRUE(is_part_of(before.train, now.train));
    before = std::move(now);
  }
}

TEST(PaperSplit, draws_every_node_of_a_class_equally_often) {
  const Dataset dataset = toy_dataset({10, 10});
  SplitOptions options;
  options.train = 1, options.validation = 1, options.test = 4;
  std::vector<int> drawn(20);
  for (options.seed = 0; options.seed < 1000; ++options.seed)
    for (const int32_t node : draw_split(dataset, options).test) ++drawn[node];
  for (const int count : drawn) EXPECT_NEAR(count, 400, 70);  // 4.5 deviations
}

TEST(PaperSplit, takes_parts_of_no_nodes) {
  SplitOptions options = small();
  options.validation = options.test = 0;
  const Split split = draw_split(toy_dataset({10, 10}), options);
  EXPECT_THAT(split.validation, IsEmpty());
  EXPECT_THAT(split.test, IsEmpty());
}

TEST(PaperSplit, leaves_unlabelled_nodes_to_the_pool) {
  const Dataset dataset = toy_dataset({20, 20}, 7);
  SplitOptions options = small();
  options.protocol = "paper";
  const Split split = draw_split(dataset, options);
  const Task task = task_of(dataset, split);
  EXPECT_TRUE(is_part_of({40, 41, 42, 43, 44, 45, 46}, task.pool));
}

TEST(PaperSplit, takes_exactly_what_a_class_has_and_refuses_one_more) {
  SplitOptions options = small();
  options.minority = "red";
  options.rho = 0.2;
  EXPECT_NO_THROW(draw_split(toy_dataset({10, 18}), options));
  EXPECT_EQ(refused(Fault::input, toy_dataset({9, 18}), options),
            "toy: class 'red' has 9 labelled nodes, but 5 for testing, 3 for validation and 2 for training "
            "make 10; "
            "lower --test, --validation or --train");
  EXPECT_THAT(refused(Fault::input, toy_dataset({10, 17}), options), HasSubstr("class 'green' has 17"));
}

TEST(PaperSplit, names_the_class_that_lacks_most) {
  EXPECT_THAT(refused(Fault::input, toy_dataset({17, 4, 15}), small()), HasSubstr("class 'green' has 4"));
}

TEST(PaperSplit, does_not_overflow) {
  SplitOptions options;
  options.train = options.validation = options.test = std::numeric_limits<int>::max();
  EXPECT_THAT(refused(Fault::input, toy_dataset({5, 5}), options), HasSubstr("make 6442450941"));
}

TEST(OwnSplit, uses_every_label_and_holds_out_a_quarter_of_the_rarest_class_of_each) {
  const Dataset dataset = toy_dataset({40, 9, 20}, 11);
  SplitOptions options;
  const Split split = draw_split(dataset, options);
  EXPECT_EQ(split.protocol, "own");
  EXPECT_THAT(per_class(dataset, split.validation), ElementsAre(2, 2, 2));
  EXPECT_THAT(per_class(dataset, split.train), ElementsAre(38, 7, 18));
  EXPECT_THAT(split.test, IsEmpty());
  EXPECT_THAT(split.minority, ElementsAre(1));
  EXPECT_DOUBLE_EQ(split.rho, 7.0 / 38);
}

TEST(OwnSplit, holds_out_no_more_than_asked) {
  const Dataset dataset = toy_dataset({400, 200}, 1);
  SplitOptions options;
  EXPECT_THAT(per_class(dataset, draw_split(dataset, options).validation), ElementsAre(30, 30));
  options.validation = 4;
  EXPECT_THAT(per_class(dataset, draw_split(dataset, options).validation), ElementsAre(4, 4));
  options.validation = 0;
  EXPECT_THAT(draw_split(dataset, options).validation, IsEmpty());
}

TEST(OwnSplit, keeps_a_single_node_for_training_and_takes_one_of_two) {
  const Dataset dataset = toy_dataset({20, 1, 2}, 3);
  const Split split = draw_split(dataset, {});
  EXPECT_THAT(per_class(dataset, split.validation), ElementsAre(1, 0, 1));
  EXPECT_THAT(per_class(dataset, split.train), ElementsAre(19, 1, 1));
  EXPECT_THAT(draw_split(toy_dataset({1, 1}, 3), {}).validation, IsEmpty());
}

TEST(OwnSplit, a_single_node_does_not_make_validation_small) {
  const Dataset dataset = toy_dataset({40, 1, 40}, 3);
  EXPECT_THAT(per_class(dataset, draw_split(dataset, {}).validation), ElementsAre(10, 0, 10));
}

TEST(OwnSplit, its_pool_is_the_unlabelled_nodes) {
  const Dataset dataset = toy_dataset({4, 4}, 3);
  const Task task = task_of(dataset, draw_split(dataset, {}));
  EXPECT_THAT(task.pool, ElementsAre(8, 9, 10));
}

TEST(OwnSplit, works_without_unlabelled_nodes_when_asked_for) {
  SplitOptions options;
  options.protocol = "own";
  const Dataset dataset = toy_dataset({8, 4});
  EXPECT_THAT(task_of(dataset, draw_split(dataset, options)).pool, IsEmpty());
}

TEST(OwnSplit, refuses_a_class_without_labels_and_random_minorities) {
  EXPECT_EQ(refused(Fault::input, toy_dataset({4, 0, 4}, 3), {}),
            "toy: class 'green' has no labelled node; label at least one node of it, or leave the class out");
  SplitOptions options;
  options.minority = "random:1";
  EXPECT_THAT(refused(Fault::usage, toy_dataset({4, 4}, 3), options), HasSubstr("--protocol paper only"));
}

TEST(Split, auto_is_paper_when_every_node_is_labelled) {
  EXPECT_EQ(draw_split(toy_dataset({20, 20}), small()).protocol, "paper");
  EXPECT_EQ(draw_split(toy_dataset({20, 20}, 1), small()).protocol, "own");
}

TEST(Split, refuses_unknown_protocols_with_a_suggestion) {
  SplitOptions options;
  options.protocol = "papper";
  EXPECT_THAT(refused(Fault::usage, toy_dataset({5, 5}), options),
              HasSubstr("--protocol: there is no 'papper'; did you mean 'paper'?"));
  options.protocol = "balanced";
  EXPECT_THAT(refused(Fault::usage, toy_dataset({5, 5}), options),
              HasSubstr("auto, paper, public, long-tail, random, own"));
}

TEST(Split, refuses_options_out_of_range) {
  const Dataset dataset = toy_dataset({50, 50});
  for (const double rho : {0.0, -0.5, 1.01, std::nan(""), HUGE_VAL}) {
    SplitOptions options = small();
    options.rho = rho;
    EXPECT_THAT(refused(Fault::usage, dataset, options), HasSubstr("--rho"));
  }
  SplitOptions train = small(), validation = small(), test = small();
  train.train = 0, validation.validation = -1, test.test = -1;
  EXPECT_THAT(refused(Fault::usage, dataset, train), HasSubstr("--train"));
  EXPECT_THAT(refused(Fault::usage, dataset, validation), HasSubstr("--validation"));
  EXPECT_THAT(refused(Fault::usage, dataset, test), HasSubstr("--test"));
}

TEST(Split, refuses_fewer_than_two_classes) {
  EXPECT_THAT(refused(Fault::input, toy_dataset({50}), small()),
              HasSubstr("toy: it has fewer than two classes"));
  EXPECT_THAT(refused(Fault::input, toy_dataset({}, 5), small()), HasSubstr("fewer than two classes"));
}

TEST(Task, pool_is_every_node_in_no_part_and_no_test_node_is_given) {
  const Dataset dataset = toy_dataset({30, 30, 30});
  const Split split = draw_split(dataset, small());
  const Task task = task_of(dataset, split);
  EXPECT_EQ(task.graph, dataset.graph);
  EXPECT_EQ(task.classes, 3);
  EXPECT_EQ(task.minority, split.minority);
  EXPECT_EQ(task.train.nodes, split.train);
  EXPECT_EQ(task.validation.nodes, split.validation);
  EXPECT_EQ(task.pool.size(), 90 - split.train.size() - split.validation.size() - split.test.size());
  EXPECT_TRUE(std::is_sorted(task.pool.begin(), task.pool.end()));
  for (const auto* part : {&split.train, &split.validation, &split.test})
    for (const int32_t node : *part)
      EXPECT_FALSE(std::binary_search(task.pool.begin(), task.pool.end(), node));
}

TEST(Examples, have_the_labels_of_their_nodes) {
  const Dataset dataset = toy_dataset({2, 2});
  const Examples examples = examples_of(dataset, {3, 0});
  EXPECT_THAT(examples.nodes, ElementsAre(3, 0));
  EXPECT_THAT(examples.labels, ElementsAre(1, 0));
  EXPECT_THAT(examples.weights, IsEmpty());
}

TEST(PaperSplit, cora_supplies_the_papers_numbers_and_not_more) {
  const std::string path = GRAPHSR_SOURCE_DIR "/../shared/data/cora/cora.npz";
  if (!std::filesystem::exists(path)) {
    std::cout << "not tested: there is no " << path << '\n';
    return;
  }
  const Dataset cora = open_dataset(path);
  SplitOptions options;
  const Split split = draw_split(cora, options);
  EXPECT_EQ(split.minority.size(), 3u);
  EXPECT_EQ(split.train.size(), 4 * 20 + 3 * 6u);
  EXPECT_EQ(task_of(cora, split).pool.size(), 2708 - 98 - 210 - 700u);
  options.test = 200;
  EXPECT_THAT(refused(Fault::input, cora, options), HasSubstr("180 labelled nodes"));
}

TEST(PaperSplit, finds_classes_whose_names_have_commas) {
  Dataset dataset = toy_dataset({30, 30, 40, 30});
  dataset.class_names = {"Fraud, big", "say \"no\"", "plain", "a,b"};
  SplitOptions options = small();
  const auto minority = [&](const std::string& text) {
    options.minority = text;
    return draw_split(dataset, options).minority;
  };
  EXPECT_THAT(minority("Fraud, big"), ElementsAre(0));
  EXPECT_THAT(minority("\"Fraud, big\", plain"), ElementsAre(0, 2));
  EXPECT_THAT(minority("plain,\"a,b\",\"say \"\"no\"\"\""), ElementsAre(1, 2, 3));
  options.minority = "plain,";
  EXPECT_NE(refused(Fault::usage, dataset, options).find("empty"), std::string::npos);
}

}  // namespace
}  // namespace graphsr
