// The two games by name: where an agent learns which candidates to keep.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "graphsr/select/agent.h"

namespace graphsr {

struct Game {
  const char* name;
  const char* summary;
  std::unique_ptr<Agent> (*agent)(const SelectOptions& options);
};

std::span<const Game> games();
const Game& game_named(const std::string& name);

std::unique_ptr<Agent> simulated_agent(const SelectOptions& options);
std::unique_ptr<Agent> retraining_agent(const SelectOptions& options);

}  // namespace graphsr
