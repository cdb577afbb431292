// Only the rows that are needed: for some output nodes, the nodes that one layer has to read.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsr/tensor/ops.h"

namespace graphsr {

// How an architecture weighs messages, once per graph: what i hears from j counts to[i] * from[j] (empty: 1).
struct Messages {
  bool self_loops = false;  // does a node hear from itself?
  std::vector<Real> to, from;
};

// One layer's reading: rows are its outputs, columns its inputs. The outputs stand side by side among the
// inputs.
struct Block {
  int64_t first_output = 0;  // place of the first output among the inputs
  int64_t outputs = 0;
  SparseOperand gather;  // (outputs, inputs), weighted as Messages says

  // Messages whose weights are trained, which are not in gather: the k-th counts share[place[k]] of what it
  // says in `matrix`. None unless a method puts them there.
  struct Soft {
    SparseOperand matrix;
    std::vector<int32_t> place;
    Var share;
  } soft;
};

// gather·h and what the soft messages add; h is (inputs, H), `base` as in matmul. The block must outlive the
// tape's use of it.
Var aggregated(Tape& tape, const Block& block, Var h, Var base = {});

// The nodes that a layer reads to compute `outputs` (no node twice): the outputs first, then their other
// neighbours. `place` has one entry per node of the graph and tells where it stands; -1 where it is not
// needed.
struct Inputs {
  std::vector<int32_t> nodes;
  std::vector<int32_t> place;
  bool in_order = false;  // all nodes of the graph, each at its number
};
Inputs inputs_of(const Csr& edges, std::span<const int32_t> outputs);

// What a layer gathers for some nodes from rows of all nodes of the graph: (nodes, N), weighted as Messages
// says.
Csr gathering(const Csr& edges, const Messages& messages, std::span<const int32_t> nodes);

// The block for the outputs [begin, end) of inputs.nodes.
Block block_of(const Csr& edges, const Messages& messages, const Inputs& inputs, int64_t begin, int64_t end,
               bool with_gradient);

}  // namespace graphsr
