#include "app/cell_options.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/arguments.h"
#include "app/checks.h"
#include "graphsr/base/choice.h"
#include "graphsr/base/error.h"
#include "graphsr/graph/protocols.h"
#include "graphsr/method/method.h"
#include "graphsr/select/game.h"
#include "graphsr/select/game_state.h"
#include "graphsr/select/reward.h"

namespace graphsr::app {

namespace {

constexpr const char* kSplit = "Split";
constexpr const char* kLoss = "Loss";
constexpr const char* kSelection = "Selection";
constexpr const char* kSimulated = "Selection, simulated game";
constexpr const char* kCrest = "Selection, crest";
constexpr const char* kGraphEns = "New nodes, graphens";
constexpr const char* kGraphSmote = "GraphSMOTE";
constexpr const char* kRetraining = "Selection, retraining game";

template <class Table>
std::string names_of(const Table& table) {
  std::string names;
  for (const auto& entry : table) names += (names.empty() ? "" : "|") + std::string(entry.name);
  return names;
}

template <class Value>
CLI::Option* add(CLI::App& verb, const char* group, const char* name, Value& value, const std::string& text) {
  return verb.add_option(name, value, text)->capture_default_str()->group(group);
}

void add_split_options(CLI::App& verb, CellOptions& o) {
  constexpr const char* kGroup = kSplit;
  SplitOptions& split = o.cell.split;
  add(verb, kGroup, "--protocol", split.protocol, protocol_help());
  add(verb, kGroup, "--minority", split.minority,
      "auto, random:N, or class names with commas between them (a name that has one in double quotes)");
  add(verb, kGroup, "--train", split.train, "labelled nodes per majority class");
  add(verb, kGroup, "--validation", split.validation, "validation nodes per class");
  add(verb, kGroup, "--test", split.test, "test nodes per class");
}

void add_training_options(CLI::App& verb, CellOptions& o) {
  constexpr const char* kGroup = "Model and training";
  ModelOptions& model = o.cell.model;
  TrainOptions& training = o.cell.training;
  add(verb, kGroup, "--loss", training.loss, names_of(losses()));
  add(verb, kGroup, "--ensemble", training.ensemble, "networks whose probabilities are averaged");
  add(verb, kGroup, "--smooth", training.smooth,
      "share of each of 10 steps of smoothing predictions over the graph; 0: none");
  verb.add_flag("--refit", o.cell.refit,
                "train the last classifier once more with the validation labels, for the epochs found before")
      ->group(kGroup);
  add(verb, kGroup, "--layers", model.layers, "convolutions before the linear head");
  add(verb, kGroup, "--width", model.width, "of every hidden layer");
  add(verb, kGroup, "--heads", model.heads, "attention heads of gat");
  add(verb, kGroup, "--dropout", model.dropout, "after every layer");
  add(verb, kGroup, "--attention-dropout", model.attention_dropout, "of gat's attention weights");
  o.optimiser = training.optimiser.kind == OptimiserOptions::Kind::adam ? "adam" : "sgd";
  add(verb, kGroup, "--optimiser", o.optimiser, "adam|sgd");
  add(verb, kGroup, "--rate", training.optimiser.rate, "learning rate")->check(above_zero());
  add(verb, kGroup, "--weight-decay", training.optimiser.weight_decay, "L2")->check(zero_or_more());
  add(verb, kGroup, "--momentum", training.optimiser.momentum, "of sgd")->check(CLI::Range(0.0, 1.0));
  add(verb, kGroup, "--epochs", training.epochs, "at most")->check(CLI::Range(1, 1000000));
  add(verb, kGroup, "--patience", training.patience,
      "epochs without a better validation accuracy before training stops")
      ->check(CLI::Range(1, 1000000));
  add(verb, kGroup, "--early-stop", training.early_stop,
      "true: keep the epoch that is best on the validation nodes; false: run all, keep the last");
}

void add_loss_options(CLI::App& verb, CellOptions& o) {
  LossOptions& loss = o.cell.training.loss_options;
  add(verb, kLoss, "--beta", loss.beta, "of the effective number of examples: en-weighting, ldam");
  add(verb, kLoss, "--gamma", loss.gamma, "focal: how little an example counts that is right already");
  add(verb, kLoss, "--tau", loss.tau, "logit-adjustment: how much of the prior is added");
  add(verb, kLoss, "--margin", loss.margin, "ldam: of the smallest class");
}

void add_selection_options(CLI::App& verb, CellOptions& o) {
  SelectOptions& select = o.cell.select;
  const CLI::Range count(1, 1000000);
  add(verb, kSelection, "--rounds", select.rounds, "of teacher, candidates, choice")->check(count);
  o.pool = select.candidates.every_class ? "all" : "minority";
  add(verb, kSelection, "--classes", o.pool, "minority|all: which classes get candidates");
  add(verb, kSelection, "--candidates", select.candidates.most,
      "in all, at most, and so few that they and their neighbours are about 100000 nodes where the graph has "
      "more; of classes that have more than an equal share, drawn at random; 0: no limit");
  add(verb, kSelection, "--nearest", select.candidates.nearest, "candidates per class, at most; 0: no limit");
  add(verb, kSelection, "--share", select.candidates.share,
      "of the nodes predicted as a class, at most, that are candidates");
  add(verb, kSelection, "--order", select.candidates.order, "of candidates: distance|confidence");
  add(verb, kSelection, "--game", select.game, names_of(games()) + ": where the agent learns");
  add(verb, kSelection, "--agent", select.agent, "ppo|logistic (logistic: simulated game only)");
  add(verb, kSelection, "--updates", select.updates, "of the agent in each round")->check(count);
  add(verb, kSelection, "--episodes", select.episodes, "played for each update")->check(count);
  add(verb, kSelection, "--policy-rate", select.ppo.rate, "learning rate of PPO")->check(above_zero());
  add(verb, kSelection, "--entropy", select.ppo.entropy_weight, "weight of PPO's entropy bonus");
  add(verb, kSelection, "--clip", select.ppo.clip, "of PPO's ratios");
  add(verb, kSimulated, "--folds", select.simulated.folds, "into which nodes with known labels are dealt");
  add(verb, kSimulated, "--jury", select.simulated.jury,
      "share of the cross-fitted teachers in the vote on pseudo-labels")
      ->check(CLI::Range(0.0, 1.0));
  add(verb, kSimulated, "--wrong", select.simulated.wrong,
      "what keeping a wrong pseudo-label costs; a right one earns 1")
      ->check(zero_or_more());
  add(verb, kSimulated, "--threshold", select.threshold,
      "keep what the agent gives a higher probability; 0: what its rewards favour")
      ->check(CLI::Range(0.0, 1.0));
  add(verb, kSimulated, "--keep-at-least", select.keep_at_least, "of each class, the most probable first")
      ->check(zero_or_more());
  add(verb, kCrest, "--generations", select.crest.generations, "of teachers");
  add(verb, kCrest, "--alpha", select.crest.alpha,
      "how fast the kept share falls with a class's frequency; 0: all are kept");
  add(verb, kCrest, "--t-min", select.crest.t_min,
      "power of the labelled shares that the last generation's predictions follow");
  add(verb, kGraphEns, "--keep-prob", select.graphens.keep_prob,
      "share of the features, at most, that new nodes have from the source alone");
  add(verb, kGraphEns, "--temperature", select.graphens.temperature,
      "that logits are divided by before source and target are compared");
  add(verb, kGraphEns, "--warm-up", select.graphens.warm_up,
      "epochs at first whose new nodes hear whom the source hears");
  add(verb, kGraphSmote, "--edge-weight", select.graphsmote.edge_weight,
      "of the edge decoder's loss beside the classifier's");
  add(verb, kRetraining, "--reward", select.retraining.reward, names_of(rewards()));
  add(verb, kRetraining, "--state", select.retraining.state, names_of(state_builders()));
  add(verb, kRetraining, "--game-steps", select.retraining.steps, "training steps for each candidate")
      ->check(count);
  add(verb, kRetraining, "--game-rate", select.retraining.rate, "learning rate of these steps")
      ->check(above_zero());
}

void require_name(const char* option, const std::string& name, const std::vector<std::string>& known) {
  if (name != known[0] && name != known[1]) unknown_name(option, name, known);
}

}  // namespace

void add_shared_options(CLI::App& verb, CellOptions& o) {
  verb.add_option("--features", o.cell.features,
                  "scaling of features: auto|" + names_of(scalings()) + "; auto looks at the values")
      ->capture_default_str();
  add_split_options(verb, o);
  add_training_options(verb, o);
  add_loss_options(verb, o);
  add_selection_options(verb, o);
}

void add_cell_options(CLI::App& verb, CellOptions& o, const std::vector<std::string>& words) {
  Cell& cell = o.cell;
  const bool chosen = !words.empty() && words.front() == verb.get_name();
  const std::string method = chosen ? option_in(words, "--method") : "";
  o.preset = chosen ? option_in(words, "--preset") : "";
  cell = make_cell(method.empty() ? methods().front().name : method, o.preset);
  verb.add_option("--method", cell.method, names_of(methods()))->capture_default_str();
  std::string text = "options that go together: ";
  for (const Preset& preset : presets()) text += fmt::format("{} ({}); ", preset.name, preset.summary);
  verb.add_option("--preset", cell.preset, text + "single options change it")->capture_default_str();
  verb.add_option("--model", cell.model.conv, names_of(convs()))->capture_default_str();
  verb.add_option("--seed", cell.split.seed, "of split, weights, dropout and selection")
      ->capture_default_str()
      ->check(any_seed());
  verb.add_option("--out", o.out, "folder for what comes out")->type_name("DIR")->check(not_empty());
  verb.add_flag("--force", o.force, "replace the folder if it exists");
  verb.add_flag("--resume", o.resume, "go on with the run of this --out that was stopped");
  add(verb, kSplit, "--rho", cell.split.rho, "labelled nodes of a minority class / of a majority class");
  add_shared_options(verb, o);
  verb.add_option("--split", o.split_file, "use this split.json instead of drawing one")
      ->type_name("FILE")
      ->group(kSplit);
}

void finish_shared_options(CellOptions& o) {
  require_name("--optimiser", o.optimiser, {"adam", "sgd"});
  require_name("--classes", o.pool, {"minority", "all"});
  o.cell.training.optimiser.kind =
      o.optimiser == "sgd" ? OptimiserOptions::Kind::sgd : OptimiserOptions::Kind::adam;
  o.cell.select.candidates.every_class = o.pool == "all";
  check(o.cell.training);
  check(o.cell.select.crest);
  check(o.cell.select.graphens);
  check(o.cell.select.graphsmote);
}

// The losses that read an option, to name one that does.
static std::string losses_reading(const std::string& option) {
  std::string names;
  for (const LossKind& kind : losses())
    if (std::ranges::find(kind.reads, option) != kind.reads.end())
      names += (names.empty() ? "--loss " : " or ") + std::string(kind.name);
  return names;
}

static bool is_given(const CLI::App& verb, const char* name) {
  const CLI::Option* option = verb.get_option_no_throw(name);
  return option != nullptr && option->count() > 0;
}

std::vector<Unread> unread_options(const CLI::App& verb, const Cell& cell) {
  using Reads = Method::Reads;
  const Method& method = method_named(cell.method);
  const Reads reads = method.reads;
  const LossKind& loss = *loss_of(training_of(cell)).kind;
  std::vector<Unread> unread;
  for (const CLI::Option* option : verb.get_options()) {
    if (option->count() == 0) continue;
    const std::string& group = option->get_group();
    const std::string name = "--" + option->get_lnames().front();
    const bool has_one_model = verb.get_option_no_throw("--model") != nullptr;  // a bench has several
    const bool of_gat = name == "--heads" || name == "--attention-dropout";
    const bool of_drawing = group == kSplit && name != "--split";
    const bool of_selection = group == kSelection || group == kSimulated || group == kRetraining;
    const bool is_size = name == "--rounds" || name == "--candidates";
    if (of_drawing && is_given(verb, "--split"))
      unread.push_back(
          {name, "--split says which nodes do what, so nothing is drawn", "leave one of them out"});
    else if (of_gat && has_one_model && cell.model.conv != "gat")
      unread.push_back(
          {name, fmt::format("'{}' has no attention", cell.model.conv), "use it with --model gat"});
    else if (name == "--momentum" && cell.training.optimiser.kind != OptimiserOptions::Kind::sgd)
      unread.push_back({name, "adam has no momentum of this kind", "use it with --optimiser sgd"});
    else if (name == "--patience" && !cell.training.early_stop)
      unread.push_back({name, "without --early-stop nothing waits", "leave it out"});
    else if (of_selection && reads != Reads::all && !(is_size && reads == Reads::sizes))
      unread.push_back(
          {name, fmt::format("'{}' does not read it", cell.method), "use it with --method graphsr"});
    else if (group == kCrest && reads != Reads::crest)
      unread.push_back(
          {name, fmt::format("'{}' does not read it", cell.method), "use it with --method crest"});
    else if (group == kGraphEns && reads != Reads::graphens)
      unread.push_back(
          {name, fmt::format("'{}' does not read it", cell.method), "use it with --method graphens"});
    else if (group == kGraphSmote && reads != Reads::graphsmote)
      unread.push_back(
          {name, fmt::format("'{}' does not read it", cell.method), "use it with --method graphsmote"});
    else if (name == "--loss" && *method.loss != '\0' && cell.training.loss != method.loss)
      unread.push_back({name, fmt::format("'{}' has a loss of its own", cell.method),
                        "use it with another method, such as vanilla"});
    else if (group == kLoss && std::ranges::find(loss.reads, name) == loss.reads.end())
      unread.push_back({name, fmt::format("the loss '{}' does not read it", loss.name),
                        "use it with " + losses_reading(name)});
    else if (group == kSimulated && cell.select.game != "simulated")
      unread.push_back({name, "only the simulated game reads it", "add --game simulated"});
    else if (group == kRetraining && cell.select.game != "retraining")
      unread.push_back({name, "only the retraining game reads it", "add --game retraining"});
  }
  return unread;
}

void finish_cell_options(const CLI::App& verb, CellOptions& o) {
  finish_shared_options(o);
  method_named(o.cell.method);  // a wrong name is told before any work
  conv_named(o.cell.model.conv);
  // An option that does nothing is a mistake of whoever gave it.
  for (const Unread& option : unread_options(verb, o.cell))
    wrong_usage(option.name, option.problem, option.remedy);
  if (method_named(o.cell.method).has_preset()) check(o.cell.select);
  if (o.resume && o.out.empty()) wrong_usage("--resume", "needs the --out of the run that was stopped");
}

void refuse_undrawn_options(const CLI::App& verb, const CellOptions& o, const Dataset& dataset) {
  if (!o.split_file.empty()) return;
  const Protocol& protocol = protocol_for(dataset, o.cell.split.protocol);
  const auto refuse = [&](const char* name, const char* problem) {
    if (is_given(verb, name))
      wrong_usage(name, fmt::format("protocol '{}' {}", protocol.name, problem),
                  "leave it out, or choose another --protocol");
  };
  if (!protocol.reads_rho) refuse("--rho", "leaves classes as frequent as they are");
  if (protocol.name == std::string("own")) {
    refuse("--train", "trains on every label that it does not hold out");
    refuse("--test", "takes test nodes from a mask only");
  }
}

std::optional<Split> given_split(const CellOptions& o, const Dataset& dataset) {
  if (o.split_file.empty()) return std::nullopt;
  return read_split(o.split_file, dataset);
}

}  // namespace graphsr::app
