// New nodes made of old ones: features between two nodes' features, and the neighbours of one.
#pragma once

#include <cstdint>
#include <span>

#include "graphsr/graph/features.h"

namespace graphsr {

// x_from + share * (x_to - x_from)
struct Blend {
  int32_t from, to;
  Real share;
};

// With one row more for each blend, at the end. Sparse features stay sparse.
Features with_blends(const Features& features, std::span<const Blend> blends);

// With one node more for each source, at the end: it hears whom the source hears, and nobody hears it.
Csr with_listeners(const Csr& edges, std::span<const int32_t> sources);

// Square of the Euclidean distance between two rows.
double squared_distance(const Features& features, int32_t a, int32_t b);

}  // namespace graphsr
