#include "graphsr/base/random.h"

#include <cmath>
#include <numbers>

#include <Random123/philox.h>

namespace graphsr {

RandomBlock random_block(uint64_t seed, Purpose purpose, uint64_t position, uint32_t index) {
  const r123::Philox4x32::ctr_type counter = {{index, static_cast<uint32_t>(position),
                                               static_cast<uint32_t>(position >> 32),
                                               static_cast<uint32_t>(purpose)}};
  const r123::Philox4x32::key_type key = {{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)}};
  const auto block = r123::Philox4x32()(counter, key);
  return {block[0], block[1], block[2], block[3]};
}

uint64_t derived_seed(uint64_t seed, std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  const RandomBlock block = random_block(seed, Purpose::derived, hash, 0);
  return static_cast<uint64_t>(block[1]) << 32 | block[0];
}

uint32_t Stream::bits() {
  if (used_ == 4) {
    block_ = random_block(seed_, purpose_, position_, index_++);
    used_ = 0;
  }
  return block_[used_++];
}

double Stream::uniform() {
  const uint32_t first = bits();
  return uniform_of(first, bits());
}

// Lemire's multiplication with rejection of the uneven part.
uint32_t Stream::below(uint32_t count) {
  const uint32_t threshold = (0u - count) % count;
  for (;;) {
    const uint64_t product = static_cast<uint64_t>(bits()) * count;
    if (static_cast<uint32_t>(product) >= threshold) return static_cast<uint32_t>(product >> 32);
  }
}

double Stream::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

}  // namespace graphsr
