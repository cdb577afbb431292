#include "graphsr/model/prediction_space.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "graphsr/model/predict.h"
#include "graphsr/train/gnn_classifier.h"
#include "tests/model/small_model.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

constexpr int32_t kNodes = static_cast<int32_t>(kManyRows) + 5;

std::shared_ptr<const Graph> large_cycle(uint64_t seed) {
  return std::make_shared<const Graph>(
      Graph{test::cycle(kNodes), Features(test::random_matrix(kNodes, 6, seed))});
}

// What a node of the cycle gathers of a column.
double expected_sum(const Graph& graph, bool self_loops, int32_t node, int64_t column) {
  const Matrix& features = graph.features.dense();
  double sum = self_loops ? features(node, column) / 3 : 0;  // all have two neighbours
  for (const int32_t u : graph.edges.row(node)) sum += features(u, column) / (self_loops ? 3 : 2);
  return sum;
}

TEST(PredictionSpace, holds_what_every_node_gathers) {
  const auto graph = large_cycle(1);
  ThreadPool pool(2);
  for (const Conv* conv : {&gcn(), &sage()}) {
    const Messages messages = conv->messages(graph->edges);
    PredictionSpace space(graph, *conv);
    EXPECT_EQ(space.known_features(), nullptr);
    const HalfRows& gathered = space.gathered_features(messages, pool);
    EXPECT_EQ(&gathered, &space.gathered_features(messages, pool)) << "made once";
    EXPECT_EQ(&gathered, space.known_features());
    Matrix row(1, 6);
    for (const int32_t node : {0, 1, 70000, kNodes - 1}) {
      gathered.get(node, row.data());
      for (int64_t j = 0; j < 6; ++j) {
        const double sum = expected_sum(*graph, messages.self_loops, node, j);
        EXPECT_NEAR(row(0, j), sum, 0.01 * (1 + std::abs(sum)));
      }
    }
  }
}

// One column is so large that 8 bits would leave nothing of the others.
TEST(PredictionSpace, keeps_small_columns_beside_large_ones) {
  Matrix features = test::random_matrix(kNodes, 6, 1);
  for (int64_t i = 0; i < kNodes; ++i) features(i, 2) *= 1e6;
  const auto graph = std::make_shared<const Graph>(Graph{test::cycle(kNodes), Features(std::move(features))});
  ThreadPool pool(2);
  PredictionSpace space(graph, sage());
  const HalfRows& gathered = space.gathered_features(sage().messages(graph->edges), pool);
  Matrix row(1, 6);
  for (const int32_t node : {0, 1, 70000, kNodes - 1}) {
    gathered.get(node, row.data());
    for (int64_t j = 0; j < 6; ++j) {
      const double sum = expected_sum(*graph, false, node, j);
      EXPECT_NEAR(row(0, j), sum, 0.02 * (j == 2 ? 1e6 : 1));
    }
  }
}

// Whether others have been there before, or nobody, or somebody with another graph or architecture.
TEST(PredictionSpace, changes_no_prediction) {
  const auto graph = large_cycle(1), other = large_cycle(2);
  ThreadPool pool(2);
  const std::vector<Network> networks = {make_network(test::small_model("gcn"), 6, 3, 5),
                                         make_network(test::small_model("gcn"), 6, 3, 6)};
  const std::span<const Network> each(networks);
  const auto same = [](const Matrix& a, const Matrix& b) {
    return std::ranges::equal(a.values(), b.values());
  };
  PredictionSpace right(graph, gcn()), wrong_graph(other, gcn()), wrong_conv(graph, sage());
  wrong_graph.gathered_features(gcn().messages(other->edges), pool);
  wrong_conv.gathered_features(sage().messages(graph->edges), pool);
  for (const auto network : {each.subspan(0, 1), each.subspan(1, 1), each}) {
    const auto alone = predict(network, *graph, all_nodes(*graph), pool, true);
    for (PredictionSpace* space : {&right, &wrong_graph, &wrong_conv}) {
      const auto shared = predict(network, *graph, all_nodes(*graph), pool, true, space);
      for (size_t m = 0; m < network.size(); ++m)
        EXPECT_TRUE(same(alone[m].probability, shared[m].probability));
      EXPECT_TRUE(same(alone[0].embedding, shared[0].embedding));
    }
  }
}

// Features that change behind its back are not gathered again.
TEST(PredictionSpace, is_used_by_predictions) {
  Matrix features = test::random_matrix(kNodes, 6, 1);
  const auto graph = std::make_shared<const Graph>(Graph{
      test::cycle(kNodes), Features(Matrix::view(kNodes, 6, features.data(), std::make_shared<int>()))});
  ThreadPool pool(2);
  const std::vector<Network> networks = {make_network(test::small_model("gcn"), 6, 3, 5)};
  PredictionSpace space(graph, gcn());
  const auto probability = [&](PredictionSpace* shared) {
    const auto predictions = predict(networks, *graph, all_nodes(*graph), pool, false, shared);
    const auto values = predictions[0].probability.values();
    return std::vector<Real>(values.begin(), values.end());
  };
  const std::vector<Real> before = probability(&space);
  features.fill(0);
  EXPECT_EQ(probability(&space), before);
  EXPECT_NE(probability(nullptr), before);
}

// Nodes that train and those that validate read it too.
TEST(PredictionSpace, is_used_by_training) {
  Matrix features = test::random_matrix(kNodes, 6, 1);
  const auto graph = std::make_shared<const Graph>(Graph{
      test::cycle(kNodes), Features(Matrix::view(kNodes, 6, features.data(), std::make_shared<int>()))});
  const TrainingSet set = {graph, {{5, 70, 900, 4000}, {0, 1, 0, 1}}};
  const Examples validation = {{10, 20}, {0, 1}};
  ThreadPool pool(2);
  const auto losses = [&](std::shared_ptr<PredictionSpace> space) {
    GnnClassifier classifier(test::small_model("gcn"), {.epochs = 3}, 2, std::move(space));
    Recipe plain;
    std::vector<double> all;
    for (const FitReport& report : classifier.fit(set, validation, plain, {1, pool, {}}))
      for (const EpochFigures& epoch : report.epochs)
        all.insert(all.end(), {epoch.loss, epoch.validation_loss});
    return all;
  };
  const std::vector<double> exact = losses(nullptr);
  const auto space = std::make_shared<PredictionSpace>(graph, gcn());
  const std::vector<double> shared = losses(space);
  ASSERT_EQ(shared.size(), exact.size());
  for (size_t i = 0; i < exact.size(); ++i) EXPECT_NEAR(shared[i], exact[i], 0.01);
  EXPECT_NE(shared, exact) << "what is shared is rounded";
  features.fill(0);
  EXPECT_EQ(losses(space), shared);
  EXPECT_NE(losses(nullptr), exact);
}

// Some nodes are predicted alike before all have been and after.
TEST(PredictionSpace, gives_some_nodes_the_same_whoever_used_it_before) {
  const auto graph = large_cycle(1);
  ThreadPool pool(2);
  const std::vector<int32_t> some = {3, 77, 90000};
  for (const char* conv : {"gcn", "sage", "gat"}) {
    const auto space = std::make_shared<PredictionSpace>(graph, conv_named(conv));
    GnnClassifier classifier(test::small_model(conv), {.epochs = 2}, 2, space);
    Recipe plain;
    classifier.fit({graph, {{5, 70}, {0, 1}}}, {}, plain, {1, pool, {}});
    EXPECT_EQ(space->known_features() != nullptr, conv != std::string("gat"));
    space->forget_gathered_features();
    const Matrix before = classifier.probabilities(*graph, some, pool);
    classifier.probabilities(*graph, all_nodes(*graph), pool);
    const Matrix after = classifier.probabilities(*graph, some, pool);
    EXPECT_TRUE(std::ranges::equal(before.values(), after.values())) << conv;
  }
}

// Features wider than the layers are multiplied first.
TEST(PredictionSpace, is_not_filled_where_nothing_is_gathered_first) {
  const auto graph =
      std::make_shared<const Graph>(Graph{test::cycle(kNodes), Features(test::random_matrix(kNodes, 6, 1))});
  ModelOptions narrow = test::small_model("gcn");
  narrow.width = 4;
  const auto space = std::make_shared<PredictionSpace>(graph, gcn());
  GnnClassifier classifier(narrow, {.epochs = 2}, 2, space);
  Recipe plain;
  ThreadPool pool(2);
  classifier.fit({graph, {{5, 70}, {0, 1}}}, {}, plain, {1, pool, {}});
  EXPECT_EQ(space->known_features(), nullptr);
}

}  // namespace
}  // namespace graphsr
