// Splits that come as arrays: train, validation and test, each with a truth for every node.
#pragma once

#include <array>
#include <optional>

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/npy.h"

namespace graphsr {

// Train, validation and test. (N) is one split; (K,N) or (N,K) are K, each kept as a mask. Refuses nodes in
// two parts. Nothing there: nothing is done.
void add_masks(const std::array<std::optional<NpyArray>, 3>& parts, Dataset& dataset);

}  // namespace graphsr
