#include "graphsr/method/edge_decoder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace graphsr {

static constexpr double kPairsPerEdge = 5;

// `count` of [0, total), ascending.
static std::vector<int32_t> drawn(int64_t total, int64_t count, Stream& stream) {
  std::vector<int32_t> all(static_cast<size_t>(total));
  std::iota(all.begin(), all.end(), 0);
  if (count >= total) return all;
  for (int64_t i = 0; i < count; ++i)
    std::swap(all[i], all[i + stream.below(static_cast<uint32_t>(total - i))]);
  all.resize(static_cast<size_t>(count));
  std::sort(all.begin(), all.end());
  return all;
}

EdgePairs sampled_pairs(const Csr& edges, int64_t total, int64_t most, Stream stream) {
  EdgePairs out;
  Csr pairs;
  pairs.rows = pairs.cols = edges.rows;
  const auto nodes = static_cast<double>(edges.rows), count = static_cast<double>(edges.nonzeros());
  if (count > 0) {
    // The sum is that of (p - 1)² - w p² over the edges and that of w p² over all pairs, edges among them.
    const std::vector<int32_t> rows = drawn(edges.rows, most, stream);
    const double w = count / (nodes * nodes - count);
    const double scale = static_cast<double>(total) / count * nodes / static_cast<double>(rows.size());
    const double draws = std::max(1.0, std::round(kPairsPerEdge * count / nodes));
    const auto add = [&](int32_t column, double to_one, double to_zero) {
      pairs.columns.push_back(column);
      out.to_one.push_back(static_cast<Real>(to_one));
      out.to_zero.push_back(static_cast<Real>(to_zero));
    };
    for (const int32_t row : rows) {
      pairs.offsets.resize(static_cast<size_t>(row) + 1, std::ssize(pairs.columns));
      for (const int32_t other : edges.row(row)) add(other, scale, -scale * w);
      for (int k = 0; k < draws; ++k)
        add(static_cast<int32_t>(stream.below(static_cast<uint32_t>(edges.cols))), 0,
            scale * w * nodes / draws);
    }
  }
  pairs.offsets.resize(static_cast<size_t>(pairs.rows) + 1, std::ssize(pairs.columns));
  out.pairs = sparse_operand(std::move(pairs), true);
  return out;
}

}  // namespace graphsr
