#include "graphsr/method/preset.h"

#include "graphsr/base/choice.h"

namespace graphsr {

std::span<const Preset> presets() {
  static const Preset table[] = {
      {
          .name = "default",
          .summary = "the best found: an agent that has learned on nodes with known labels filters every class",
          .select =
              {
                  .candidates = {.every_class = true, .nearest = 0, .share = 1},
                  .rounds = 3,
                  .game = "simulated",
                  .agent = "logistic",
                  .threshold = 0.8,
                  .keep_at_least = 20,
              },
          .training = {.loss = "balanced-softmax", .ensemble = 2, .smooth = 0.8},
          .dropout = 0.5,
      },
  };
  return table;
}

const Preset& preset_named(const std::string& name) { return named_entry("--preset", name, presets()); }

}  // namespace graphsr
