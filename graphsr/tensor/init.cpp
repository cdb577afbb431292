#include "graphsr/tensor/init.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "graphsr/tensor/kernels.h"

namespace graphsr {

// Bits come many blocks at a time: a default fit makes eighteen networks, and a first layer of sage on Cora
// has 370 000 weights.
void glorot_uniform(Matrix& matrix, int64_t fan_in, int64_t fan_out, uint64_t seed, uint64_t position,
                    Purpose purpose) {
  constexpr int64_t kBlocks = 64, kValues = 2 * kBlocks;
  const double limit = std::sqrt(6.0 / static_cast<double>(fan_in + fan_out));
  std::array<uint16_t, 8 * kBlocks> bits;
  std::array<uint32_t, 4 * kBlocks> words;
  static_assert(sizeof bits == sizeof words);
  for (int64_t first = 0; first < matrix.size(); first += kValues) {
    kernels::random_bits(seed, purpose, position, static_cast<uint32_t>(first / 2), kBlocks, bits.data());
    std::memcpy(words.data(), bits.data(), sizeof words);
    const int64_t count = std::min(kValues, matrix.size() - first);
    for (int64_t k = 0; k < count; ++k)
      matrix.data()[first + k] =
          static_cast<Real>((2 * uniform_of(words[2 * k], words[2 * k + 1]) - 1) * limit);
  }
}

}  // namespace graphsr
