// RU-Selection and SU-Selection: pseudo-labelled nodes are added to the minority classes until every class
// has as many as the largest. RU takes them at random, SU those nearest to the centre of the class.
#include <algorithm>

#include "graphsr/method/method.h"
#include "graphsr/select/agent.h"

namespace graphsr {

namespace {

class BalancingSelection : public Recipe {
 public:
  explicit BalancingSelection(bool random) : random_(random) {}

  Augmented augment(const Task& task, const MakeClassifier& classifiers, const FitContext& context) override {
    const Teacher teacher =
        train_teacher(plain_set(task), task.validation, false, classifiers, context.piece("teacher", 0, 0.5));
    const PseudoLabels pseudo = pseudo_labels(teacher.probability, task.pool);
    CandidateOptions everyone;
    everyone.nearest = 0;
    const std::vector<Candidate> candidates = similarity_selection(pseudo, teacher.embedding, task, everyone);
    Augmented out;
    out.before = teacher.probability;
    const std::vector<bool> kept = balancing(task, candidates, context.seed);
    out.set = enlarged(task, candidates, kept);
    const std::vector<Real> certain(kept.begin(), kept.end());
    out.ledger = ledger_of({}, candidates, certain, kept, 1);
    return out;
  }

 private:
  // The first of each class that it lacks, in their own order or in a random one.
  std::vector<bool> balancing(const Task& task, std::span<const Candidate> candidates, uint64_t seed) const {
    std::vector<int64_t> count(task.classes);
    for (const int32_t label : task.train.labels) ++count[label];
    const int64_t largest = *std::max_element(count.begin(), count.end());
    std::vector<bool> kept(candidates.size());
    for (size_t begin = 0; begin < candidates.size();) {
      const int32_t label = candidates[begin].label;
      std::vector<size_t> members;
      for (; begin < candidates.size() && candidates[begin].label == label; ++begin) members.push_back(begin);
      Stream stream(seed, Purpose::random_choice, static_cast<uint64_t>(label));
      if (random_) stream.shuffle(std::span(members));
      const size_t lacking = std::min(members.size(), static_cast<size_t>(largest - count[label]));
      for (size_t k = 0; k < lacking; ++k) kept[members[k]] = true;
    }
    return kept;
  }

  bool random_;
};

}  // namespace

std::unique_ptr<Recipe> ru_selection(const SelectOptions&) {
  return std::make_unique<BalancingSelection>(true);
}
std::unique_ptr<Recipe> su_selection(const SelectOptions&) {
  return std::make_unique<BalancingSelection>(false);
}

}  // namespace graphsr
