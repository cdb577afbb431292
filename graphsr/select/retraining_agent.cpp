#include "graphsr/select/game.h"
namespace graphsr {
std::unique_ptr<Agent> retraining_agent(const SelectOptions&) { return nullptr; }
}
