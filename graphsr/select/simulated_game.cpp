#include "graphsr/select/simulated_game.h"

#include <algorithm>
#include <numeric>

#include "graphsr/base/random.h"

namespace graphsr {

void SimulatedGame::reset(uint64_t episode) {
  order_.resize(known_.pairs.size());
  std::iota(order_.begin(), order_.end(), 0);
  Stream stream(seed_, Purpose::game_order, episode);
  stream.shuffle(std::span(order_));
  next_ = 0;
  kept_.assign(known_.classes, 0);
  right_ = 0;
}

void SimulatedGame::observe(std::span<Real> state) const {
  std::copy_n(known_.features.row(order_[next_]), known_.features.cols(), state.begin());
}

Environment::Outcome SimulatedGame::step(int action) {
  const int32_t pair = order_[next_];
  const bool right = known_.right[pair] != 0;
  ++next_;
  if (action == 1) {
    ++kept_[known_.pairs[pair].label];
    right_ += right;
  }
  return {action == 0 ? 0.0 : right ? 1.0 : -wrong_, next_ == order_.size()};
}

SelectionGame::Tally SimulatedGame::tally() const {
  const double count = std::accumulate(kept_.begin(), kept_.end(), 0.0);
  return {kept_, count > 0 ? static_cast<double>(right_) / count : 0};
}

}  // namespace graphsr
