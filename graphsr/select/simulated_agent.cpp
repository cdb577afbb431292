// The agent that learns on nodes whose labels are known and then plays the real candidates.
#include "graphsr/select/game.h"
#include "graphsr/select/logistic.h"
#include "graphsr/select/pair_features.h"
#include "graphsr/select/simulated_game.h"

namespace graphsr {

namespace {

// Above which keeping is better than refusing: PPO's probability is of keeping, the regression's of being
// right.
double threshold(const SelectOptions& options) {
  if (options.threshold > 0) return options.threshold;
  return options.agent == "logistic" ? options.simulated.wrong / (1 + options.simulated.wrong) : 0.5;
}

class SimulatedAgent : public Agent {
 public:
  explicit SimulatedAgent(const SelectOptions& options) : options_(options) {}

  Matrix opinion(const Round& round, const FitContext& context) override;
  Choice choose(const Round& round, std::span<const Candidate> candidates,
                const FitContext& context) override;

 private:
  KnownPairs known_pairs(const Round& round) const;
  std::vector<Real> learned(const KnownPairs& known, const Matrix& seen, const Round& round,
                            const FitContext& context, std::vector<HistoryRow>& history) const;

  const SelectOptions& options_;
  CrossFit cross_fit_;  // made in the first round
  Matrix opinion_;      // of this round
};

// The teacher and the fold teachers vote. A judged node is voted on by the teacher of its own fold alone,
// which has not seen its label, so that the vote is as good on it as on a node without one.
Matrix SimulatedAgent::opinion(const Round& round, const FitContext& context) {
  if (round.number == 1)
    cross_fit_ =
        cross_fit(round.task, options_.simulated.folds, round.teacher.epochs(), round.classifiers, context);
  opinion_ = round.teacher.probability;
  if (cross_fit_.folds() == 0) return opinion_;
  const bool own = round.task.validation.size() == 0;  // then the teacher has seen the judged nodes' labels
  const std::vector<int32_t> fold_of = cross_fit_.fold_of_nodes(opinion_.rows());
  const int folds = cross_fit_.folds();
  context.pool.for_rows(opinion_.rows(), 8 * folds * opinion_.cols(), [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      const double jury = own && fold_of[v] >= 0 ? 1 : options_.simulated.jury;
      for (int64_t c = 0; c < opinion_.cols(); ++c) {
        double sum = 0;
        for (int k = 0; k < folds; ++k)
          if (fold_of[v] < 0 || fold_of[v] == k) sum += cross_fit_.probability[k](v, c);
        const double mean = fold_of[v] < 0 ? sum / folds : sum;
        opinion_(v, c) = static_cast<Real>((1 - jury) * opinion_(v, c) + jury * mean);
      }
    }
  });
  return opinion_;
}

// Each judged node with the label that the vote gives it, and with the one that the teacher of its fold gives
// it where that is another.
KnownPairs SimulatedAgent::known_pairs(const Round& round) const {
  KnownPairs known;
  known.classes = round.task.classes;
  const Examples& judged = cross_fit_.judged;
  const auto add = [&](int64_t i, int32_t label) {
    known.pairs.push_back({judged.nodes[i], label});
    known.right.push_back(label == judged.labels[i]);
  };
  const PseudoLabels voted = pseudo_labels(opinion_, judged.nodes);
  for (int64_t i = 0; i < judged.size(); ++i) {
    const Matrix& fold = cross_fit_.probability[cross_fit_.fold[i]];
    const int32_t other = pseudo_labels(fold, {&judged.nodes[i], 1}).labels[0];
    add(i, voted.labels[i]);
    if (other != voted.labels[i]) add(i, other);
  }
  return known;
}

// The probability with which each candidate would be kept.
std::vector<Real> SimulatedAgent::learned(const KnownPairs& known, const Matrix& seen, const Round& round,
                                          const FitContext& context, std::vector<HistoryRow>& history) const {
  if (options_.agent == "logistic") {
    if (options_.control == "untrained") return std::vector<Real>(seen.rows(), Real(0.5));  // of weights 0
    return fit_logistic(known.features, known.right).probabilities(seen);
  }
  PpoAgent agent(kPairFeatures, options_.ppo, context.seed);
  history = learn_to_select(
      agent, [&] { return std::make_unique<SimulatedGame>(known, options_.simulated.wrong, context.seed); },
      options_, round.number, context);
  const Matrix probability = agent.probabilities(seen, context.pool);
  std::vector<Real> keep;
  for (int64_t i = 0; i < probability.rows(); ++i) keep.push_back(probability(i, 1));
  return keep;
}

Choice SimulatedAgent::choose(const Round& round, std::span<const Candidate> candidates,
                              const FitContext& context) {
  const size_t count = candidates.size();
  if (options_.control == "all" || cross_fit_.folds() == 0 || count == 0)  // nothing to learn, or to choose
    return {std::vector<Real>(count, 1), std::vector<bool>(count, true), {}};
  KnownPairs known = known_pairs(round);
  std::vector<Pair> pairs;
  for (const Candidate& candidate : candidates) pairs.push_back({candidate.node, candidate.label});
  const Matrix raw = pair_features(cross_fit_, round.task, known.pairs, context.pool);
  const Standardiser scale = standardiser_of(raw);
  known.features = standardised(raw, scale);
  const Matrix seen = standardised(pair_features(cross_fit_, round.task, pairs, context.pool), scale);

  Choice choice;
  choice.keep_probability = learned(known, seen, round, context.piece("episodes", 0, 1), choice.history);
  if (options_.control == "untrained") {
    choice.kept = drawn(candidates, choice.keep_probability, context.seed, options_.keep_at_least);
    return choice;
  }
  if (options_.control == "permuted")
    choice.keep_probability = permuted_within_class(candidates, choice.keep_probability, context.seed);
  choice.kept = thresholded(candidates, choice.keep_probability, threshold(options_), options_.keep_at_least);
  return choice;
}

}  // namespace

std::unique_ptr<Agent> simulated_agent(const SelectOptions& options) {
  return std::make_unique<SimulatedAgent>(options);
}

}  // namespace graphsr
