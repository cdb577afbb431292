#include "graphsr/model/prediction_space.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "graphsr/model/predict.h"
#include "tests/model/small_model.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

constexpr int32_t kNodes = static_cast<int32_t>(kManyRows) + 5;

std::shared_ptr<const Graph> large_cycle(uint64_t seed) {
  return std::make_shared<const Graph>(
      Graph{test::cycle(kNodes), Features(test::random_matrix(kNodes, 6, seed))});
}

TEST(PredictionSpace, holds_what_every_node_gathers) {
  const auto graph = large_cycle(1);
  ThreadPool pool(2);
  for (const Conv* conv : {&gcn(), &sage()}) {
    const Messages messages = conv->messages(graph->edges);
    PredictionSpace space(graph, *conv);
    const HalfRows& gathered = space.gathered_features(messages, pool);
    EXPECT_EQ(&gathered, &space.gathered_features(messages, pool)) << "made once";
    Matrix row(1, 6);
    for (const int32_t node : {0, 1, 70000, kNodes - 1}) {
      gathered.get(node, row.data());
      for (int64_t j = 0; j < 6; ++j) {
        double sum =
            messages.self_loops ? graph->features.dense()(node, j) / 3 : 0;  // all have two neighbours
        for (const int32_t u : graph->edges.row(node))
          sum += graph->features.dense()(u, j) / (messages.self_loops ? 3 : 2);
        EXPECT_NEAR(row(0, j), sum, 0.02 * (0.1 + std::abs(sum)));
      }
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

}  // namespace
}  // namespace graphsr
