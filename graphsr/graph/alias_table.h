// Draws an index with probability proportional to its weight, in constant time (Walker's alias method).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsr/base/random.h"

namespace graphsr {

class AliasTable {
 public:
  // Weights are positive and finite; there is at least one.
  explicit AliasTable(std::span<const float> weights);

  int32_t operator()(Stream& stream) const {
    const auto at = static_cast<int32_t>(stream.below(static_cast<uint32_t>(cells_.size())));
    return stream.bits() < cells_[at].threshold ? at : cells_[at].other;
  }

 private:
  struct Cell {
    uint32_t threshold;  // of 2^32: below it the cell's own index is drawn, else the other
    int32_t other;
  };
  std::vector<Cell> cells_;
};

}  // namespace graphsr
