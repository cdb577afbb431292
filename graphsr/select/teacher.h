// A classifier that has learned from a set, and what it thinks of every node.
#pragma once

#include <memory>
#include <vector>

#include "graphsr/train/classifier.h"

namespace graphsr {

struct Teacher {
  std::shared_ptr<const Classifier> classifier;
  Matrix probability;              // of every node
  Embedding embedding;             // computed for the nodes that are asked for
  std::vector<FitReport> reports;  // of its training

  int epochs() const { return mean_best_epoch(reports); }
};

// Trains on the set, with early stopping on the validation examples; with `spend_validation` once more with
// them among the examples. The context's pool must outlive the teacher.
Teacher train_teacher(const TrainingSet& set, const Examples& validation, bool spend_validation,
                      const MakeClassifier& classifiers, const FitContext& context);

}  // namespace graphsr
