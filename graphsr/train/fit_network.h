// One network, trained full-batch with early stopping.
#pragma once

#include <string>

#include "graphsr/tensor/optimiser.h"
#include "graphsr/train/classifier.h"

namespace graphsr {

struct TrainOptions {
  OptimiserOptions optimiser;
  int epochs = 300;                    // at most
  int patience = 50;                   // epochs without a better one after which training stops
  bool early_stop = true;              // else all epochs run and the last one is kept
  std::string loss = "cross-entropy";  // a name in losses()
  LossOptions loss_options;
  int ensemble = 1;   // networks from different starts whose probabilities are averaged
  double smooth = 0;  // share of each step of smoothing predictions over the graph; 0: none
};

// The loss that the options name.
Loss loss_of(const TrainOptions& options);

// Refuses what cannot be (an ensemble of none, a share of 1).
void check(const TrainOptions& options);

struct FittedNetwork {
  Network network;
  FitReport report;
};

// The epoch with the highest validation accuracy is kept, the lowest validation loss among equals. Without
// validation examples all epochs run and the last one is kept.
FittedNetwork fit_network(const ModelOptions& model, const TrainOptions& training, int classes,
                          const TrainingSet& set, const Examples& validation, Recipe& recipe,
                          const FitContext& context);

}  // namespace graphsr
