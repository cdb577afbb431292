#include "graphsr/select/simulated_game.h"

#include <algorithm>
#include <iterator>
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

// What is kept changes nothing of the pairs to come.
int64_t SimulatedGame::foreseen() const { return std::ssize(order_) - static_cast<int64_t>(next_); }

void SimulatedGame::observe(std::span<Real> states) const {
  const int64_t size = known_.features.cols();
  for (int64_t k = 0; k * size < std::ssize(states); ++k)
    std::copy_n(known_.features.row(order_[next_ + k]), size, states.begin() + k * size);
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
