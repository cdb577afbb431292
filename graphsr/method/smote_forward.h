// GraphSMOTE's forward pass in training: the network's first layer as encoder, new nodes among its outputs,
// links that the edge decoder gives them, and the network's other layers on the graph with them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsr/graph/task.h"
#include "graphsr/method/edge_decoder.h"
#include "graphsr/model/network.h"

namespace graphsr {

class SmoteForward {
 public:
  SmoteForward() = default;
  // For networks like this one, trained on these nodes of a graph, whose edges must outlive this. The
  // decoder's matrix starts at Glorot's values of `seed`.
  SmoteForward(const Network& network, const Csr& edges, std::span<const int32_t> nodes, uint64_t seed);

  // Both losses' beginnings. With `soft` links count as much as the decoder says, and gradients flow to it;
  // else those are there that are more likely than not. An architecture that weighs its messages itself has
  // links of the second kind only.
  struct Result {
    Var logits;     // of examples()
    Var edge_loss;  // none where the encoded nodes have no edges among them
  };
  Result run(Tape& tape, Network& network, Reading& reading, const Examples& labelled, bool soft,
             const Mode& mode);
  // The labelled examples of the last run, and behind them its new nodes.
  const Examples& examples() const { return examples_; }

  // The edge loss alone, for pre-training. There must be edges.
  Var edge_loss(Tape& tape, Network& network, Reading& reading, const Mode& mode);
  bool has_edges() const { return near_.nonzeros() > 0; }

  Param& decoder() { return decoder_; }

 private:
  Var edge_loss(Tape& tape, Var coded, const Mode& mode);
  Var link_probability(Tape& tape, const Csr& links, Var coded);

  const Csr* edges_ = nullptr;
  bool weighs_ = false;          // messages have weights, which soft links can change
  Csr near_;                     // the edges among nodes that have a row in z
  std::vector<int32_t> row_of_;  // of each node in z; -1: it has none
  Param decoder_;                // S, (width,width)
  // What the last run put on the tape.
  SparseOperand blending_, links_, order_;
  EdgePairs pairs_;
  UpperReading upper_;
  Examples examples_;
};

}  // namespace graphsr
