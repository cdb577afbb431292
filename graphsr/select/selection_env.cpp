#include "graphsr/select/selection_env.h"

#include <fmt/format.h>

namespace graphsr {

SelectionEnv::SelectionEnv(const SelectionBoard& shared, ThreadPool& pool)
    : shared_(shared),
      builder_(state_builder_named(shared.options.state)),
      rule_(reward_named(shared.options.reward)),
      reward_(rule_.make()),
      classifier_(shared.teacher, shared.loss, *shared.task.graph, shared.task.validation,
                  shared.options.rate, pool) {}

void SelectionEnv::reset(uint64_t episode) {
  position_ = {0, std::vector<Real>(shared_.board.width()), std::vector<double>(shared_.board.classes)};
  set_ = shared_.task.train;
  const RetrainingOptions& options = shared_.options;
  if (options.first_steps > 0) {  // from scratch
    const Network& like = shared_.teacher;
    const uint64_t seed = derived_seed(shared_.seed, "episode " + std::to_string(episode));
    classifier_.become(make_network(like.options, like.features, like.classes, seed));
    classifier_.train(set_, options.first_steps);
    score_ = classifier_.score();
  } else {
    classifier_.become(shared_.teacher);
    if (!labelled_score_) labelled_score_ = classifier_.score();
    score_ = *labelled_score_;
  }
  reward_->begin(score_);
}

// Equations (5) and (6).
Environment::Outcome SelectionEnv::step(int action) {
  const Candidate& candidate = shared_.board.candidates[position_.next];
  const RetrainingOptions& options = shared_.options;
  const bool last = position_.next + 1 == shared_.board.size();
  Examples tried = set_;
  tried.nodes.push_back(candidate.node);
  tried.labels.push_back(candidate.label);
  if (!tried.weights.empty()) tried.weights.push_back(1);
  if (rule_.every_step) {
    if (!options.warm) classifier_.become(shared_.teacher);
    classifier_.train(tried, options.steps);
    score_ = classifier_.score();
  }
  if (action == 1) {
    set_ = std::move(tried);
    ++position_.kept[candidate.label];
    for (int64_t j = 0; j < shared_.board.width(); ++j)
      position_.kept_sum[j] += shared_.board.embedding(position_.next, j);
  }
  if (!rule_.every_step && last) {
    classifier_.become(shared_.teacher);
    classifier_.train(set_, options.steps);
    score_ = classifier_.score();
  }
  if (rule_.every_step && progress_)
    report(progress_, "", static_cast<double>(position_.next) / static_cast<double>(shared_.board.size()),
           fmt::format("candidate {} of {}, score {:.1f}", position_.next + 1, shared_.board.size(),
                       100 * score_.accuracy));
  if (!last) ++position_.next;
  return {reward_->of(action, score_, last), last};
}

}  // namespace graphsr
