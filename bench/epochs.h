// Training epochs on one core, for the programs that time or count them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "graphsr/method/method.h"
#include "graphsr/train/epoch_loop.h"

namespace graphsr::bench {

struct Epochs {
  std::string conv = "gcn", method = "vanilla";
  bool validation = false;   // with a validation pass each
  int first = 0, count = 3;  // how many go before those that are timed
};

// What each takes, in milliseconds.
inline std::vector<double> epoch_times(const Task& task, const Epochs& epochs) {
  ThreadPool pool(1);
  ModelOptions model;
  model.conv = epochs.conv;
  Network network = make_network(model, task.graph->features.cols(), task.classes, 0);
  if (task.graph->features.is_sparse()) order_weights(network, Order::strips);  // as fit_network does
  const auto recipe = method_named(epochs.method).recipe({});
  const TrainingSet set = plain_set(task);
  const FitContext context = {0, pool, {}};
  EpochLoop loop(network, {}, loss_named("cross-entropy"), set, task.validation, *recipe, context);
  std::vector<double> ms;
  for (int epoch = 0; epoch < epochs.first + epochs.count; ++epoch) {
    const auto start = std::chrono::steady_clock::now();
    loop.train(epoch);
    EpochFigures figures;
    if (epochs.validation) loop.validate(figures);
    const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
    if (epoch >= epochs.first) ms.push_back(passed.count());
  }
  return ms;
}

}  // namespace graphsr::bench
