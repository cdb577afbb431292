#include "graphsr/graph/protocols.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "graphsr/base/choice.h"
#include "graphsr/base/error.h"
#include "graphsr/base/random.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/minority.h"

namespace graphsr {

namespace {

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

// As many test and validation nodes of every class, and `train` of each.
void take_parts(const Dataset& dataset, const SplitOptions& options, const std::vector<int64_t>& train,
                Split& split) {
  const auto members = shuffled_members(dataset, options.seed);
  for (size_t i = 0; i < members.size(); ++i) {
    add_part(split.test, members[i], 0, options.test);
    add_part(split.validation, members[i], options.test, options.validation);
    add_part(split.train, members[i], int64_t{options.test} + options.validation, train[i]);
  }
}

void draw_paper(const Dataset& dataset, const SplitOptions& options, Split& split) {
  split.rho = options.rho;
  split.minority = drawn_minority(dataset, options.minority, options.seed);
  std::vector<int64_t> train(dataset.classes(), options.train);
  for (const int32_t i : split.minority) train[i] = std::max(1L, std::lround(options.train * options.rho));
  check_supply(dataset, options, train);
  take_parts(dataset, options, train, split);
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

// Labels of the split's training nodes alone decide which classes are small, and how small.
void count_classes(const Dataset& dataset, const SplitOptions& options, Split& split) {
  Dataset trained;
  trained.name = dataset.name;
  trained.graph = dataset.graph;
  trained.class_names = dataset.class_names;
  trained.labels.assign(dataset.nodes(), kUnlabelled);
  for (const int32_t node : split.train) trained.labels[node] = dataset.labels[node];
  split.minority = counted_minority(trained, options.minority);
  const std::vector<int64_t> counts = class_counts(trained);
  const auto [fewest, most] = std::minmax_element(counts.begin(), counts.end());
  split.rho = static_cast<double>(*fewest) / static_cast<double>(*most);
}

// Of half the classes, the last ones, as most papers have it.
std::vector<int32_t> last_half(int classes) {
  std::vector<int32_t> out;
  for (int c = classes - classes / 2; c < classes; ++c) out.push_back(c);
  return out;
}

void draw_public(const Dataset& dataset, const SplitOptions& options, Split& split) {
  if (dataset.masks.empty())
    bad_input(dataset.name, "no split came with the data", "give files that have one, such as Planetoid's");
  split.minority = options.minority == "auto" ? last_half(dataset.classes())
                                              : drawn_minority(dataset, options.minority, options.seed);
  split.rho = options.rho;
  const Dataset left = without_masked(dataset, options.seed, split);
  const auto members = shuffled_members(left, options.seed);
  for (int32_t c = 0; c < dataset.classes(); ++c) {
    const auto count = static_cast<int64_t>(members[c].size());
    if (count == 0)
      bad_input(dataset.name,
                fmt::format("class {} has no node in the published training part",
                            in_quotes(dataset.class_names[c])),
                "use another --protocol");
    const bool small = std::binary_search(split.minority.begin(), split.minority.end(), c);
    const auto kept = small ? std::max(1L, std::lround(static_cast<double>(count) * options.rho)) : count;
    add_part(split.train, members[c], 0, kept);
    // What is left out is as unlabelled as the pool.
  }
}

void draw_long_tail(const Dataset& dataset, const SplitOptions& options, Split& split) {
  const std::vector<int64_t> counts = class_counts(dataset);
  std::vector<int32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return counts[a] > counts[b]; });
  std::vector<int64_t> train(counts.size());
  for (size_t rank = 0; rank < order.size(); ++rank) {
    const double share = static_cast<double>(rank) / static_cast<double>(order.size() - 1);
    train[order[rank]] = std::max(1L, std::lround(options.train * std::pow(options.rho, share)));
  }
  check_supply(dataset, options, train);
  take_parts(dataset, options, train, split);
  count_classes(dataset, options, split);
}

// Classes are as frequent as they are in the data; each has one training node at least.
void draw_random(const Dataset& dataset, const SplitOptions& options, Split& split) {
  const int64_t classes = dataset.classes();
  const int64_t train = classes * options.train, validation = classes * options.validation,
                test = classes * options.test;
  auto members = shuffled_members(dataset, options.seed);
  std::vector<int32_t> rest;
  for (int64_t c = 0; c < classes; ++c) {
    if (members[c].empty())
      bad_input(dataset.name, fmt::format("class {} has no labelled node", in_quotes(dataset.class_names[c])),
                "label at least one node of it, or leave the class out");
    split.train.push_back(members[c].front());
    rest.insert(rest.end(), members[c].begin() + 1, members[c].end());
  }
  if (train + validation + test - classes > std::ssize(rest))
    bad_input(
        dataset.name,
        fmt::format("{} nodes have labels, but {} for testing, {} for validation and {} for training make {}",
                    std::ssize(rest) + classes, test, validation, train, train + validation + test),
        "lower --test, --validation or --train");
  Stream(options.seed, Purpose::split, static_cast<uint64_t>(classes)).shuffle(std::span(rest));
  add_part(split.test, rest, 0, test);
  add_part(split.validation, rest, test, validation);
  add_part(split.train, rest, test + validation, train - classes);
  count_classes(dataset, options, split);
}

constexpr Protocol kProtocols[] = {
    {"paper", "random minority classes with rho times as many labels as the others", true, draw_paper},
    {"public", "the split that came with the data, the last half of the classes thinned to rho", true,
     draw_public},
    {"long-tail", "labels fall by equal factors from class to class, down to rho", true, draw_long_tail},
    {"random", "classes as frequent as they are in the data", false, draw_random},
    {"own", "every labelled node, a few of each class held out", false, draw_own},
};

}  // namespace

std::span<const Protocol> protocols() { return kProtocols; }

const Protocol& protocol_for(const Dataset& dataset, const std::string& name) {
  const auto& labels = dataset.labels;
  const bool complete = std::find(labels.begin(), labels.end(), kUnlabelled) == labels.end();
  const std::string wanted = name != "auto" ? name : complete && !dataset.own_masks ? "paper" : "own";
  std::vector<std::string> known = {"auto"};
  for (const Protocol& protocol : protocols()) {
    if (wanted == protocol.name) return protocol;
    known.emplace_back(protocol.name);
  }
  unknown_name("--protocol", name, known);
}

bool reads_rho(const std::string& protocol) {
  return std::none_of(std::begin(kProtocols), std::end(kProtocols),
                      [&](const Protocol& p) { return p.name == protocol && !p.reads_rho; });
}

}  // namespace graphsr
