// Starting values.
#pragma once

#include <cstdint>

#include "graphsr/base/random.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

// Glorot's uniform distribution: within ± sqrt(6 / (fan_in + fan_out)). `position` tells the model's matrices
// apart. The values are those of Stream(seed, purpose, position), one uniform() each.
void glorot_uniform(Matrix& matrix, int64_t fan_in, int64_t fan_out, uint64_t seed, uint64_t position,
                    Purpose purpose = Purpose::weights);

}  // namespace graphsr
