// Every architecture of the table: all parameters, sparse and dense features, dropout on.
#include <numeric>

#include "graphsr/model/predict.h"
#include "graphsr/tensor/kernels.h"
#include "graphsr/tensor/phrases.h"
#include "tests/gradients/check.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

void expect_right_model(const std::string& conv, Features features) {
  SCOPED_TRACE(conv + (features.is_sparse() ? " sparse" : " dense"));
  const Graph graph{test::random_edges(14, 24, 3), std::move(features)};
  ModelOptions options;
  options.conv = conv;
  options.width = 8;
  options.heads = 2;
  options.dropout = 0.3;
  options.attention_dropout = 0.2;
  Network network = make_network(options, graph.features.cols(), 3, 11);
  // Biases start at zero, and with them nodes without any message sit exactly on the kink of ReLU.
  for (Param* param : network.params())
    if (param->value.rows() == 1) param->value = test::random_matrix(1, param->value.cols(), 7);
  const std::vector<int32_t> nodes = {2, 13, 5, 0, 9}, labels = {0, 1, 2, 1, 0};
  const std::vector<Real> weights = {1, 2, 0.5, 1, 1};
  Reading reading(network, graph, network.conv().messages(graph.edges), nodes, true);
  test::expect_right_gradients(network.params(), [&](Tape& tape) {
    return cross_entropy(tape, forward(tape, network, reading, {true, 4, 2}).logits, labels, weights);
  });
}

TEST(Gradients, every_model_with_sparse_features_of_either_order) {
  for (const ConvEntry& entry : convs()) {
    expect_right_model(entry.name, Features(test::random_csr(14, 40, 0.05, true, 4)));  // aggregates late
    expect_right_model(entry.name, Features(test::random_csr(14, 3, 0.9, false, 5)));   // aggregates first
  }
}

// Of three kinds of nodes with 25 words each: the same words stand together again and again.
Csr repeated_words() {
  std::vector<int32_t> kinds(14);
  for (int32_t v = 0; v < 14; ++v) kinds[v] = v % 3;
  return gathered(test::random_csr(3, 40, 0.6, false, 8), kinds);
}

TEST(Gradients, every_model_with_phrases_of_words) {
  ASSERT_TRUE(phrases_of(repeated_words()));
  for (const ConvEntry& entry : convs()) expect_right_model(entry.name, Features(repeated_words()));
}

Features with_nonzeros(const Matrix& x, bool sparse) {
  if (!sparse) return Features(x);
  Csr rows;
  rows.rows = x.rows();
  rows.cols = x.cols();
  for (int64_t i = 0; i < x.rows(); ++i) {
    for (int64_t j = 0; j < x.cols(); ++j) {
      if (x(i, j) == 0) continue;
      rows.columns.push_back(static_cast<int32_t>(j));
      rows.values.push_back(x(i, j));
    }
    rows.offsets.push_back(rows.nonzeros());
  }
  return Features(std::move(rows));
}

// Of every feature of every node that is read, whether it is stored or not.
void expect_right_input_gradient(const std::string& conv, Matrix x, bool sparse, Order order = Order::rows) {
  SCOPED_TRACE(conv + (sparse ? " sparse" : " dense"));
  const Csr edges = test::random_edges(14, 24, 3);
  const int width = order == Order::rows ? 8 : static_cast<int>(2 * kernels::strip_width());
  ModelOptions options{.conv = conv, .width = width, .heads = 2, .dropout = 0.3, .attention_dropout = 0.2};
  Network network = make_network(options, x.cols(), 3, 11);
  for (Param* param : network.params())
    if (param->value.rows() == 1) param->value = test::random_matrix(1, param->value.cols(), 7);
  order_weights(network, order);
  const std::vector<int32_t> nodes = {2, 13, 5}, labels = {0, 1, 2};
  const Messages messages = network.conv().messages(edges);
  ThreadPool pool(2);
  Tape tape(pool);
  const auto loss_with = [&](Reading& reading) {
    tape.clear();
    return cross_entropy(tape, forward(tape, network, reading, {true, 4, 2}).logits, labels, {});
  };
  const Graph graph{edges, with_nonzeros(x, sparse)};
  Reading reading(network, graph, messages, nodes, true);
  std::vector<int32_t> inputs = reading.upper().hops.inputs;
  if (network.conv().propagation().steps == 0) inputs = inputs_of(edges, inputs_of(edges, nodes).nodes).nodes;
  std::vector<int32_t> places(inputs.size());
  std::iota(places.begin(), places.end(), 0);
  ASSERT_GT(places.size(), 8u);
  loss_with(reading);
  tape.backward(loss_with(reading));
  const Matrix gradient = reading.features().gradient(tape, places);
  ASSERT_EQ(gradient.rows(), std::ssize(inputs));
  ASSERT_EQ(gradient.cols(), x.cols());
  double largest = 0;
  for (int64_t i = 0; i < gradient.rows(); ++i)
    for (int64_t j = 0; j < x.cols(); ++j) {
      Real& value = x(inputs[i], j);
      const Real before = value;
      const auto at = [&](double shift) {
        value = before + shift;
        const Graph other{edges, with_nonzeros(x, sparse)};
        Reading moved(network, other, messages, nodes, true);
        return tape.value(loss_with(moved))(0, 0);
      };
      constexpr double kStep = 2e-4;
      const double numeric = (8 * (at(kStep) - at(-kStep)) - (at(2 * kStep) - at(-2 * kStep))) / (12 * kStep);
      value = before;
      largest = std::max(largest, std::abs(gradient(i, j)));
      ASSERT_NEAR(gradient(i, j), numeric, 1e-6 * std::max(1e-1, std::abs(numeric))) << i << " " << j;
    }
  EXPECT_GT(largest, 1e-3);
}

TEST(Gradients, at_the_features_of_every_model) {
  Matrix few = test::random_matrix(14, 12, 4);
  for (Real& value : few.values())
    if (value < 0.3) value = 0;
  for (const ConvEntry& entry : convs()) {
    expect_right_input_gradient(entry.name, test::random_matrix(14, 5, 5), false);
    expect_right_input_gradient(entry.name, test::random_matrix(14, 3, 5), true);  // aggregates first
    expect_right_input_gradient(entry.name, few, true);                            // aggregates late
    expect_right_input_gradient(entry.name, few, true, Order::strips);
  }
}

TEST(Gradients, every_model_with_dense_features) {
  for (const ConvEntry& entry : convs())
    expect_right_model(entry.name, Features(test::random_matrix(14, 6, 5)));
}

}  // namespace
}  // namespace graphsr
