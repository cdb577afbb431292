// Features are gathered from a copy: in 8 or 16 bits, weighted, in rows that share no cache line without
// need, that takes half the time or less, which is more than the copy costs.
#include "graphsr/model/prediction_space.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graphsr/tensor/byte_rows.h"
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

// Calls put(i, row, weight) for each row.
template <class Put>
static void for_weighted(const Matrix& features, const Messages& messages, ThreadPool& pool, const Put& put) {
  pool.for_rows(features.rows(), features.cols(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      put(i, features.row(i), messages.from.empty() ? Real(1) : messages.from[i]);
  });
}

// What all nodes gather, some at a time: sum(begin, end, sums) puts it there.
template <class Sum>
static HalfRows gathered_rows(int64_t rows, int64_t cols, ThreadPool& pool, const Sum& sum) {
  constexpr int64_t kRows = 512;  // stay in the caches
  HalfRows gathered;
  gathered.resize(rows, cols);
  pool.for_blocks(rows, kRows, [&](int64_t begin, int64_t end) {
    Matrix sums(end - begin, cols);
    sum(begin, end, sums.data());
    for (int64_t i = begin; i < end; ++i) gathered.put(i, sums.row(i - begin));
  });
  return gathered;
}

const HalfRows& PredictionSpace::gathered_features(const Messages& messages, ThreadPool& pool) {
  const std::lock_guard lock(making_);
  if (gathered_) return *gathered_;
  const Matrix& features = graph_->features.dense();
  const SparseRows edges = sparse_rows(graph_->edges);
  const int64_t rows = features.rows(), cols = features.cols();
  const Real* to = messages.to.empty() ? nullptr : messages.to.data();
  if (bytes_suffice(features)) {
    ByteRows copy;
    copy.resize(rows, cols);
    for_weighted(features, messages, pool,
                 [&](int64_t i, const Real* row, Real weight) { copy.put(i, 0, row, weight); });
    gathered_ = gathered_rows(rows, cols, pool, [&](int64_t begin, int64_t end, Real* sums) {
      kernels::byte_neighbour_sum(edges, begin, end, copy.groups(), messages.self_loops, to, &sums);
    });
  } else {
    HalfRows copy;
    copy.resize(rows, cols);
    for_weighted(features, messages, pool,
                 [&](int64_t i, const Real* row, Real weight) { copy.put(i, row, weight); });
    gathered_ = gathered_rows(rows, cols, pool, [&](int64_t begin, int64_t end, Real* sums) {
      kernels::half_neighbour_sum(edges, begin, end, copy.row(0), copy.stride(), cols, messages.self_loops,
                                  to, sums);
    });
  }
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
