#include "graphsr/select/game.h"

#include "graphsr/base/choice.h"

namespace graphsr {

std::span<const Game> games() {
  static const Game table[] = {
      {"simulated", "on nodes whose labels are known: keeping a right pseudo-label earns, a wrong one costs",
       simulated_agent},
      {"retraining", "on the candidates: a classifier trained on what is kept tells what it was worth",
       retraining_agent},
  };
  return table;
}

const Game& game_named(const std::string& name) { return named_entry("--game", name, games()); }

}  // namespace graphsr
