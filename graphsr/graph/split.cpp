#include "graphsr/graph/split.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/protocols.h"

namespace graphsr {

namespace {

void check_options(const SplitOptions& options) {
  if (!(options.rho > 0 && options.rho <= 1))
    wrong_usage("--rho", fmt::format("{} is not above 0 and at most 1", options.rho),
                "give the ratio of minority to majority labels, such as 0.3");
  if (options.train < 1)
    wrong_usage("--train", fmt::format("{} labelled nodes per class cannot train", options.train),
                "give 1 or more");
  if (options.validation < 0)
    wrong_usage("--validation", fmt::format("{} nodes per class is less than none", options.validation),
                "give 0 or more");
  if (options.test < 0)
    wrong_usage("--test", fmt::format("{} nodes per class is less than none", options.test),
                "give 0 or more");
}

}  // namespace

Split draw_split(const Dataset& dataset, const SplitOptions& options) {
  check_options(options);
  const Protocol& protocol = protocol_for(dataset, options.protocol);
  if (dataset.classes() < 2)
    bad_input(dataset.name, "it has fewer than two classes, so there is nothing to tell apart",
              "check its labels");
  Split split;
  split.protocol = protocol.name;
  split.seed = options.seed;
  split.data_sha256 = fingerprint(dataset);
  protocol.draw(dataset, options, split);
  for (auto* part : {&split.train, &split.validation, &split.test}) std::sort(part->begin(), part->end());
  return split;
}

Task task_of(const Dataset& dataset, const Split& split) {
  Task task;
  task.graph = dataset.graph;
  task.classes = dataset.classes();
  task.minority = split.minority;
  task.train = examples_of(dataset, split.train);
  task.validation = examples_of(dataset, split.validation);
  std::vector<bool> taken(dataset.nodes());
  for (const auto* part : {&split.train, &split.validation, &split.test})
    for (const int32_t node : *part) taken[node] = true;
  for (int64_t node = 0; node < dataset.nodes(); ++node)
    if (!taken[node]) task.pool.push_back(static_cast<int32_t>(node));
  return task;
}

Examples examples_of(const Dataset& dataset, const std::vector<int32_t>& nodes) {
  Examples examples;
  examples.nodes = nodes;
  for (const int32_t node : nodes) {
    assert(dataset.labels[node] != kUnlabelled && "examples have labels");
    examples.labels.push_back(dataset.labels[node]);
  }
  return examples;
}

}  // namespace graphsr
