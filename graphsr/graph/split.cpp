#include "graphsr/graph/split.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "graphsr/base/choice.h"
#include "graphsr/base/error.h"
#include "graphsr/base/random.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/minority.h"

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

// The labelled nodes of each class in the seed's order. Test nodes are taken from the front, then validation,
// then training nodes, so that only the number of training nodes depends on rho.
std::vector<std::vector<int32_t>> shuffled_members(const Dataset& dataset, uint64_t seed) {
  std::vector<std::vector<int32_t>> members(dataset.classes());
  for (int64_t node = 0; node < dataset.nodes(); ++node)
    if (dataset.labels[node] != kUnlabelled)
      members[dataset.labels[node]].push_back(static_cast<int32_t>(node));
  for (size_t i = 0; i < members.size(); ++i) Stream(seed, Purpose::split, i).shuffle(std::span(members[i]));
  return members;
}

void add_part(std::vector<int32_t>& part, const std::vector<int32_t>& members, int64_t begin, int64_t count) {
  part.insert(part.end(), members.begin() + begin, members.begin() + begin + count);
}

void check_supply(const Dataset& dataset, const SplitOptions& options, const std::vector<int64_t>& train) {
  const std::vector<int64_t> counts = class_counts(dataset);
  const int64_t others = int64_t{options.test} + options.validation;
  const auto missing = [&](int32_t i) { return others + train[i] - counts[i]; };
  int32_t worst = 0;  // what suffices for this class suffices for all
  for (int32_t i = 1; i < dataset.classes(); ++i)
    if (missing(i) > missing(worst)) worst = i;
  if (missing(worst) <= 0) return;
  bad_input(
      dataset.name,
      fmt::format("class {} has {} labelled nodes, but {} for testing, {} for validation and {} for training "
                  "make {}",
                  in_quotes(dataset.class_names[worst]), counts[worst], options.test, options.validation,
                  train[worst], others + train[worst]),
      "lower --test, --validation or --train");
}

void draw_paper(const Dataset& dataset, const SplitOptions& options, Split& split) {
  split.rho = options.rho;
  split.minority = drawn_minority(dataset, options.minority, options.seed);
  std::vector<int64_t> train(dataset.classes(), options.train);
  for (const int32_t i : split.minority) train[i] = std::max(1L, std::lround(options.train * options.rho));
  check_supply(dataset, options, train);
  const auto members = shuffled_members(dataset, options.seed);
  for (size_t i = 0; i < members.size(); ++i) {
    add_part(split.test, members[i], 0, options.test);
    add_part(split.validation, members[i], options.test, options.validation);
    add_part(split.train, members[i], int64_t{options.test} + options.validation, train[i]);
  }
}

// Puts the nodes of the validation and test masks into the split, and gives the dataset with only those
// labels that may train. Of several masks that come with the data, the seed chooses.
Dataset without_masked(const Dataset& dataset, uint64_t seed, Split& split) {
  Dataset left;
  left.name = dataset.name;
  left.graph = dataset.graph;
  left.class_names = dataset.class_names;
  left.labels = dataset.labels;
  const std::vector<SplitPart>& mask = dataset.masks[seed % dataset.masks.size()];
  const bool has_train = std::find(mask.begin(), mask.end(), SplitPart::train) != mask.end();
  for (size_t node = 0; node < mask.size(); ++node) {
    if (mask[node] == SplitPart::train || (mask[node] == SplitPart::none && !has_train)) continue;
    const bool known = left.labels[node] != kUnlabelled;
    if (known && mask[node] == SplitPart::validation) split.validation.push_back(static_cast<int32_t>(node));
    if (known && mask[node] == SplitPart::test) split.test.push_back(static_cast<int32_t>(node));
    left.labels[node] = kUnlabelled;
  }
  return left;
}

void draw_own(const Dataset& all, const SplitOptions& options, Split& split) {
  const Dataset masked = all.masks.empty() ? Dataset() : without_masked(all, options.seed, split);
  const Dataset& dataset = all.masks.empty() ? all : masked;
  split.minority = counted_minority(dataset, options.minority);
  const auto members = shuffled_members(dataset, options.seed);
  int64_t rarest = dataset.nodes();  // of the classes that can spare a node
  for (size_t i = 0; i < members.size(); ++i) {
    const auto count = static_cast<int64_t>(members[i].size());
    if (count == 0)
      bad_input(dataset.name,
                fmt::format("class {} has no labelled node{}", in_quotes(dataset.class_names[i]),
                            all.masks.empty() ? "" : " that the masks let train"),
                "label at least one node of it, or leave the class out");
    if (count > 1) rarest = std::min(rarest, count);
  }
  const int64_t held_out =
      split.validation.empty() ? std::min<int64_t>(options.validation, std::max<int64_t>(1, rarest / 4)) : 0;
  int64_t fewest = dataset.nodes(), most = 0;
  for (const auto& nodes : members) {
    const auto count = static_cast<int64_t>(nodes.size());
    const int64_t validation = count > 1 ? held_out : 0;
    add_part(split.validation, nodes, 0, validation);
    add_part(split.train, nodes, validation, count - validation);
    fewest = std::min(fewest, count - validation);
    most = std::max(most, count - validation);
  }
  split.rho = static_cast<double>(fewest) / static_cast<double>(most);
}

struct Protocol {
  const char* name;
  void (*draw)(const Dataset&, const SplitOptions&, Split&);  // fills in all but the order of nodes
};
constexpr Protocol kProtocols[] = {{"paper", draw_paper}, {"own", draw_own}};

const Protocol& protocol_for(const Dataset& dataset, const std::string& name) {
  const auto& labels = dataset.labels;
  const bool complete = std::find(labels.begin(), labels.end(), kUnlabelled) == labels.end();
  const std::string wanted = name != "auto" ? name : complete && !dataset.own_masks ? "paper" : "own";
  std::vector<std::string> known = {"auto"};
  for (const Protocol& protocol : kProtocols) {
    if (wanted == protocol.name) return protocol;
    known.emplace_back(protocol.name);
  }
  unknown_name("--protocol", name, known);
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
