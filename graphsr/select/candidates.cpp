#include "graphsr/select/candidates.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/choice.h"
#include "graphsr/base/error.h"
#include "graphsr/base/random.h"

namespace graphsr {

void check(const CandidateOptions& options) {
  const std::string orders[] = {"distance", "confidence"};
  if (options.order != orders[0] && options.order != orders[1])
    unknown_name("--order", options.order, orders);
  if (options.nearest < 0) wrong_usage("--nearest", "the number of candidates must not be negative");
  if (options.most < 0) wrong_usage("--candidates", "the number of candidates must not be negative");
  if (options.at_least < 0) wrong_usage("--pool-at-least", "the number of nodes must not be negative");
  if (!(options.share > 0 && options.share <= 1))
    wrong_usage("--share", "the share must be above 0 and at most 1");
}

Matrix class_centres(const Matrix& z, std::span<const int32_t> labels, int classes) {
  const int64_t width = z.cols();
  std::vector<double> sum(static_cast<size_t>(classes * width));
  std::vector<int64_t> count(classes);
  for (size_t i = 0; i < labels.size(); ++i) {
    ++count[labels[i]];
    for (int64_t j = 0; j < width; ++j) sum[labels[i] * width + j] += z(static_cast<int64_t>(i), j);
  }
  Matrix centres(classes, width, 0);
  for (int c = 0; c < classes; ++c)
    for (int64_t j = 0; j < width && count[c] > 0; ++j)
      centres(c, j) = static_cast<Real>(sum[c * width + j] / static_cast<double>(count[c]));
  return centres;
}

static Real euclidean(const Real* a, const Real* b, int64_t width) {
  double sum = 0;
  for (int64_t j = 0; j < width; ++j)
    sum += static_cast<double>(a[j] - b[j]) * static_cast<double>(a[j] - b[j]);
  return static_cast<Real>(std::sqrt(sum));
}

// How many of a class's `predicted` nodes may stay.
static size_t allowed(size_t predicted, bool minority, const CandidateOptions& options) {
  auto count = static_cast<size_t>(std::ceil(options.share * static_cast<double>(predicted) - 1e-9));
  if (minority) count = std::max(count, static_cast<size_t>(options.at_least));
  if (options.nearest > 0) count = std::min(count, static_cast<size_t>(options.nearest));
  return std::min(count, predicted);
}

// As many as the options allow in all. What a classifier learns from them costs as much as there are nodes in
// their neighbourhoods: where the graph has more than kReach nodes, they may have about so many together.
static size_t most_of(const CandidateOptions& options, const Csr& edges) {
  constexpr int64_t kReach = 100000;
  if (options.most == 0) return SIZE_MAX;
  if (edges.rows <= kReach) return static_cast<size_t>(options.most);
  const int64_t neighbourhood = 1 + edges.nonzeros() / edges.rows;
  return static_cast<size_t>(std::clamp<int64_t>(kReach / neighbourhood, 1, options.most));
}

// The limit for each that lets `most` stay in all: what small ones do not need goes to the others.
static size_t equal_share(const std::vector<std::vector<size_t>>& groups, size_t most) {
  std::vector<size_t> sizes;
  for (const auto& group : groups) sizes.push_back(group.size());
  std::ranges::sort(sizes);
  for (size_t k = 0; k < sizes.size(); ++k) {
    const size_t share = most / (sizes.size() - k);
    if (sizes[k] > share) return share;
    most -= sizes[k];
  }
  return SIZE_MAX;
}

// Leaves `count` places, in their order. Chance goes by the node alone: in every round the same nodes come
// first.
static void thin_out(std::vector<size_t>& places, std::span<const int32_t> nodes, size_t count) {
  if (places.size() <= count) return;
  std::vector<std::pair<uint64_t, size_t>> drawn;
  for (const size_t i : places)
    drawn.emplace_back(derived_seed(static_cast<uint64_t>(nodes[i]), "candidate"), i);
  std::ranges::nth_element(drawn, drawn.begin() + static_cast<int64_t>(count));
  places.clear();
  for (size_t k = 0; k < count; ++k) places.push_back(drawn[k].second);
  std::ranges::sort(places);
}

std::vector<Candidate> similarity_selection(const PseudoLabels& pseudo, const Embedding& embedding,
                                            const Task& task, const CandidateOptions& options) {
  check(options);
  std::vector<bool> labelled(task.classes);
  for (const int32_t label : task.train.labels) labelled[label] = true;
  std::vector<std::vector<size_t>> predicted(task.classes);  // places in `pseudo`
  for (size_t i = 0; i < pseudo.nodes.size(); ++i) {
    const int32_t label = pseudo.labels[i];
    const bool wanted = options.every_class || std::ranges::binary_search(task.minority, label);
    if (wanted && labelled[label]) predicted[label].push_back(i);
  }
  const auto wanted_classes =
      std::ranges::count_if(predicted, [](const std::vector<size_t>& members) { return !members.empty(); });
  if (options.most > 0 && options.most < wanted_classes)
    wrong_usage("--candidates", fmt::format("{} in all is less than one of each class", options.most),
                "give more, or 0 for no limit");
  const size_t limit = std::max<size_t>(1, equal_share(predicted, most_of(options, task.graph->edges)));
  std::vector<int32_t> nodes = task.train.nodes;
  for (std::vector<size_t>& members : predicted) {
    thin_out(members, pseudo.nodes, limit);
    for (const size_t i : members) nodes.push_back(pseudo.nodes[i]);
  }
  const Matrix z = embedding(nodes);
  const Matrix centres = class_centres(z, task.train.labels, task.classes);
  const bool by_distance = options.order == "distance";
  const auto better = [by_distance](const Candidate& a, const Candidate& b) {
    const Real first = by_distance ? a.distance : b.confidence,
               second = by_distance ? b.distance : a.confidence;
    return std::tie(first, a.node) < std::tie(second, b.node);
  };
  std::vector<Candidate> chosen;
  int64_t row = task.train.size();
  for (int c = 0; c < task.classes; ++c) {
    std::vector<Candidate> members;
    for (const size_t i : predicted[c])
      members.push_back(
          {pseudo.nodes[i], c, 0, euclidean(z.row(row++), centres.row(c), z.cols()), pseudo.confidence[i]});
    const size_t count = allowed(members.size(), std::ranges::binary_search(task.minority, c), options);
    std::partial_sort(members.begin(), members.begin() + count, members.end(), better);
    for (size_t k = 0; k < count; ++k) {
      chosen.push_back(members[k]);
      chosen.back().rank = static_cast<int32_t>(k + 1);
    }
  }
  return chosen;
}

}  // namespace graphsr
