// Features are gathered from a copy: in 8 or 16 bits, weighted, in rows that share no cache line without
// need, that takes half the time or less, which is more than the copy costs.
#include "graphsr/model/prediction_space.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graphsr/tensor/multiply.h"

namespace graphsr {

// Half a step of a row in 8 bits is small beside its values, as a rule: 1/70 of the middle one of a hundred
// that fall as a normal law has it. A single large value makes it coarse for all others of the row.
static bool is_coarse(const Real* row, int64_t columns) {
  constexpr Real kShare = Real(1) / 20;
  std::vector<Real> sizes(row, row + columns);
  if (sizes.empty()) return false;
  const auto [low, high] = std::ranges::minmax(sizes);
  for (Real& value : sizes) value = std::abs(value);
  const auto middle = sizes.begin() + columns / 2;
  std::ranges::nth_element(sizes, middle);
  return (high - low) / 510 > kShare * *middle;
}

// Do 8 bits do for nearly all rows? Some thousand of them tell.
static bool bytes_suffice(const Matrix& features) {
  const int64_t stride = std::max<int64_t>(1, features.rows() / 4096);
  int64_t coarse = 0, looked_at = 0;
  for (int64_t i = 0; i < features.rows(); i += stride, ++looked_at)
    coarse += is_coarse(features.row(i), features.cols());
  return 100 * coarse <= looked_at;
}

// What all nodes gather, from a copy of the features in another form.
template <class Copy>
static HalfRows gathered_from(const Graph& graph, const Messages& messages, ThreadPool& pool) {
  constexpr int64_t kRows = 512;  // stay in the caches
  const Matrix& features = graph.features.dense();
  const Real* to = messages.to.empty() ? nullptr : messages.to.data();
  Copy copy;
  copy.resize(features.rows(), features.cols());
  pool.for_rows(features.rows(), features.cols(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      copy.put(i, features.row(i), messages.from.empty() ? 1 : messages.from[i]);
  });
  HalfRows gathered;
  gathered.resize(features.rows(), features.cols());
  pool.for_blocks(features.rows(), kRows, [&](int64_t begin, int64_t end) {
    Matrix sums(end - begin, features.cols());
    sum_neighbours(graph.edges, begin, end, copy, messages.self_loops, to, sums.data());
    for (int64_t i = begin; i < end; ++i) gathered.put(i, sums.row(i - begin));
  });
  return gathered;
}

const HalfRows& PredictionSpace::gathered_features(const Messages& messages, ThreadPool& pool) {
  const std::lock_guard lock(making_);
  if (!gathered_)
    gathered_ = bytes_suffice(graph_->features.dense()) ? gathered_from<ByteRows>(*graph_, messages, pool)
                                                        : gathered_from<HalfRows>(*graph_, messages, pool);
  return *gathered_;
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
