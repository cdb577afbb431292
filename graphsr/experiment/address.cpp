#include "graphsr/experiment/address.h"

#include <nlohmann/json.hpp>

#include "graphsr/tensor/kernels.h"

namespace graphsr {

using nlohmann::json;

namespace {

json to_json(const OptimiserOptions& o) {
  return {{"kind", o.kind == OptimiserOptions::Kind::adam ? "adam" : "sgd"},
          {"rate", o.rate},
          {"weight_decay", o.weight_decay},
          {"momentum", o.momentum},
          {"beta1", o.beta1},
          {"beta2", o.beta2},
          {"epsilon", o.epsilon}};
}

json to_json(const TrainOptions& o) {
  return {{"optimiser", to_json(o.optimiser)},
          {"epochs", o.epochs},
          {"patience", o.patience},
          {"early_stop", o.early_stop},
          {"loss", o.loss},
          {"loss_options",
           {{"beta", o.loss_options.beta},
            {"gamma", o.loss_options.gamma},
            {"tau", o.loss_options.tau},
            {"margin", o.loss_options.margin}}},
          {"ensemble", o.ensemble},
          {"smooth", o.smooth}};
}

json to_json(const ModelOptions& o) {
  return {{"conv", o.conv},   {"layers", o.layers},   {"width", o.width},
          {"heads", o.heads}, {"dropout", o.dropout}, {"attention_dropout", o.attention_dropout}};
}

json to_json(const SplitOptions& o) {
  return {{"protocol", o.protocol},     {"minority", o.minority}, {"rho", o.rho},  {"train", o.train},
          {"validation", o.validation}, {"test", o.test},         {"seed", o.seed}};
}

json to_json(const PpoOptions& o) {
  const AdvantageOptions& a = o.advantage;
  return {{"actions", o.actions},
          {"actor_hidden", o.actor_hidden},
          {"critic_hidden", o.critic_hidden},
          {"rate", o.rate},
          {"clip", o.clip},
          {"gamma", a.gamma},
          {"gae", a.gae},
          {"lambda", a.lambda},
          {"standardise_returns", a.standardise_returns},
          {"standardise_advantages", a.standardise_advantages},
          {"epochs", o.epochs},
          {"minibatch", o.minibatch},
          {"entropy_weight", o.entropy_weight},
          {"gradient_limit", o.gradient_limit},
          {"target_kl", o.target_kl},
          {"keep_bias", o.keep_bias},
          {"last_scale", o.last_scale},
          {"dropout", o.dropout},
          {"dropout_in_evaluation", o.dropout_in_evaluation}};
}

json to_json(const SelectOptions& o) {
  const CandidateOptions& c = o.candidates;
  const RetrainingOptions& r = o.retraining;
  return {
      {"candidates",
       {{"every_class", c.every_class},
        {"nearest", c.nearest},
        {"share", c.share},
        {"at_least", c.at_least},
        {"most", c.most},
        {"order", c.order}}},
      {"rounds", o.rounds},
      {"game", o.game},
      {"agent", o.agent},
      {"control", o.control},
      {"threshold", o.threshold},
      {"keep_at_least", o.keep_at_least},
      {"updates", o.updates},
      {"episodes", o.episodes},
      {"labels", o.labels},
      {"ppo", to_json(o.ppo)},
      {"simulated", {{"folds", o.simulated.folds}, {"jury", o.simulated.jury}, {"wrong", o.simulated.wrong}}},
      {"crest", {{"generations", o.crest.generations}, {"alpha", o.crest.alpha}, {"t_min", o.crest.t_min}}},
      {"graphens",
       {{"keep_prob", o.graphens.keep_prob},
        {"temperature", o.graphens.temperature},
        {"warm_up", o.graphens.warm_up}}},
      {"graphsmote", {{"edge_weight", o.graphsmote.edge_weight}}},
      {"retraining",
       {{"reward", r.reward},
        {"state", r.state},
        {"warm", r.warm},
        {"round_robin", r.round_robin},
        {"first_steps", r.first_steps},
        {"steps", r.steps},
        {"rate", r.rate}}}};
}

}  // namespace

std::string cell_address(const Cell& cell, const std::string& data_sha256,
                         const std::string& given_split_sha256) {
  const json address = {{"version", GRAPHSR_VERSION},   {"instruction_set", kernels::instruction_set()},
                        {"data", data_sha256},          {"given_split", given_split_sha256},
                        {"method", cell.method},        {"select", to_json(cell.select)},
                        {"model", to_json(cell.model)}, {"training", to_json(training_of(cell))},
                        {"split", to_json(cell.split)}, {"features", cell.features},
                        {"refit", cell.refit}};
  return address.dump();
}

}  // namespace graphsr
