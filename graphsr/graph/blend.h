// New nodes made of old ones: features between two nodes' features, and the neighbours of one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsr/graph/features.h"

namespace graphsr {

// x_from + share * (x_to - x_from); in the columns of `mask`, which ascend, x_from.
struct Blend {
  int32_t from, to;
  Real share;
  std::vector<int32_t> mask = {};
};

// One row for each blend. Sparse features stay sparse.
Features blended(const Features& features, std::span<const Blend> blends);

// With these rows behind the others.
Features with_blends(const Features& features, std::span<const Blend> blends);

// With one node more for each source, at the end: it hears whom the source hears, and nobody hears it.
Csr with_listeners(const Csr& edges, std::span<const int32_t> sources);

// Square of the Euclidean distance between two rows.
double squared_distance(const Features& features, int32_t a, int32_t b);

}  // namespace graphsr
