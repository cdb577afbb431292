// Logits, gradients and ten training losses of each model against PyTorch:
// tests/fixtures/pytorch_reference.py made the numbers.
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graphsr/model/predict.h"
#include "graphsr/tensor/optimiser.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

using nlohmann::json;

constexpr double kBound = 1e-4;

const json& reference() {
  static const json document =
      json::parse(std::ifstream(GRAPHSR_SOURCE_DIR "/tests/fixtures/pytorch_reference.json"));
  return document;
}

Graph reference_graph() {
  const json& g = reference().at("graph");
  const auto nodes = g.at("nodes").get<int64_t>();
  std::vector<Edge> edges;
  for (const json& e : g.at("edges")) edges.push_back({e[0].get<int32_t>(), e[1].get<int32_t>()});
  Matrix dense(nodes, g.at("feature_cols").get<int64_t>(), 0);
  for (const json& f : g.at("features")) dense(f[0].get<int64_t>(), f[1].get<int64_t>()) = f[2].get<Real>();
  Csr sparse;
  sparse.rows = dense.rows();
  sparse.cols = dense.cols();
  for (int64_t i = 0; i < dense.rows(); ++i) {
    for (int64_t j = 0; j < dense.cols(); ++j) {
      if (dense(i, j) == 0) continue;
      sparse.columns.push_back(static_cast<int32_t>(j));
      sparse.values.push_back(dense(i, j));
    }
    sparse.offsets.push_back(static_cast<int64_t>(sparse.columns.size()));
  }
  return {test::edges_of(nodes, edges), Features(std::move(sparse))};
}

// A parameter in the file's shape (weights are out x in) against ours (in x out).
double file_value(const json& tensor, const Matrix& ours, int64_t i, int64_t j) {
  const bool is_weight = tensor.at("shape").size() == 2;
  return tensor.at("values").at(is_weight ? j * ours.rows() + i : i * ours.cols() + j).get<double>();
}

void expect_near(const Matrix& ours, const json& rows, const char* what) {
  ASSERT_EQ(ours.rows(), static_cast<int64_t>(rows.size()));
  for (int64_t i = 0; i < ours.rows(); ++i)
    for (int64_t j = 0; j < ours.cols(); ++j)
      ASSERT_NEAR(ours(i, j), rows.at(i).at(j).get<double>(), kBound) << what << " " << i << "," << j;
}

void expect_same_training(const std::string& conv) {
  SCOPED_TRACE(conv);
  const json& expected = reference().at("models").at(conv);
  const json& data = reference().at("graph");
  const Graph graph = reference_graph();
  ModelOptions options;
  options.conv = conv;
  options.width = expected.at("options").at("width").get<int>();
  options.heads = conv == "gat" ? expected.at("options").at("heads").get<int>() : 1;
  Network network = make_network(options, graph.features.cols(), data.at("classes").get<int>(), 0);
  const std::vector<Param*> params = network.params();
  ASSERT_EQ(params.size(), expected.at("params").size());
  for (Param* param : params) {
    const json& tensor = expected.at("params").at(param->name);
    for (int64_t i = 0; i < param->value.rows(); ++i)
      for (int64_t j = 0; j < param->value.cols(); ++j)
        param->value(i, j) = static_cast<Real>(file_value(tensor, param->value, i, j));
  }
  const auto nodes = data.at("train_nodes").get<std::vector<int32_t>>();
  const auto labels = data.at("train_labels").get<std::vector<int32_t>>();
  const auto weights = data.at("train_weights").get<std::vector<Real>>();
  std::vector<int32_t> everyone(graph.nodes());
  for (int32_t v = 0; v < graph.nodes(); ++v) everyone[v] = v;
  const Messages messages = network.conv().messages(graph.edges);
  Reading all(network, graph, messages, everyone, false), training(network, graph, messages, nodes, true);
  ThreadPool pool(2);
  Tape tape(pool);
  const auto logits = [&]() -> const Matrix& {
    tape.clear();
    return tape.value(forward(tape, network, all, {}).logits);
  };
  expect_near(logits(), expected.at("logits"), "logits");
  tape.clear();
  const Var z = embedding(tape, network, all, forward(tape, network, all, {}));
  expect_near(tape.value(z), expected.at("embedding"), "embedding");

  Optimiser optimiser({});  // Adam 0.01 with weight decay 5e-3, as in the fixture
  for (size_t step = 0; step < 10; ++step) {
    tape.clear();
    const Var loss = cross_entropy(tape, forward(tape, network, training, {}).logits, labels, weights);
    EXPECT_NEAR(tape.value(loss)(0, 0), expected.at("losses").at(step).get<double>(), kBound)
        << "step " << step;
    tape.backward(loss);
    for (const Param* param : params) {
      if (step > 0) break;
      const json& tensor = expected.at("gradients").at(param->name);
      for (int64_t i = 0; i < param->value.rows(); ++i)
        for (int64_t j = 0; j < param->value.cols(); ++j)
          ASSERT_NEAR(param->gradient(i, j), file_value(tensor, param->value, i, j), kBound) << param->name;
    }
    optimiser.step(pool, params);
  }
  expect_near(logits(), expected.at("logits_after"), "logits after ten steps");
}

TEST(PyTorchReference, gcn_trains_alike) { expect_same_training("gcn"); }
TEST(PyTorchReference, sage_trains_alike) { expect_same_training("sage"); }
TEST(PyTorchReference, gat_trains_alike) { expect_same_training("gat"); }
TEST(PyTorchReference, appnp_trains_alike) { expect_same_training("appnp"); }

}  // namespace
}  // namespace graphsr
