#include "graphsr/select/agent.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "graphsr/base/choice.h"
#include "graphsr/base/error.h"
#include "graphsr/select/game.h"

namespace graphsr {

namespace {

void require_name(const char* option, const std::string& name, std::vector<std::string> known) {
  if (std::ranges::find(known, name) == known.end()) unknown_name(option, name, known);
}

// Keeps more where fewer than `at_least` of a class are kept: the most probable first, ties by rank.
void fill_up(std::span<const Candidate> candidates, std::span<const Real> probability, int at_least,
             std::vector<bool>& kept) {
  std::vector<int> count;
  std::vector<int32_t> others;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const auto label = static_cast<size_t>(candidates[i].label);
    if (label >= count.size()) count.resize(label + 1);
    count[label] += kept[i];
    if (!kept[i]) others.push_back(static_cast<int32_t>(i));
  }
  std::ranges::stable_sort(others, std::greater(), [&](int32_t i) { return probability[i]; });
  for (const int32_t i : others) {
    int& own = count[static_cast<size_t>(candidates[i].label)];
    if (own >= at_least) continue;
    kept[i] = true;
    ++own;
  }
}

// Keeps everything.
class KeepAll : public Agent {
 public:
  Choice choose(const Round&, std::span<const Candidate> candidates, const FitContext&) override {
    return {std::vector<Real>(candidates.size(), 1), std::vector<bool>(candidates.size(), true), {}};
  }
};

}  // namespace

Matrix Agent::opinion(const Round& round, const FitContext&) { return round.teacher.probability; }

void check(const CrestOptions& options) {
  if (options.generations < 1 || options.generations > 1000)
    wrong_usage("--generations", "the number of generations must be 1 to 1000");
  if (!(options.alpha >= 0 && options.alpha <= 1000)) wrong_usage("--alpha", "must be 0 to 1000");
  if (!(options.t_min >= 0 && options.t_min <= 1)) wrong_usage("--t-min", "must be 0 to 1");
}

void check(const GraphEnsOptions& options) {
  if (!(options.keep_prob >= 0 && options.keep_prob <= 1)) wrong_usage("--keep-prob", "must be 0 to 1");
  if (!(options.temperature > 0 && options.temperature <= 1e6))
    wrong_usage("--temperature", "must be above 0 and at most 1000000");
  if (options.warm_up < 1)
    wrong_usage("--warm-up", "the first epoch has none before it to look at: at least 1");
}

void check(const GraphSmoteOptions& options) {
  if (!(options.edge_weight >= 0 && options.edge_weight <= 1000))
    wrong_usage("--edge-weight", "must be 0 to 1000");
}

void check(const SelectOptions& options) {
  check(options.candidates);
  game_named(options.game);
  require_name("--agent", options.agent, {"ppo", "logistic"});
  require_name("control", options.control, {"none", "untrained", "permuted", "all"});
  require_name("labels", options.labels, {"train", "teacher", "students"});
  if (options.agent == "logistic" && options.game != "simulated")
    wrong_usage("--agent", "logistic learns from the simulated game only", "add --game simulated");
  if (options.rounds < 1) wrong_usage("--rounds", "there must be at least one round");
  if (options.updates < 1 || options.episodes < 1)
    wrong_usage("--updates", "the agent needs at least one update of one episode");
  if (options.simulated.folds < 2) wrong_usage("--folds", "there must be at least two folds");
}

std::unique_ptr<Agent> make_agent(const SelectOptions& options) {
  check(options);
  const bool asks_jury = options.game == "simulated" && options.simulated.jury > 0;
  if (options.control == "all" && !asks_jury) return std::make_unique<KeepAll>();
  return game_named(options.game).agent(options);
}

std::vector<bool> thresholded(std::span<const Candidate> candidates, std::span<const Real> probability,
                              double threshold, int keep_at_least) {
  std::vector<bool> kept;
  for (const Real p : probability) kept.push_back(static_cast<double>(p) > threshold);
  fill_up(candidates, probability, keep_at_least, kept);
  return kept;
}

std::vector<bool> drawn(std::span<const Candidate> candidates, std::span<const Real> probability,
                        uint64_t seed, int keep_at_least) {
  Stream stream(seed, Purpose::random_choice);
  std::vector<bool> kept;
  for (const Real p : probability) kept.push_back(stream.uniform() < static_cast<double>(p));
  fill_up(candidates, probability, keep_at_least, kept);
  return kept;
}

std::vector<Real> permuted_within_class(std::span<const Candidate> candidates,
                                        std::span<const Real> probability, uint64_t seed) {
  std::vector<Real> out(probability.begin(), probability.end());
  for (size_t begin = 0; begin < candidates.size();) {
    size_t end = begin;
    while (end < candidates.size() && candidates[end].label == candidates[begin].label) ++end;
    Stream stream(seed, Purpose::random_choice, static_cast<uint64_t>(candidates[begin].label) + 1);
    stream.shuffle(std::span(out).subspan(begin, end - begin));
    begin = end;
  }
  return out;
}

std::vector<LedgerRow> ledger_of(std::span<const LedgerRow> before, std::span<const Candidate> candidates,
                                 std::span<const Real> keep_probability, const std::vector<bool>& kept,
                                 int round) {
  std::map<std::pair<int32_t, int32_t>, int32_t> since;  // (node, label): round
  for (const LedgerRow& row : before)
    if (row.kept) since[{row.node, row.label}] = row.round;
  std::vector<LedgerRow> ledger;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& c = candidates[i];
    const auto earlier = since.find({c.node, c.label});
    const int32_t kept_since = earlier == since.end() ? round : earlier->second;
    ledger.push_back({c.node, c.label, c.rank, c.distance, c.confidence, keep_probability[i], kept[i],
                      kept[i] ? kept_since : 0});
  }
  return ledger;
}

TrainingSet enlarged(const Task& task, std::span<const Candidate> candidates, const std::vector<bool>& kept) {
  Examples added;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (!kept[i]) continue;
    added.nodes.push_back(candidates[i].node);
    added.labels.push_back(candidates[i].label);
  }
  return {task.graph, joined(task.train, added)};
}

}  // namespace graphsr
