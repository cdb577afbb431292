#include "graphsr/method/preset.h"

#include "graphsr/base/choice.h"

namespace graphsr {

std::span<const Preset> presets() {
  static const Preset table[] = {
      {
          .name = "default",
          .summary =
              "the best found: an agent that has learned on nodes with known labels filters every class",
          .select =
              {
                  .candidates = {.every_class = true, .nearest = 0, .share = 1, .most = 6000},
                  .rounds = 3,
                  .game = "simulated",
                  .keep_at_least = 20,
                  .updates = 40,
                  .episodes = 10,
                  .ppo = {.actor_hidden = {16},
                          .critic_hidden = {16},
                          .rate = 0.02,
                          .advantage = {.gamma = 0},
                          .entropy_weight = 0.1,
                          .last_scale = 0.01},
              },
          .training = {.patience = 20, .loss = "balanced-softmax", .ensemble = 2, .smooth = 0.8},
          .dropout = 0.5,
      },
      {
          // To the letter, except where the letter does not train: the classifier learns by Adam (gradient
          // descent at rate 0.01 stays at chance); the one in the game goes 10 steps from the teacher's
          // weights instead of being trained anew for each of thousands of candidates; sums of embeddings are
          // divided by the number of labelled nodes.
          .name = "paper",
          .summary = "the paper to the letter, except where the letter does not train",
          .select =
              {
                  .candidates = {.nearest = 20},
                  .game = "retraining",
                  .updates = 10,
                  .episodes = 8,
                  .ppo = {.actor_hidden = {128, 128},
                          .critic_hidden = {128, 128},
                          .advantage = {.standardise_returns = true, .standardise_advantages = false}},
                  .retraining = {.reward = "accuracy-sign", .state = "paper"},
              },
          .training = {.epochs = 2000},
          .dropout = 0.5,
      },
      {
          .name = "official",
          .summary = "as the released code does it, without its defect of filling empty places with node 0",
          .select =
              {
                  .candidates = {.nearest = 20},
                  .game = "retraining",
                  .updates = 10,
                  .episodes = 8,
                  .ppo = {.actor_hidden = {128, 64},
                          .critic_hidden = {128, 64},
                          .advantage = {.standardise_returns = true, .standardise_advantages = false},
                          .dropout = 0.7,
                          .dropout_in_evaluation = true},
                  .retraining = {.reward = "f1-sign",
                                 .state = "official",
                                 .warm = true,
                                 .round_robin = true,
                                 .first_steps = 50,
                                 .steps = 10,
                                 .rate = 0.7},
              },
          .training = {.optimiser = {.kind = OptimiserOptions::Kind::sgd, .rate = 0.5, .weight_decay = 0},
                       .epochs = 100,
                       .early_stop = false},
          .dropout = 0,
      },
  };
  return table;
}

const Preset& preset_named(const std::string& name) { return named_entry("--preset", name, presets()); }

}  // namespace graphsr
