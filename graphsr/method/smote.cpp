// SMOTE (Chawla et al., 2002) on a graph: new nodes with features between those of a labelled node and the
// nearest other one of its class, until every class has as many as the largest. A new node hears whom its
// source hears, and nobody hears it, so that old nodes are what they are when the classifier is used.
#include <algorithm>
#include <limits>

#include "graphsr/graph/blend.h"
#include "graphsr/method/method.h"

namespace graphsr {

namespace {

// The nearest other member, the first among equals; a node that is alone is its own.
int32_t nearest_member(const Features& features, std::span<const int32_t> members, int32_t node) {
  int32_t best = node;
  double least = std::numeric_limits<double>::infinity();
  for (const int32_t other : members) {
    if (other == node) continue;
    const double distance = squared_distance(features, node, other);
    if (distance < least) {
      least = distance;
      best = other;
    }
  }
  return best;
}

// `count` blends; every member is a source before any is one again.
std::vector<Blend> blends_of(const Features& features, std::vector<int32_t> members, size_t count,
                             Stream stream, ThreadPool& pool) {
  const size_t sources = std::min(count, members.size());
  const std::vector<int32_t> ordered = members;
  stream.shuffle(std::span(members));
  std::vector<int32_t> partner(sources);
  pool.for_blocks(static_cast<int64_t>(sources), 1,
                  [&](int64_t k, int64_t) { partner[k] = nearest_member(features, ordered, members[k]); });
  std::vector<Blend> blends;
  for (size_t k = 0; k < count; ++k)
    blends.push_back({members[k % sources], partner[k % sources], static_cast<Real>(stream.uniform())});
  return blends;
}

class Smote : public Recipe {
 public:
  Augmented augment(const Task& task, const MakeClassifier&, const FitContext& context) override {
    std::vector<std::vector<int32_t>> members(task.classes);
    for (int64_t i = 0; i < task.train.size(); ++i)
      members[task.train.labels[i]].push_back(task.train.nodes[i]);
    size_t largest = 0;
    for (const auto& own : members) largest = std::max(largest, own.size());

    Augmented out{.set = plain_set(task)};
    std::vector<Blend> blends;
    for (int c = 0; c < task.classes; ++c) {
      if (members[c].empty()) continue;
      const Stream stream(derived_seed(context.seed, "smote"), Purpose::random_choice, c);
      for (const Blend& blend :
           blends_of(task.graph->features, members[c], largest - members[c].size(), stream, context.pool)) {
        out.set.examples.nodes.push_back(static_cast<int32_t>(task.graph->nodes() + std::ssize(blends)));
        out.set.examples.labels.push_back(c);
        blends.push_back(blend);
      }
    }
    if (blends.empty()) return out;
    std::vector<int32_t> sources;
    for (const Blend& blend : blends) sources.push_back(blend.from);
    out.set.graph = std::make_shared<const Graph>(
        Graph{with_listeners(task.graph->edges, sources), with_blends(task.graph->features, blends)});
    return out;
  }
};

}  // namespace

std::unique_ptr<Recipe> smote(const SelectOptions&) { return std::make_unique<Smote>(); }

}  // namespace graphsr
