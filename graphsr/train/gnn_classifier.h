// The classifier of this project: a graph neural network, trained full-batch with early stopping.
#pragma once

#include "graphsr/tensor/optimiser.h"
#include "graphsr/train/classifier.h"

namespace graphsr {

struct TrainOptions {
  OptimiserOptions optimiser;
  int epochs = 300;   // at most
  int patience = 50;  // epochs without a better one after which training stops
};

class GnnClassifier : public Classifier {
 public:
  GnnClassifier(const ModelOptions& model, const TrainOptions& training, int classes)
      : model_(model), training_(training), classes_(classes) {}

  // The epoch with the highest validation accuracy is kept, the lowest validation loss among equals. Without
  // validation examples all epochs run and the last one is kept.
  FitReport fit(const TrainingSet& set, const Examples& validation, Recipe& recipe,
                const FitContext& context) override;
  Prediction predict(const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool) const override;

  const Network& network() const { return network_; }

 private:
  ModelOptions model_;
  TrainOptions training_;
  int classes_;
  Network network_;
};

}  // namespace graphsr
