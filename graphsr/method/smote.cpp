// SMOTE (Chawla et al., 2002) on a graph: new nodes with features between those of a labelled node and the
// nearest other one of its class, until every class has as many as the largest. A new node hears whom its
// source hears, and nobody hears it, so that old nodes are what they are when the classifier is used.
#include <algorithm>

#include "graphsr/graph/blend.h"
#include "graphsr/method/method.h"
#include "graphsr/method/synthetic_nodes.h"

namespace graphsr {

namespace {

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
    const Distance in_features = [&](int32_t a, int32_t b) {
      return squared_distance(task.graph->features, a, b);
    };
    for (int c = 0; c < task.classes; ++c) {
      if (members[c].empty()) continue;
      Stream stream(derived_seed(context.seed, "smote"), Purpose::random_choice, c);
      for (const Blend& blend :
           class_blends(members[c], largest - members[c].size(), in_features, stream, context.pool)) {
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
