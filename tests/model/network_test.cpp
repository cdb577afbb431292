#include "graphsr/model/network.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

std::vector<int32_t> all_nodes(const Graph& graph) {
  std::vector<int32_t> nodes(graph.nodes());
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

ModelOptions small(const std::string& conv) {
  ModelOptions options;
  options.conv = conv;
  options.width = 16;
  options.heads = 4;
  return options;
}

Graph graph_with(Features features) { return {test::random_edges(50, 120, 2), std::move(features)}; }

// Streaming in blocks, the way whole graphs are predicted, against the plain forward pass that training uses.
TEST(Predict, agrees_with_the_training_forward_for_every_model_and_feature_form) {
  const std::vector<Features> forms = {Features(test::random_csr(50, 60, 0.1, true, 1)),
                                       Features(test::random_csr(50, 60, 0.1, false, 1)),
                                       Features(test::random_matrix(50, 7, 1)),    // narrower than the layer
                                       Features(test::random_matrix(50, 30, 1))};  // wider
  ThreadPool pool(2);
  for (const ConvEntry& entry : convs()) {
    for (const Features& form : forms) {
      const Graph graph = graph_with(form);
      Network network = make_network(small(entry.name), graph.features.cols(), 3, 5);
      for (const std::vector<int32_t>& nodes : {all_nodes(graph), std::vector<int32_t>{7, 49, 3}}) {
        SCOPED_TRACE(entry.name);
        Reading reading(network, graph, network.conv().messages(graph.edges), nodes, false);
        Tape tape(pool);
        const Output output = forward(tape, network, reading, {});
        const Var z = embedding(tape, network, reading, output);
        const Prediction prediction = predict(network, graph, nodes, pool);
        const Matrix probability = softmax(tape.value(output.logits));
        ASSERT_EQ(prediction.embedding.rows(), static_cast<int64_t>(nodes.size()));
        for (int64_t i = 0; i < probability.rows(); ++i) {
          for (int64_t c = 0; c < 3; ++c) ASSERT_NEAR(prediction.probability(i, c), probability(i, c), 1e-5);
          for (int64_t k = 0; k < 16; ++k) ASSERT_NEAR(prediction.embedding(i, k), tape.value(z)(i, k), 1e-5);
        }
      }
    }
  }
}

TEST(Predict, streams_graphs_larger_than_a_block) {
  constexpr int32_t n = 20000;
  const Graph graph{test::cycle(n), Features(test::random_csr(n, 10, 0.3, false, 1))};
  ThreadPool pool(2);
  for (const ConvEntry& entry : convs()) {
    const Network network = make_network(small(entry.name), 10, 3, 5);
    const Prediction all = predict(network, graph, all_nodes(graph), pool);
    const std::vector<int32_t> some = {0, 8191, 8192, 19999};
    const Prediction few = predict(network, graph, some, pool);
    for (size_t i = 0; i < some.size(); ++i)
      for (int64_t c = 0; c < 3; ++c)
        ASSERT_NEAR(all.probability(some[i], c), few.probability(static_cast<int64_t>(i), c), 1e-6)
            << entry.name;
  }
}

TEST(Network, is_the_same_for_the_same_seed_and_another_for_another) {
  const auto weights = [](uint64_t seed) {
    const Network network = make_network(small("sage"), 9, 2, seed);
    const auto values = network.convs[1][0].value.values();
    return std::vector<Real>(values.begin(), values.end());
  };
  EXPECT_EQ(weights(1), weights(1));
  EXPECT_NE(weights(1), weights(2));
}

TEST(Network, starts_within_glorots_bounds) {
  const Network network = make_network(small("gcn"), 84, 2, 3);
  const auto values = network.convs[0][0].value.values();
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double limit = std::sqrt(6.0 / (84 + 16));
  EXPECT_LE(*most, limit);
  EXPECT_GE(*least, -limit);
  EXPECT_GT(*most, 0.95 * limit);
}

TEST(Network, refuses_impossible_shapes) {
  ModelOptions options = small("gat");
  options.heads = 3;
  EXPECT_THROW(make_network(options, 5, 2, 0), Error);
  options = small("gcn");
  EXPECT_THROW(make_network(options, 0, 2, 0), Error);
  options.dropout = 1;
  EXPECT_THROW(make_network(options, 5, 2, 0), Error);
}

TEST(Conv, unknown_names_get_the_nearest_as_a_suggestion) {
  try {
    conv_named("sgae");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_NE(std::string(error.what()).find("did you mean 'sage'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace graphsr
