// The selection game on nodes whose labels are known. Candidates come one by one in an order of their own for
// each episode; the state is what the agent sees of a pair (node, pseudo-label); keeping a right one earns 1,
// a wrong one costs, refusing is free. What the agent learns here it then does to the real candidates, of
// which it sees the same.
#pragma once

#include <vector>

#include "graphsr/select/learning.h"
#include "graphsr/select/pair_features.h"

namespace graphsr {

// Pairs whose truth is known, and what the agent sees of them.
struct KnownPairs {
  std::vector<Pair> pairs;
  std::vector<unsigned char> right;
  Matrix features;  // one row per pair
  int classes = 0;
};

class SimulatedGame : public SelectionGame {
 public:
  // The pairs must outlive the game.
  SimulatedGame(const KnownPairs& known, double wrong, uint64_t seed)
      : known_(known), wrong_(wrong), seed_(seed) {}

  int64_t state_size() const override { return known_.features.cols(); }
  void reset(uint64_t episode) override;
  int64_t foreseen() const override;
  void observe(std::span<Real> states) const override;
  Outcome step(int action) override;
  Tally tally() const override;  // the score is the share of right ones among the kept

 private:
  const KnownPairs& known_;
  double wrong_;
  uint64_t seed_;
  std::vector<int32_t> order_;
  size_t next_ = 0;
  std::vector<double> kept_;
  int64_t right_ = 0;
};

}  // namespace graphsr
