#include "graphsr/train/gnn_classifier.h"

#include <unistd.h>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/train/early_stop.h"
#include "graphsr/train/epoch_loop.h"

namespace graphsr {

// Into the same buffers every time.
static void keep_values(const std::vector<Param*>& params, std::vector<Matrix>& values) {
  values.resize(params.size());
  for (size_t i = 0; i < params.size(); ++i) values[i] = params[i]->value;
}

// Sizes come from files, and a sparse file can announce any number of features: what cannot fit is refused
// before the machine runs out of memory. Five copies: value, gradient, two of the optimiser, and the best
// epoch's.
static void check_memory(int64_t features, int width) {
  const double needed = 5.0 * sizeof(Real) * static_cast<double>(features) * width;
  const double machine =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (needed > machine)
    throw Error(
        Fault::resource, "training",
        fmt::format("the weights of {} features at width {} need {:.1f} GB of memory, the machine has {:.1f}",
                    features, width, needed / 1e9, machine / 1e9),
        "lower --width, or leave out features that hardly any node has");
}

FitReport GnnClassifier::fit(const TrainingSet& set, const Examples& validation, Recipe& recipe,
                             const FitContext& context) {
  if (set.examples.size() == 0) bad_input("training", "there are no labelled nodes to train on");
  check_memory(set.graph->features.cols(), model_.width);
  network_ = make_network(model_, set.graph->features.cols(), classes_, context.seed);
  EpochLoop loop(network_, training_.optimiser, set, validation, recipe, context);
  EarlyStop stop(training_.patience);
  std::vector<Matrix> best;
  FitReport report;
  while (static_cast<int>(report.epochs.size()) < training_.epochs && !stop.should_stop()) {
    EpochFigures figures;
    figures.loss = loop.train(report.epochs.size());
    report.epochs.push_back(figures);
    const size_t done = report.epochs.size();
    std::string message = fmt::format("epoch {}, loss {:.3f}", done, figures.loss);
    if (validation.size() > 0) {
      loop.validate(report.epochs.back());
      if (stop.is_best(report.epochs.back().validation_accuracy, report.epochs.back().validation_loss))
        keep_values(loop.params(), best);
      message += fmt::format(", best validation accuracy {:.1f}", 100 * stop.accuracy());
    }
    graphsr::report(context.progress, "training", static_cast<double>(done) / training_.epochs, message);
  }
  report.best_epoch = validation.size() > 0 ? stop.best_epoch() : static_cast<int>(report.epochs.size());
  for (size_t i = 0; i < best.size(); ++i) loop.params()[i]->value = best[i];
  graphsr::report(context.progress, "training", 1,
                  fmt::format("kept epoch {} of {}", report.best_epoch, report.epochs.size()));
  return report;
}

Prediction GnnClassifier::predict(const Graph& graph, std::span<const int32_t> nodes,
                                  ThreadPool& pool) const {
  return graphsr::predict(network_, graph, nodes, pool);
}

}  // namespace graphsr
