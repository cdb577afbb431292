// Every architecture of the table: all parameters, sparse and dense features, dropout on.
#include "graphsr/model/network.h"
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

TEST(Gradients, every_model_with_dense_features) {
  for (const ConvEntry& entry : convs())
    expect_right_model(entry.name, Features(test::random_matrix(14, 6, 5)));
}

}  // namespace
}  // namespace graphsr
