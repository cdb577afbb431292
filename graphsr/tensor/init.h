// Starting values.
#pragma once

#include <cmath>
#include <cstdint>

#include "graphsr/base/random.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

// Glorot's uniform distribution: within ± sqrt(6 / (fan_in + fan_out)). `position` tells the model's matrices
// apart.
inline void glorot_uniform(Matrix& matrix, int64_t fan_in, int64_t fan_out, uint64_t seed, uint64_t position,
                           Purpose purpose = Purpose::weights) {
  Stream stream(seed, purpose, position);
  const double limit = std::sqrt(6.0 / static_cast<double>(fan_in + fan_out));
  for (Real& value : matrix.values()) value = static_cast<Real>((2 * stream.uniform() - 1) * limit);
}

}  // namespace graphsr
