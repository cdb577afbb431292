#include "graphsr/select/candidates.h"

#include <limits>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/graph/refusal.h"
#include "tests/matrices.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

// Embeddings on a line. Nodes 0 and 1 are labelled 0, with the centre at 1; node 2 is labelled 1, at 10.
// Nodes 3 to 8 are in the pool.
struct OnALine {
  Matrix z = test::matrix({{0}, {2}, {10}, {4}, {1.5f}, {0.5f}, {9}, {-3}, {12}});
  Task task;
  PseudoLabels pseudo;

  OnALine() {
    task.classes = 3;
    task.graph = std::make_shared<const Graph>();
    task.minority = {1};
    task.train = {{0, 1, 2}, {0, 0, 1}, {}};
    task.pool = {3, 4, 5, 6, 7, 8};
    pseudo = {task.pool, {0, 0, 0, 1, 0, 1}, {0.6f, 0.9f, 0.7f, 0.8f, 0.7f, 0.9f}};
  }
  std::vector<Candidate> candidates(const CandidateOptions& options) const {
    const auto embedding = [&](std::span<const int32_t> nodes) { return gathered(z, nodes); };
    return similarity_selection(pseudo, embedding, task, options);
  }
  std::vector<int32_t> nodes(const CandidateOptions& options) const {
    std::vector<int32_t> out;
    for (const Candidate& c : candidates(options)) out.push_back(c.node);
    return out;
  }
};

const CandidateOptions kEveryone = {.every_class = true, .nearest = 0, .share = 1, .at_least = 0};

TEST(Candidates, centres_are_the_mean_of_the_labelled_nodes) {
  const Matrix z = test::matrix({{1, 10}, {3, 20}, {7, 80}, {5, 60}});
  const Matrix centres = class_centres(z, std::vector<int32_t>{2, 2, 0}, 3);
  EXPECT_EQ(centres(2, 0), 2);
  EXPECT_EQ(centres(2, 1), 15);
  EXPECT_EQ(centres(0, 0), 7);
  EXPECT_EQ(centres(0, 1), 80);
  EXPECT_EQ(centres(1, 0), 0) << "a class without labelled nodes";
  EXPECT_EQ(centres(1, 1), 0) << "a class without labelled nodes";
}

TEST(Candidates, come_class_by_class_nearest_first_with_their_figures) {
  const OnALine line;
  const std::vector<Candidate> all = line.candidates(kEveryone);
  ASSERT_EQ(all.size(), 6u);
  const int32_t nodes[] = {4, 5, 3, 7, 6, 8}, labels[] = {0, 0, 0, 0, 1, 1}, ranks[] = {1, 2, 3, 4, 1, 2};
  const Real distances[] = {0.5f, 0.5f, 3, 4, 1, 2}, confidences[] = {0.9f, 0.7f, 0.6f, 0.7f, 0.8f, 0.9f};
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(all[i].node, nodes[i]) << i;  // 4 and 5 are equally near: the lower number comes first
    EXPECT_EQ(all[i].label, labels[i]) << i;
    EXPECT_EQ(all[i].rank, ranks[i]) << i;
    EXPECT_EQ(all[i].distance, distances[i]) << i;
    EXPECT_EQ(all[i].confidence, confidences[i]) << i;
  }
}

TEST(Candidates, distance_is_euclidean) {
  OnALine line;
  line.z = Matrix(9, 2, 0);
  line.z(3, 0) = 3;
  line.z(3, 1) = -4;
  const auto all = line.candidates(kEveryone);
  ASSERT_EQ(all[3].node, 3);
  EXPECT_EQ(all[3].distance, 5);
}

TEST(Candidates, ties_are_broken_by_node_id_in_either_order_of_the_pool) {
  OnALine line;
  line.pseudo = {{5, 4}, {0, 0}, {0.7f, 0.7f}};
  EXPECT_EQ(line.nodes(kEveryone), (std::vector<int32_t>{4, 5}));
  CandidateOptions confident = kEveryone;
  confident.order = "confidence";
  EXPECT_EQ(line.nodes(confident), (std::vector<int32_t>{4, 5}));
}

TEST(Candidates, are_at_most_the_k_nearest_of_each_class) {
  CandidateOptions options = kEveryone;
  options.nearest = 1;
  EXPECT_EQ(OnALine().nodes(options), (std::vector<int32_t>{4, 6}));
  options.nearest = 3;
  EXPECT_EQ(OnALine().nodes(options), (std::vector<int32_t>{4, 5, 3, 6, 8}));
}

TEST(Candidates, of_minority_classes_alone_unless_every_class_is_wanted) {
  CandidateOptions options = kEveryone;
  options.every_class = false;
  EXPECT_EQ(OnALine().nodes(options), (std::vector<int32_t>{6, 8}));
  OnALine line;
  line.task.minority.clear();
  options.most = 10;
  EXPECT_TRUE(line.nodes(options).empty());
}

TEST(Candidates, are_at_most_a_share_of_the_predicted_class_rounded_up) {
  CandidateOptions options = kEveryone;
  options.share = 0.5;
  EXPECT_EQ(OnALine().nodes(options), (std::vector<int32_t>{4, 5, 6}));
  options.share = 0.51;
  EXPECT_EQ(OnALine().nodes(options), (std::vector<int32_t>{4, 5, 3, 6, 8}));
}

TEST(Candidates, of_a_minority_class_are_at_least_so_many_whatever_the_share) {
  CandidateOptions options = kEveryone;
  options.share = 0.01;
  options.at_least = 20;
  EXPECT_EQ(OnALine().nodes(options), (std::vector<int32_t>{4, 6, 8}));
  options.nearest = 1;  // the limit holds all the same
  EXPECT_EQ(OnALine().nodes(options), (std::vector<int32_t>{4, 6}));
}

TEST(Candidates, of_large_graphs_are_fewer_the_more_neighbours_they_have) {
  constexpr int32_t kNodes = 120000;
  OnALine line;
  line.z = Matrix(kNodes, 1, 0);
  line.pseudo = {};
  for (int32_t v = 0; v < kNodes; ++v) {
    line.pseudo.nodes.push_back(v);
    line.pseudo.labels.push_back(v % 2);
    line.pseudo.confidence.push_back(0.5f);
  }
  line.task.graph = std::make_shared<const Graph>(Graph{test::cycle(kNodes), {}});
  CandidateOptions options = kEveryone;
  options.most = 90000;  // each with two neighbours would be 270000
  EXPECT_EQ(line.nodes(options).size(), 33332);
  options.most = 6000;
  EXPECT_EQ(line.nodes(options).size(), 6000);
  EXPECT_EQ(line.nodes(kEveryone).size(), kNodes);
}

TEST(Candidates, in_all_are_an_equal_share_of_each_class_that_chance_draws) {
  constexpr int32_t kNodes = 2000;  // the last two thirds are predicted as class 1
  OnALine line;
  line.z = Matrix(kNodes, 1, 0);
  line.pseudo = {};
  for (int32_t v = 0; v < kNodes; ++v) {
    line.z(v, 0) = static_cast<Real>(v);
    line.pseudo.nodes.push_back(v);
    line.pseudo.labels.push_back(v < kNodes / 3 ? 0 : 1);
    line.pseudo.confidence.push_back(0.5f);
  }
  CandidateOptions options = kEveryone;
  options.most = 401;  // of three classes one has nobody
  const std::vector<int32_t> drawn = line.nodes(options);
  ASSERT_EQ(drawn.size(), 400);
  const auto in_first = std::ranges::count_if(drawn, [](int32_t v) { return v < kNodes / 3; });
  EXPECT_EQ(in_first, 200);
  // Chance, not nearness: 200 of the second class lie evenly over its length, give or take.
  const auto far = std::ranges::count_if(drawn, [](int32_t v) { return v >= kNodes * 2 / 3; });
  EXPECT_GT(far, 70);
  EXPECT_LT(far, 130);
  // Whoever is drawn does not depend on the pool around it: fewer are some of those that more are.
  options.most = 200;
  for (const int32_t node : line.nodes(options)) EXPECT_NE(std::ranges::find(drawn, node), drawn.end());
  options.most = 1;
  EXPECT_NE(std::string(refusal([&] { line.nodes(options); }).what()).find("--candidates"),
            std::string::npos);
  options.most = 200;
  options.nearest = 3;  // of those that were drawn
  EXPECT_EQ(line.nodes(options).size(), 6);
  options = kEveryone;
  options.most = kNodes;  // though one class has two thirds of them
  EXPECT_EQ(line.nodes(options), line.nodes(kEveryone));
  options.most = kNodes - 300;  // what the first class does not need is the second's
  const auto rest = line.nodes(options);
  EXPECT_EQ(rest.size(), kNodes - 300);
  EXPECT_EQ(std::ranges::count_if(rest, [](int32_t v) { return v < kNodes / 3; }), kNodes / 3);
}

TEST(Candidates, by_confidence_are_the_surest_first) {
  CandidateOptions options = kEveryone;
  options.order = "confidence";
  options.nearest = 2;
  EXPECT_EQ(OnALine().nodes(options), (std::vector<int32_t>{4, 5, 8, 6}));
}

TEST(Candidates, of_a_class_without_labelled_nodes_are_none) {
  OnALine line;
  line.task.minority = {1, 2};
  line.pseudo.labels = {2, 2, 2, 2, 2, 1};
  EXPECT_EQ(line.nodes(kEveryone), std::vector<int32_t>{8});
}

TEST(Candidates, refuse_options_that_cannot_be) {
  const auto problem = [](const CandidateOptions& options) {
    const Error error = refusal([&] { check(options); });
    EXPECT_EQ(error.fault(), Fault::usage);
    return std::string(error.what());
  };
  EXPECT_NE(problem({.order = "distanc"}).find("did you mean 'distance'"), std::string::npos);
  EXPECT_NE(problem({.nearest = -1}).find("--nearest"), std::string::npos);
  EXPECT_NE(problem({.at_least = -1}).find("negative"), std::string::npos);
  EXPECT_NE(problem({.most = -1}).find("--candidates"), std::string::npos);
  for (const double share : {0.0, -0.5, 1.5, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_NE(problem({.share = share}).find("--share"), std::string::npos);
}

}  // namespace
}  // namespace graphsr
