// The selection game on nodes whose labels are known. Candidates come one by one in an order of their own for
// each episode; the state is what the agent sees of a pair (node, pseudo-label); keeping a right one earns 1,
// a wrong one costs, refusing is free. What the agent learns here it then does to the real candidates, of
// which it sees the same.
#pragma once

#include <vector>

#include "graphsr/policy/environment.h"

namespace graphsr {

class SimulatedGame : public Environment {
 public:
  // features is (n,F), right (n) tells which pairs are right; both must outlive the game.
  SimulatedGame(const Matrix& features, const std::vector<unsigned char>& right, double wrong, uint64_t seed)
      : features_(features), right_(right), wrong_(wrong), seed_(seed) {}

  int64_t state_size() const override { return features_.cols(); }
  void reset(uint64_t episode) override;
  void observe(std::span<Real> state) const override;
  Outcome step(int action) override;

 private:
  const Matrix& features_;
  const std::vector<unsigned char>& right_;
  double wrong_;
  uint64_t seed_;
  std::vector<int32_t> order_;
  size_t next_ = 0;
};

}  // namespace graphsr
