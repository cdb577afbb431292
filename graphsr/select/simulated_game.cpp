#include "graphsr/select/simulated_game.h"

#include <algorithm>
#include <numeric>

#include "graphsr/base/random.h"

namespace graphsr {

void SimulatedGame::reset(uint64_t episode) {
  order_.resize(right_.size());
  std::iota(order_.begin(), order_.end(), 0);
  Stream stream(seed_, Purpose::game_order, episode);
  stream.shuffle(std::span(order_));
  next_ = 0;
}

void SimulatedGame::observe(std::span<Real> state) const {
  std::copy_n(features_.row(order_[next_]), features_.cols(), state.begin());
}

Environment::Outcome SimulatedGame::step(int action) {
  const bool right = right_[order_[next_]] != 0;
  ++next_;
  return {action == 0 ? 0.0 : right ? 1.0 : -wrong_, next_ == order_.size()};
}

}  // namespace graphsr
