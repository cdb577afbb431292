#include "graphsr/model/network.h"

#include <algorithm>
#include <iterator>

#include "graphsr/base/error.h"
#include "graphsr/tensor/init.h"
#include "graphsr/tensor/multiply.h"

namespace graphsr {

template <class Pointer, class Weights>
static std::vector<Pointer> params_of(Weights& network) {
  std::vector<Pointer> all;
  for (auto& layer : network.convs)
    for (auto& param : layer) all.push_back(&param);
  all.push_back(&network.head_weight);
  all.push_back(&network.head_bias);
  return all;
}

std::vector<Param*> Network::params() { return params_of<Param*>(*this); }
std::vector<const Param*> Network::params() const { return params_of<const Param*>(*this); }

static void check(const ModelOptions& options, int64_t features, int classes) {
  const auto require = [](bool holds, const char* problem) {
    if (!holds) wrong_usage("model", problem);
  };
  require(options.layers >= 1 && options.layers <= 64, "the number of layers must be 1 to 64");
  require(options.width >= 1 && options.width <= 65536, "the width must be 1 to 65536");
  require(options.heads >= 1 && options.width % options.heads == 0,
          "the number of heads must divide the width");
  require(options.dropout >= 0 && options.dropout < 1, "dropout must be at least 0 and below 1");
  require(options.attention_dropout >= 0 && options.attention_dropout < 1,
          "attention dropout must be at least 0 and below 1");
  require(features >= 1, "the graph has no features");
  require(classes >= 1, "there are no classes");
}

Network make_network(const ModelOptions& options, int64_t features, int classes, uint64_t seed) {
  check(options, features, classes);
  Network network{options, features, classes, {}, {}, {}};
  uint64_t position = 0;
  for (int layer = 0; layer < options.layers; ++layer) {
    const int64_t in = layer == 0 ? features : options.width, out = options.width;
    auto& params = network.convs.emplace_back();
    for (const ParamSpec& spec : network.conv().params()) {
      const bool is_weight = spec.kind == ParamSpec::Kind::weight;
      Param& param = params.emplace_back();
      param.name = "convs." + std::to_string(layer) + "." + spec.name;
      param.value = Matrix(is_weight ? in : 1, out, 0);
      if (is_weight) glorot_uniform(param.value, in, out, seed, position);
      if (spec.kind == ParamSpec::Kind::attention)
        glorot_uniform(param.value, options.heads, out / options.heads, seed, position);
      ++position;
    }
  }
  network.head_weight = {"lin.weight", Matrix(options.width, classes), {}};
  network.head_bias = {"lin.bias", Matrix(1, classes, 0), {}};
  glorot_uniform(network.head_weight.value, options.width, classes, seed, position);
  return network;
}

void order_weights(Network& network, Order order) {
  if (network.options.own) return;
  const std::vector<ParamSpec> specs = network.conv().params();
  for (size_t k = 0; k < specs.size(); ++k) {
    Matrix& value = network.convs[0][k].value;
    if (specs[k].kind == ParamSpec::Kind::weight && value.order() != order && can_have_strips(value))
      value = in_order(value, order);
  }
}

// Does a layer read each node alone?
static bool reads_alone(const Network& network) { return network.conv().propagation().steps > 0; }

Inputs layer_inputs(const Network& network, const Csr& edges, std::span<const int32_t> outputs) {
  if (reads_alone(network)) return {{outputs.begin(), outputs.end()}, {}, false};
  return inputs_of(edges, outputs);
}

Block layer_block(const Network& network, const Csr& edges, const Messages& messages, const Inputs& inputs,
                  int64_t begin, int64_t end, bool with_gradient) {
  if (reads_alone(network)) return {begin, end - begin, {}, {}};
  return block_of(edges, messages, inputs, begin, end, with_gradient);
}

UpperReading upper_reading(const Network& network, const Csr& edges, const Messages& messages,
                           std::span<const int32_t> nodes, bool with_gradient) {
  UpperReading reading;
  reading.hops = hops_of(edges, messages, nodes, network.conv().propagation(), with_gradient);
  reading.inputs = reading.hops.inputs;
  reading.blocks.resize(network.convs.size() - 1);
  for (size_t k = reading.blocks.size(); k-- > 0;) {
    const auto count = static_cast<int64_t>(reading.inputs.size());
    Inputs inputs = layer_inputs(network, edges, reading.inputs);
    reading.blocks[k] = layer_block(network, edges, messages, inputs, 0, count, with_gradient);
    reading.inputs = std::move(inputs.nodes);
  }
  return reading;
}

Reading::Reading(const Network& network, const Graph& graph, const Messages& messages,
                 std::span<const int32_t> nodes, bool with_gradient, const HalfRows* known)
    : upper_(upper_reading(network, graph.edges, messages, nodes, with_gradient)),
      features_(std::make_unique<FeatureInput>(graph, messages, upper_.inputs, reads_alone(network),
                                               with_gradient, known)) {}

Reading::Reading(const Network& network, const ExtendedGraph& graph, const Messages& messages,
                 std::span<const int32_t> nodes, bool with_gradient)
    : upper_(upper_reading(network, graph.edges(), messages, nodes, with_gradient)) {
  const Inputs inputs = layer_inputs(network, graph.edges(), upper_.inputs);
  features_ = std::make_unique<FeatureInput>(
      layer_block(network, graph.edges(), messages, inputs, 0, std::ssize(upper_.inputs), with_gradient),
      graph.features_of(inputs.nodes), with_gradient);
}

Var layer_forward(Tape& tape, Network& network, size_t layer, LayerInput& input, const Mode& mode) {
  const ModelOptions& options = network.options;
  std::vector<Var> params;
  for (Param& param : network.convs[layer]) params.push_back(tape.param(param));
  const Var bias = params.back();
  params.pop_back();
  const uint64_t position = mode.epoch * network.convs.size() + layer;
  const auto dropout = [&](double rate, Purpose purpose) {
    return Dropout{mode.training ? static_cast<Real>(rate) : 0, mode.seed, purpose, position};
  };
  const LayerContext context = {options, dropout(options.attention_dropout, Purpose::attention_dropout)};
  const Var sum = network.conv().forward(tape, input, params, context);
  return bias_relu_dropout(tape, sum, bias, dropout(options.dropout, Purpose::dropout));
}

Var own_scores(Tape& tape, Network& network, Var hidden) {
  return add_bias(tape, matmul(tape, hidden, tape.param(network.head_weight)), tape.param(network.head_bias));
}

static Var head_forward(Tape& tape, Network& network, const Hops& hops, Var hidden) {
  return propagated(tape, hops, network.conv().propagation(), own_scores(tape, network, hidden));
}

Var first_layer(Tape& tape, Network& network, Reading& reading, const Mode& mode) {
  reading.features().start();
  return layer_forward(tape, network, 0, reading.features(), mode);
}

Output upper_forward(Tape& tape, Network& network, const UpperReading& reading, Var h, const Mode& mode) {
  for (size_t layer = 1; layer < network.convs.size(); ++layer) {
    HiddenInput input(reading.blocks[layer - 1], h);
    h = layer_forward(tape, network, layer, input, mode);
  }
  return {h, head_forward(tape, network, reading.hops, h)};
}

Output forward(Tape& tape, Network& network, Reading& reading, const Mode& mode) {
  return upper_forward(tape, network, reading.upper(), first_layer(tape, network, reading, mode), mode);
}

Var embedding(Tape& tape, const Network& network, const Reading& reading, const Output& output) {
  return propagated(tape, reading.upper().hops, network.conv().propagation(), output.hidden);
}

}  // namespace graphsr
