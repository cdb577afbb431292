#include "graphsr/model/rounded_features.h"

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

template <class Copy>
static Copy weighted_copy(const Matrix& features, std::span<const Real> weight, ThreadPool& pool) {
  Copy copy;
  copy.resize(features.rows(), features.cols());
  pool.for_rows(features.rows(), features.cols(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) copy.put(i, features.row(i), weight.empty() ? 1 : weight[i]);
  });
  return copy;
}

RoundedFeatures::RoundedFeatures(const Graph& graph, const Messages& messages, ThreadPool& pool)
    : edges_(graph.edges), messages_(messages) {
  const Matrix& features = graph.features.dense();
  if (bytes_suffice(features))
    bytes_ = weighted_copy<ByteRows>(features, messages.from, pool);
  else
    halves_ = weighted_copy<HalfRows>(features, messages.from, pool);
}

void RoundedFeatures::sum_neighbours(int64_t begin, int64_t end, Real* sums) const {
  const Real* to = messages_.to.empty() ? nullptr : messages_.to.data();
  if (bytes_)
    graphsr::sum_neighbours(edges_, begin, end, *bytes_, messages_.self_loops, to, sums);
  else
    graphsr::sum_neighbours(edges_, begin, end, *halves_, messages_.self_loops, to, sums);
}

}  // namespace graphsr
