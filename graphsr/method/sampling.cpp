// Over-sampling and class-balanced sampling: which labelled nodes count, and how often. All examples are
// trained on at once, so a node that is drawn k times is one whose weight is k.
#include <algorithm>

#include "graphsr/method/method.h"

namespace graphsr {

namespace {

// Places among the examples, class by class.
std::vector<std::vector<int32_t>> members_by_class(const Examples& examples) {
  std::vector<std::vector<int32_t>> members;
  for (size_t i = 0; i < examples.labels.size(); ++i) {
    const auto label = static_cast<size_t>(examples.labels[i]);
    if (label >= members.size()) members.resize(label + 1);
    members[label].push_back(static_cast<int32_t>(i));
  }
  return members;
}

int32_t drawn_from(const std::vector<int32_t>& members, Stream& stream) {
  return members[stream.below(static_cast<uint32_t>(members.size()))];
}

// Nodes of smaller classes are repeated at random until every class has as many as the largest.
class OverSampling : public Recipe {
 public:
  Augmented augment(const Task& task, const MakeClassifier&, const FitContext& context) override {
    Augmented out{.set = plain_set(task)};
    const auto members = members_by_class(task.train);
    size_t largest = 0;
    for (const auto& own : members) largest = std::max(largest, own.size());
    std::vector<Real>& weights = out.set.examples.weights;
    weights.resize(task.train.nodes.size(), 1);
    for (size_t c = 0; c < members.size(); ++c) {
      Stream stream(derived_seed(context.seed, "over-sampling"), Purpose::random_choice, c);
      for (size_t n = members[c].size(); n > 0 && n < largest; ++n)
        weights[drawn_from(members[c], stream)] += 1;
    }
    return out;
  }
};

// Anew in every epoch: a class, each with the same chance, then one of its nodes; as often as there are
// examples.
class ClassBalancedSampling : public Recipe {
 public:
  std::optional<TrainingSet> epoch(const TrainingSet& set, const Epoch& now) override {
    std::vector<std::vector<int32_t>> members = members_by_class(set.examples);
    std::erase_if(members, [](const auto& own) { return own.empty(); });
    std::vector<Real> times(set.examples.nodes.size());
    Stream stream(derived_seed(now.seed, "cb-sampling"), Purpose::random_choice, now.number);
    for (size_t draw = 0; draw < times.size(); ++draw)
      times[drawn_from(members[stream.below(static_cast<uint32_t>(members.size()))], stream)] += 1;
    TrainingSet sampled = set;
    std::vector<Real>& weights = sampled.examples.weights;
    weights.resize(times.size(), 1);
    for (size_t i = 0; i < times.size(); ++i) weights[i] *= times[i];
    return sampled;
  }
  std::unique_ptr<Recipe> fresh() const override { return std::make_unique<ClassBalancedSampling>(); }
};

}  // namespace

std::unique_ptr<Recipe> over_sampling(const SelectOptions&) { return std::make_unique<OverSampling>(); }
std::unique_ptr<Recipe> cb_sampling(const SelectOptions&) {
  return std::make_unique<ClassBalancedSampling>();
}

}  // namespace graphsr
