// Whoever decides which candidates are kept.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graphsr/select/candidates.h"
#include "graphsr/select/select_options.h"
#include "graphsr/select/teacher.h"

namespace graphsr {

// What an agent may look at in one round.
struct Round {
  int number = 1;
  const Task& task;
  const MakeClassifier& classifiers;
  const Teacher& teacher;
};

struct Choice {
  std::vector<Real> keep_probability;  // one per candidate
  std::vector<bool> kept;
  std::vector<HistoryRow> history;  // of how the agent learned in this round
};

class Agent {
 public:
  virtual ~Agent() = default;

  // The probabilities (N,C) that pseudo-labels are taken from: the teacher's, unless the agent has more to
  // say.
  virtual Matrix opinion(const Round& round, const FitContext& context);

  virtual Choice choose(const Round& round, std::span<const Candidate> candidates,
                        const FitContext& context) = 0;
};

// The agent that the options name; they must outlive it.
std::unique_ptr<Agent> make_agent(const SelectOptions& options);

// Keeps what is above the threshold, and of each class at least `keep_at_least` while there are so many:
// those with the highest probability, ties by rank.
std::vector<bool> thresholded(std::span<const Candidate> candidates, std::span<const Real> probability,
                              double threshold, int keep_at_least);

// Each kept with its probability, by chance: what an agent does that has learned nothing, since a threshold
// would keep all or none. Of each class at least so many, as above.
std::vector<bool> drawn(std::span<const Candidate> candidates, std::span<const Real> probability,
                        uint64_t seed, int keep_at_least);

// The same values, dealt anew among the candidates of each class.
std::vector<Real> permuted_within_class(std::span<const Candidate> candidates,
                                        std::span<const Real> probability, uint64_t seed);

// The account of a round's choice. `before` is that of the round before: what is kept again has been kept
// since then.
std::vector<LedgerRow> ledger_of(std::span<const LedgerRow> before, std::span<const Candidate> candidates,
                                 std::span<const Real> keep_probability, const std::vector<bool>& kept,
                                 int round);

// The labelled nodes and the kept candidates with their pseudo-labels.
TrainingSet enlarged(const Task& task, std::span<const Candidate> candidates, const std::vector<bool>& kept);

}  // namespace graphsr
