// A graph neural network: convolutions, each with bias, ReLU and dropout, and a linear head. z, the
// embedding, is what the last convolution gives; logits are lin(z). Where the architecture propagates after
// its layers, that happens to the logits, and z is what it makes of the last layer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graphsr/graph/new_nodes.h"
#include "graphsr/model/conv.h"

namespace graphsr {

// The weights and what they mean. Copying copies the weights.
struct Network {
  ModelOptions options;
  int64_t features = 0;
  int classes = 0;
  std::vector<std::vector<Param>> convs;  // as Conv::params() lists them
  Param head_weight, head_bias;

  const Conv& conv() const { return conv_of(options); }
  std::vector<Param*> params();
  std::vector<const Param*> params() const;
};

// Glorot weights, zero biases. Refuses sizes that cannot be (heads that do not divide the width, ...).
Network make_network(const ModelOptions& options, int64_t features, int classes, uint64_t seed);

// In which order the weights of the first layer lie. Strips, which sparse features read faster, need a width
// that they divide and are only for layers of the table: one's own may do anything with its weights. Where
// they cannot be, rows stay.
void order_weights(Network& network, Order order);

// What the layers after the first and the hops read to compute some nodes. The inputs of every block and hop
// are the first ones of `inputs`, and the nodes themselves come first of all.
struct UpperReading {
  Hops hops;
  std::vector<Block> blocks;    // second layer first
  std::vector<int32_t> inputs;  // whose first layer is read
};
UpperReading upper_reading(const Network& network, const Csr& edges, const Messages& messages,
                           std::span<const int32_t> nodes, bool with_gradient);

// All that has to be read to compute some nodes, made once and used every epoch. The nodes come first, in
// their order, among the inputs of every layer. A graph with dense features must outlive this.
class Reading {
 public:
  // `known`: see FeatureInput.
  Reading(const Network& network, const Graph& graph, const Messages& messages,
          std::span<const int32_t> nodes, bool with_gradient, const HalfRows* known = nullptr);
  Reading(const Network& network, const ExtendedGraph& graph, const Messages& messages,
          std::span<const int32_t> nodes, bool with_gradient);

  FeatureInput& features() { return *features_; }  // of the first layer
  const UpperReading& upper() const { return upper_; }

 private:
  UpperReading upper_;
  std::unique_ptr<FeatureInput> features_;
};

// Dropout is on in training, with random numbers of (seed, epoch).
struct Mode {
  bool training = false;
  uint64_t seed = 0;
  uint64_t epoch = 0;
};

struct Output {
  Var hidden;  // of the last layer, for all nodes that the hops read
  Var logits;
};
Output forward(Tape& tape, Network& network, Reading& reading, const Mode& mode);

// The same in two parts, for methods that put something between them. A Reading's first layer gives the rows
// of the nodes that are the inputs of an UpperReading of the same nodes, in their order.
Var first_layer(Tape& tape, Network& network, Reading& reading, const Mode& mode);

Output upper_forward(Tape& tape, Network& network, const UpperReading& reading, Var first, const Mode& mode);

// z, which training does not need.
Var embedding(Tape& tape, const Network& network, const Reading& reading, const Output& output);

// The parts that all of the above is made of; predict.cpp puts them together in another way.
//
// What a layer reads, and its block of the outputs [begin, end).
Inputs layer_inputs(const Network& network, const Csr& edges, std::span<const int32_t> outputs);
Block layer_block(const Network& network, const Csr& edges, const Messages& messages, const Inputs& inputs,
                  int64_t begin, int64_t end, bool with_gradient);
// One convolution with bias, ReLU and dropout.
Var layer_forward(Tape& tape, Network& network, size_t layer, LayerInput& input, const Mode& mode);
// What the head says of each node by itself.
Var own_scores(Tape& tape, Network& network, Var hidden);

}  // namespace graphsr
