#include "graphsr/model/predict.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "graphsr/model/layer_rows.h"
#include "tests/model/small_model.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

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
      Network network = make_network(test::small_model(entry.name), graph.features.cols(), 3, 5);
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
    const Network network = make_network(test::small_model(entry.name), 10, 3, 5);
    const Prediction all = predict(network, graph, all_nodes(graph), pool);
    const std::vector<int32_t> some = {0, 8191, 8192, 19999};
    const Prediction few = predict(network, graph, some, pool);
    for (size_t i = 0; i < some.size(); ++i)
      for (int64_t c = 0; c < 3; ++c)
        ASSERT_NEAR(all.probability(some[i], c), few.probability(static_cast<int64_t>(i), c), 1e-6)
            << entry.name;
  }
}

TEST(Predict, hands_over_embeddings_in_parts_each_row_once) {
  constexpr int32_t n = 20000;
  const Graph graph{test::cycle(n), Features(test::random_csr(n, 10, 0.3, false, 1))};
  ThreadPool pool(2);
  for (const ConvEntry& entry : convs()) {
    SCOPED_TRACE(entry.name);
    const Network network = make_network(test::small_model(entry.name), 10, 3, 5);
    const Prediction whole = predict(network, graph, all_nodes(graph), pool);
    Matrix parts(n, whole.embedding.cols(), -1);
    std::vector<int> handed_over(n, 0);  // threads have rows of their own
    const Matrix probability =
        predict(network, graph, all_nodes(graph), pool, [&](int64_t first, const Matrix& rows) {
          std::copy_n(rows.data(), rows.size(), parts.row(first));
          for (int64_t i = 0; i < rows.rows(); ++i) ++handed_over[first + i];
        });
    EXPECT_TRUE(std::ranges::all_of(handed_over, [](int times) { return times == 1; }));
    EXPECT_TRUE(std::ranges::equal(parts.values(), whole.embedding.values()));
    EXPECT_TRUE(std::ranges::equal(probability.values(), whole.probability.values()));
  }
}

TEST(Predict, gives_several_networks_what_each_gets_alone) {
  ThreadPool pool(2);
  for (const Features& form :
       {Features(test::random_csr(50, 60, 0.1, false, 1)), Features(test::random_matrix(50, 7, 1)),
        Features(test::random_matrix(50, 30, 1))})
    for (const ConvEntry& entry : convs()) {
      SCOPED_TRACE(entry.name);
      const Graph graph = graph_with(form);
      std::vector<Network> networks;
      for (const uint64_t seed : {5, 6, 7})
        networks.push_back(make_network(test::small_model(entry.name), graph.features.cols(), 3, seed));
      const std::vector<Prediction> together = predict(networks, graph, all_nodes(graph), pool, true);
      ASSERT_EQ(together.size(), 3);
      for (size_t m = 0; m < 3; ++m) {
        const Prediction alone = predict(networks[m], graph, all_nodes(graph), pool);
        EXPECT_TRUE(std::ranges::equal(together[m].probability.values(), alone.probability.values()));
        EXPECT_EQ(together[m].embedding.size(), m == 0 ? alone.embedding.size() : 0);
        EXPECT_TRUE(m > 0 || std::ranges::equal(together[0].embedding.values(), alone.embedding.values()));
      }
    }
}

// Rows in 8 bits, against the same nodes in a reading that is too small for them.
TEST(Predict, of_many_rows_differs_little_from_that_of_few) {
  constexpr int32_t n = static_cast<int32_t>(kManyRows) + 5;
  const Graph graph{test::cycle(n), Features(test::random_matrix(n, 6, 1))};
  for (const ConvEntry& entry : convs()) {
    SCOPED_TRACE(entry.name);
    ModelOptions options = test::small_model(entry.name);
    options.width = 64;
    const Network network = make_network(options, 6, 3, 5);
    ThreadPool one(1), two(2);
    const Prediction all = predict(network, graph, all_nodes(graph), two);
    EXPECT_TRUE(std::ranges::equal(all.probability.values(),
                                   predict(network, graph, all_nodes(graph), one).probability.values()));
    const std::vector<int32_t> some = {0, 8191, 8192, n - 1};
    const Prediction few = predict(network, graph, some, one);
    double largest = 0;
    for (size_t i = 0; i < some.size(); ++i)
      for (int64_t c = 0; c < 3; ++c)
        largest = std::max<double>(
            largest, std::abs(all.probability(some[i], c) - few.probability(static_cast<int64_t>(i), c)));
    EXPECT_LT(largest, 3e-3);
    EXPECT_TRUE(largest > 0 || entry.conv.propagation().steps > 0)
        << "the rows are not kept in 8 bits at all";
  }
}

// Rows of several networks stand side by side there.
TEST(Predict, of_many_rows_gives_several_networks_what_each_gets_alone) {
  constexpr int32_t n = static_cast<int32_t>(kManyRows) + 5;
  const Graph graph{test::cycle(n), Features(test::random_matrix(n, 6, 1))};
  ThreadPool pool(2);
  for (const ConvEntry& entry : convs()) {
    SCOPED_TRACE(entry.name);
    ModelOptions options = test::small_model(entry.name);
    options.width = 20;  // fills no strip
    const std::vector<Network> networks = {make_network(options, 6, 3, 5), make_network(options, 6, 3, 6)};
    const std::vector<Prediction> together = predict(networks, graph, all_nodes(graph), pool, true);
    for (size_t m = 0; m < 2; ++m) {
      const Prediction alone = predict(networks[m], graph, all_nodes(graph), pool);
      EXPECT_TRUE(std::ranges::equal(together[m].probability.values(), alone.probability.values()));
    }
  }
}

// Messages that no factor of the rows can stand for are gathered by blocks.
class Deaf : public Conv {
 public:
  Messages messages(const Csr& edges) const override {
    Messages m{.self_loops = true, .to = {}, .from = std::vector<Real>(edges.rows, Real(0.5))};
    m.from[1] = 0;
    return m;
  }
  std::vector<ParamSpec> params() const override { return gcn().params(); }
  Var forward(Tape& tape, LayerInput& input, std::span<const Var> params,
              const LayerContext&) const override {
    return input.self_projected(tape, params[0], input.aggregated_projected(tape, params[0]));
  }
};

TEST(Predict, of_many_rows_hears_nothing_of_nodes_whose_messages_count_nothing) {
  constexpr int32_t n = static_cast<int32_t>(kManyRows) + 5;
  const Graph graph{test::cycle(n), Features(test::random_matrix(n, 6, 1))};
  const Deaf deaf;
  ModelOptions options = test::small_model("gcn");
  options.own = &deaf;
  const Network network = make_network(options, 6, 3, 5);
  ThreadPool pool(2);
  const std::vector<int32_t> some = {0, 1, 2, 3, n - 1};
  const Prediction all = predict(network, graph, all_nodes(graph), pool);
  const Prediction few = predict(network, graph, some, pool);
  for (size_t i = 0; i < some.size(); ++i)
    for (int64_t c = 0; c < 3; ++c)
      EXPECT_NEAR(all.probability(some[i], c), few.probability(static_cast<int64_t>(i), c), 3e-3);
}

}  // namespace
}  // namespace graphsr
