#include "graphsr/tensor/dropout.h"

#include <algorithm>
#include <cmath>

namespace graphsr {

// Rows are made several at a time: the generator works on as many counters side by side as a vector has
// lanes.
static constexpr int64_t kRowsAtOnce = 16;

KeepRule keep_rule(const Dropout& dropout) {
  const double threshold = std::clamp(std::round(static_cast<double>(dropout.rate) * 65536), 0.0, 65535.0);
  return {static_cast<uint32_t>(threshold), static_cast<Real>(65536.0 / (65536.0 - threshold))};
}

DropoutBits::DropoutBits(const Dropout& dropout, int64_t cols)
    : dropout_(dropout), cols_(cols), blocks_((cols + 7) / 8) {
  if (keep_rule(dropout).threshold > 0) bits_.resize(kRowsAtOnce * blocks_ * 8);
}

const uint16_t* DropoutBits::row(int64_t i) {
  if (bits_.empty()) return nullptr;
  if (i < first_ || i >= first_ + ready_) {
    first_ = i;
    ready_ = kRowsAtOnce;
    kernels::random_bits(dropout_.seed, dropout_.purpose, dropout_.position,
                         static_cast<uint32_t>(i * blocks_), ready_ * blocks_, bits_.data());
  }
  return bits_.data() + (i - first_) * blocks_ * 8;
}

}  // namespace graphsr
