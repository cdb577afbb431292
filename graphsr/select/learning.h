// Training the agent of a selection game: play a batch of episodes, learn from it, again.
#pragma once

#include <memory>
#include <vector>

#include "graphsr/policy/ppo.h"
#include "graphsr/select/agent.h"

namespace graphsr {

// A game of keeping (action 1) or refusing (action 0) candidates that can tell how an episode went.
class SelectionGame : public Environment {
 public:
  // Of the episode so far, or the finished one.
  struct Tally {
    std::vector<double> kept;  // per class
    double score = 0;          // how good what was kept is; what it measures depends on the game
  };
  virtual Tally tally() const = 0;

  // Whom to tell of each step of the episode; games whose steps take no time tell nobody.
  void watch(Progress progress) { progress_ = std::move(progress); }

 protected:
  Progress progress_;
};

using MakeGame = std::function<std::unique_ptr<SelectionGame>()>;

// options.updates updates of options.episodes episodes each, in games that run side by side. With the control
// "untrained" the episodes are played and nothing is learned. What was learned is kept in the checkpoint
// after each update.
std::vector<HistoryRow> learn_to_select(PpoAgent& agent, const MakeGame& make_game,
                                        const SelectOptions& options, int round, const FitContext& context);

}  // namespace graphsr
