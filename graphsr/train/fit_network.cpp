#include "graphsr/train/fit_network.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/memory.h"
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
  const auto most = static_cast<double>(memory_limit());
  if (needed > most)
    throw Error(
        Fault::resource, "training",
        fmt::format("the weights of {} features at width {} need {:.1f} GB of memory, there are {:.1f}",
                    features, width, needed / 1e9, most / 1e9),
        "lower --width, or leave out features that hardly any node has");
}

// ReLU turns NaN into 0, so training that has left the numbers can go on with a loss that looks sound.
static void check_weights(const std::vector<Param*>& params, int epoch) {
  const auto is_finite = [](Real value) { return std::isfinite(value); };
  for (const Param* param : params)
    if (!std::ranges::all_of(param->value.values(), is_finite))
      bad_input("training", fmt::format("a weight is not a finite number in epoch {}", epoch),
                "lower --rate, or scale the features (--features standardise)");
}

Loss loss_of(const TrainOptions& options) { return loss_named(options.loss, options.loss_options); }

void check(const TrainOptions& options) {
  loss_of(options);
  check(options.loss_options);
  if (options.ensemble < 1 || options.ensemble > 1000)
    wrong_usage("--ensemble", "the number of networks must be 1 to 1000");
  if (!(options.smooth >= 0 && options.smooth < 1))
    wrong_usage("--smooth", "the share must be at least 0 and below 1");
}

FittedNetwork fit_network(const ModelOptions& model, const TrainOptions& training, int classes,
                          const TrainingSet& set, const Examples& validation, Recipe& recipe,
                          const FitContext& context) {
  if (set.examples.size() == 0) bad_input("training", "there are no labelled nodes to train on");
  check_memory(set.graph->features.cols(), model.width);
  FittedNetwork fitted{make_network(model, set.graph->features.cols(), classes, context.seed), {}};
  if (set.graph->features.is_sparse()) order_weights(fitted.network, Order::strips);
  const Loss loss = loss_of(training);
  EpochLoop loop(fitted.network, training.optimiser, loss, set, validation, recipe, context);
  EarlyStop stop(training.patience);
  std::vector<Matrix> best;
  const bool early = validation.size() > 0 && training.early_stop;
  const int epochs = early || context.epochs == 0 ? training.epochs : context.epochs;
  std::vector<EpochFigures>& done = fitted.report.epochs;
  bool last_part = false;
  while (static_cast<int>(done.size()) < epochs) {
    // The last part begins when a fifth of the epochs is left, or when nothing more comes of the first.
    if (!last_part && loss.kind->has_last_part &&
        (stop.should_stop() || static_cast<int>(done.size()) >= epochs - epochs / 5)) {
      last_part = true;
      stop.wait_again();
    }
    if (stop.should_stop()) break;
    EpochFigures figures;
    figures.loss = loop.train(done.size(), last_part);
    if (early) {
      loop.validate(figures);
      if (stop.is_best(figures.validation_accuracy, figures.validation_loss))
        keep_values(loop.params(), best);
    }
    done.push_back(figures);
    if (context.progress)
      report(context.progress, "", static_cast<double>(done.size()) / epochs,
             fmt::format("epoch {}, loss {:.3f}", done.size(), figures.loss) +
                 (early ? fmt::format(", best validation accuracy {:.1f}", 100 * stop.accuracy()) : ""));
  }
  fitted.report.best_epoch = early ? stop.best_epoch() : static_cast<int>(done.size());
  for (size_t i = 0; i < best.size(); ++i) loop.params()[i]->value = best[i];
  order_weights(fitted.network, Order::rows);
  check_weights(loop.params(), fitted.report.best_epoch);
  report(context.progress, "", 1, fmt::format("kept epoch {} of {}", fitted.report.best_epoch, done.size()));
  return fitted;
}

}  // namespace graphsr
