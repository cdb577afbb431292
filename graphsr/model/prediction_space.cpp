// Features are gathered from a copy: in 16 bits, weighted, each row beginning at a cache line, that takes
// less than half the time, which is more than the copy costs.
#include "graphsr/model/prediction_space.h"

#include <utility>

namespace graphsr {

static LayerRows weighted_copy(const Matrix& features, const Messages& messages, ThreadPool& pool) {
  LayerRows copy(features.rows(), features.cols(), 1, messages.from);
  pool.for_rows(features.rows(), features.cols(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) copy.put(0, i, features.row(i));
  });
  return copy;
}

const LayerRows& PredictionSpace::gathered_features(const Messages& messages, ThreadPool& pool) {
  const std::lock_guard lock(making_);
  if (gathered_) return *gathered_;
  constexpr int64_t kRows = 512;  // stay in the caches
  const Matrix& features = graph_->features.dense();
  const LayerRows copy = weighted_copy(features, messages, pool);
  LayerRows gathered(features.rows(), features.cols(), 1, {});
  pool.for_blocks(features.rows(), kRows, [&](int64_t begin, int64_t end) {
    Matrix sums(end - begin, features.cols());
    Real* place = sums.data();
    copy.sum_neighbours(graph_->edges, messages, begin, end, {&place, 1});
    gathered.put(0, begin, sums);
  });
  return gathered_.emplace(std::move(gathered));
}

void PredictionSpace::forget_gathered_features() {
  const std::lock_guard lock(making_);
  gathered_.reset();
}

}  // namespace graphsr
