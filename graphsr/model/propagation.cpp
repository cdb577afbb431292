#include "graphsr/model/propagation.h"

#include <algorithm>

namespace graphsr {

Hops hops_of(const Csr& edges, const Messages& messages, std::span<const int32_t> nodes,
             const Propagation& propagation, bool with_gradient) {
  Hops hops{{}, {nodes.begin(), nodes.end()}};
  for (int step = 0; step < propagation.steps; ++step) {
    const auto outputs = static_cast<int64_t>(hops.inputs.size());
    Inputs inputs = inputs_of(edges, hops.inputs);
    hops.blocks.push_back(block_of(edges, messages, inputs, 0, outputs, with_gradient));
    hops.inputs = std::move(inputs.nodes);
    if (std::ssize(hops.inputs) == outputs) break;  // nobody new: all earlier steps are the same
  }
  return hops;
}

Var propagated(Tape& tape, const Hops& hops, const Propagation& propagation, Var h) {
  Var z = h;
  for (int left = propagation.steps; left-- > 0;) {
    const Block& block = hops.blocks[std::min<size_t>(left, hops.blocks.size() - 1)];
    z = aggregated(tape, block, z, row_range(tape, h, 0, block.outputs, propagation.restart));
  }
  return z;
}

}  // namespace graphsr
