// Opinions of nodes by teachers that have not seen their labels. The judged examples, whose labels are known,
// are dealt into folds; for each fold a teacher learns from everything but the fold. So a judged node can be
// looked at as if it had no label, and what is seen compared with the truth.
#pragma once

#include <vector>

#include "graphsr/train/classifier.h"

namespace graphsr {

struct CrossFit {
  Examples judged;
  std::vector<int32_t> fold;        // of each judged example
  std::vector<Matrix> probability;  // of each fold's teacher, (N,C)
  std::vector<Matrix> propagation;  // labels spread from what the fold's teacher learned from, (N,C)
  Matrix plain_propagation;  // from the labelled nodes alone, (N,C); from the fold's where those are judged

  int folds() const { return static_cast<int>(probability.size()); }
  std::vector<int32_t> fold_of_nodes(int64_t nodes) const;  // -1 for those that are not judged
};

// Deals examples into folds, each class evenly; the same for the same seed.
std::vector<int32_t> dealt_folds(const Examples& examples, int folds, uint64_t seed);

// The validation examples are judged; where there are none, the labelled ones are. `epochs` is how long a
// teacher trains (0: as long as the classifier's options allow). In graphs of many nodes (layer_rows.h) a
// fold's teacher is one network. Empty (no folds) when there are fewer than two examples to judge.
CrossFit cross_fit(const Task& task, int folds, int epochs, const MakeClassifier& classifiers,
                   const FitContext& context);

}  // namespace graphsr
