#include "graphsr/model/prediction_space.h"

#include "graphsr/model/rounded_features.h"

namespace graphsr {

const HalfRows& PredictionSpace::gathered_features(const Messages& messages, ThreadPool& pool) {
  const std::lock_guard lock(making_);
  if (gathered_) return *gathered_;
  constexpr int64_t kRows = 512;  // stay in the caches
  const RoundedFeatures features(*graph_, messages, pool);
  HalfRows gathered;
  gathered.resize(graph_->nodes(), graph_->features.cols());
  pool.for_blocks(gathered.rows(), kRows, [&](int64_t begin, int64_t end) {
    Matrix sums(end - begin, gathered.cols());
    features.sum_neighbours(begin, end, sums.data());
    for (int64_t i = begin; i < end; ++i) gathered.put(i, sums.row(i - begin));
  });
  return gathered_.emplace(std::move(gathered));
}

const HalfRows* PredictionSpace::known_features() const {
  const std::lock_guard lock(making_);
  return gathered_ && conv_.only_sums() ? &*gathered_ : nullptr;
}

void PredictionSpace::forget_gathered_features() {
  const std::lock_guard lock(making_);
  gathered_.reset();
}

}  // namespace graphsr
