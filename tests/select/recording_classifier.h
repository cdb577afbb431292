// A classifier that learns nothing and writes down what it was given.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "graphsr/train/classifier.h"

namespace graphsr::test {

struct Fits {
  std::mutex mutex;
  std::vector<Examples> sets;  // in no order: folds train side by side
  std::vector<Examples> validations;
  std::vector<int> epochs;
  std::vector<uint64_t> seeds;
  std::vector<int> networks;  // at most, as the context says
};

// Its probability of class 0 is the number of examples that it learned from, divided by 1000.
class RecordingClassifier : public Classifier {
 public:
  RecordingClassifier(Fits& fits, int classes) : fits_(fits), classes_(classes) {}

  std::vector<FitReport> fit(const TrainingSet& set, const Examples& validation, Recipe&,
                             const FitContext& context) override {
    const std::lock_guard lock(fits_.mutex);
    fits_.sets.push_back(set.examples);
    fits_.validations.push_back(validation);
    fits_.epochs.push_back(context.epochs);
    fits_.seeds.push_back(context.seed);
    fits_.networks.push_back(context.networks);
    learned_ = static_cast<Real>(set.examples.size()) / 1000;
    return {{.best_epoch = 7, .epochs = {}}};
  }

  Prediction predict(const Graph&, std::span<const int32_t> nodes, ThreadPool&) const override {
    const auto count = static_cast<int64_t>(nodes.size());
    Prediction out{Matrix(count, 1, 0), Matrix(count, classes_, 0)};
    for (int64_t i = 0; i < count; ++i) out.probability(i, 0) = learned_;
    return out;
  }

 private:
  Fits& fits_;
  int classes_;
  Real learned_ = 0;
};

inline MakeClassifier recording_classifiers(Fits& fits, int classes) {
  return [&fits, classes] { return std::make_unique<RecordingClassifier>(fits, classes); };
}

}  // namespace graphsr::test
