// The paper's game as a Markov decision process: candidates come one by one; kept ones join the set V_t, a
// classifier trained on V_t and the candidate tells what that was worth; the episode ends after one pass.
#pragma once

#include "graphsr/select/game_classifier.h"
#include "graphsr/select/game_state.h"
#include "graphsr/select/learning.h"

namespace graphsr {

// What all environments of a round share. Everything must outlive them.
struct SelectionBoard {
  const GameBoard& board;
  const Task& task;
  const Network& teacher;
  Loss loss;
  const RetrainingOptions& options;
  uint64_t seed = 0;
};

class SelectionEnv : public SelectionGame {
 public:
  SelectionEnv(const SelectionBoard& shared, ThreadPool& pool);

  int64_t state_size() const override { return builder_.size(shared_.board); }
  void reset(uint64_t episode) override;
  void observe(std::span<Real> state) const override { builder_.write(shared_.board, position_, state); }
  Outcome step(int action) override;
  Tally tally() const override { return {position_.kept, score_.accuracy}; }

 private:
  SelectionBoard shared_;
  const StateBuilder& builder_;
  const RewardRule& rule_;
  std::unique_ptr<Reward> reward_;
  GameClassifier classifier_;
  GamePosition position_;
  Examples set_;  // V_t
  GameScore score_;
  std::optional<GameScore> labelled_score_;  // where every episode begins the same
};

}  // namespace graphsr
