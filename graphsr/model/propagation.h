// Predictions that wander over the graph and come back: what some architectures do after their layers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsr/model/block.h"

namespace graphsr {

// `steps` times z <- G z + restart * h, starting at z = h; G is weighted as Messages says.
struct Propagation {
  int steps = 0;  // 0: none
  Real restart = 0;
};

// What the steps read to compute some nodes. Each step's outputs come first among its inputs, so they are the
// first rows of h too.
struct Hops {
  std::vector<Block> blocks;    // last step first; steps before the last one here read what it reads
  std::vector<int32_t> inputs;  // the nodes whose h is needed
};
Hops hops_of(const Csr& edges, const Messages& messages, std::span<const int32_t> nodes,
             const Propagation& propagation, bool with_gradient);

// z of the nodes, from h of the hops' inputs. The hops must outlive the tape's use of them.
Var propagated(Tape& tape, const Hops& hops, const Propagation& propagation, Var h);

}  // namespace graphsr
