// The agent that learns on the candidates themselves, from what a classifier trained on its choice is worth:
// the paper's game.
#include <cmath>
#include <map>

#include "graphsr/base/error.h"
#include "graphsr/select/game.h"
#include "graphsr/select/selection_env.h"
#include "graphsr/train/gnn_classifier.h"

namespace graphsr {

namespace {

class RetrainingAgent : public Agent {
 public:
  explicit RetrainingAgent(const SelectOptions& options) : options_(options) {
    state_builder_named(options.retraining.state);
    reward_named(options.retraining.reward);
  }

  Choice choose(const Round& round, std::span<const Candidate> candidates,
                const FitContext& context) override;

 private:
  const SelectOptions& options_;
};

const GnnClassifier& network_classifier(const Teacher& teacher) {
  const auto* classifier = dynamic_cast<const GnnClassifier*>(teacher.classifier.get());
  if (!classifier)
    wrong_usage("--game", "the retraining game trains graphsr's own networks, not another classifier",
                "use the simulated game");
  return *classifier;
}

Choice RetrainingAgent::choose(const Round& round, std::span<const Candidate> candidates,
                               const FitContext& context) {
  const size_t count = candidates.size();
  Choice choice{std::vector<Real>(count, 1), std::vector<bool>(count, true), {}};
  if (count == 0) return choice;
  if (round.task.validation.size() == 0)
    bad_input("selection", "the retraining game needs validation nodes to score what was kept",
              "hold some labelled nodes out for validation, or use --preset default");
  const GnnClassifier& teacher = network_classifier(round.teacher);
  const GameBoard board = game_board(round, candidates, options_.retraining.round_robin);
  const SelectionBoard shared = {board,
                                 round.task,
                                 teacher.ensemble().members.front(),
                                 loss_of(teacher.training()),
                                 options_.retraining,
                                 context.seed};
  const auto make_game = [&] { return std::make_unique<SelectionEnv>(shared, context.pool); };
  PpoAgent agent(state_builder_named(options_.retraining.state).size(board), options_.ppo, context.seed);
  choice.history = learn_to_select(agent, make_game, options_, round.number, context.piece("episodes", 0, 1));

  const bool trained = options_.control != "untrained";
  std::vector<std::unique_ptr<Environment>> last(1);
  last[0] = make_game();
  const uint64_t episode = static_cast<uint64_t>(options_.updates) * options_.episodes;
  const Batch batch =
      play(agent.networks(), last, episode, context.pool, trained ? Choosing::likeliest : Choosing::drawn);
  std::map<int32_t, size_t> place;  // of a node among the candidates as given
  for (size_t i = 0; i < count; ++i) place[candidates[i].node] = i;
  for (size_t t = 0; t < count; ++t) {
    const size_t i = place.at(board.candidates[t].node);
    const Real taken = std::exp(batch.log_probabilities[t]);
    choice.kept[i] = batch.actions[t] == 1;
    choice.keep_probability[i] = choice.kept[i] ? taken : 1 - taken;
  }
  if (options_.control == "permuted") {
    std::vector<Real> action(count);
    for (size_t i = 0; i < count; ++i) action[i] = choice.kept[i] ? 1 : 0;
    action = permuted_within_class(candidates, action, context.seed);
    choice.keep_probability = permuted_within_class(candidates, choice.keep_probability, context.seed);
    for (size_t i = 0; i < count; ++i) choice.kept[i] = action[i] == 1;
  }
  return choice;
}

}  // namespace

std::unique_ptr<Agent> retraining_agent(const SelectOptions& options) {
  return std::make_unique<RetrainingAgent>(options);
}

}  // namespace graphsr
