#include "graphsr/model/layer_rows.h"

#include <algorithm>
#include <cassert>

#include "graphsr/tensor/multiply.h"

namespace graphsr {

LayerRows::LayerRows(int64_t rows, int64_t width, int64_t networks, std::span<const Real> factors)
    : rows_(rows), width_(width), factors_(factors) {
  if (rows > kManyRows) {
    bytes_.resize(rows, width, networks);
  } else {
    assert(factors.empty() && "few rows are kept as they are");
    for (int64_t m = 0; m < networks; ++m) whole_.emplace_back(rows, width);
  }
}

void LayerRows::put(int64_t network, int64_t row, const Real* values) {
  if (whole_.empty())
    bytes_.put(row, values, factors_.empty() ? 1 : factors_[row], network);
  else
    std::copy_n(values, width_, whole_[network].row(row));
}

void LayerRows::put(int64_t network, int64_t first, const Matrix& rows) {
  for (int64_t i = 0; i < rows.rows(); ++i) put(network, first + i, rows.row(i));
}

void LayerRows::get(int64_t network, int64_t first, int64_t count, Matrix& to) const {
  to.resize(count, width_);
  for (int64_t i = 0; i < count; ++i) {
    if (!whole_.empty()) {
      std::copy_n(whole_[network].row(first + i), width_, to.row(i));
      continue;
    }
    bytes_.get(first + i, to.row(i), network);
    if (!factors_.empty())
      for (int64_t j = 0; j < width_; ++j) to(i, j) /= factors_[first + i];
  }
}

void LayerRows::gather(ThreadPool& pool, int64_t network, const Csr& by, Matrix& sums) const {
  assert(factors_.empty());
  if (whole_.empty())
    multiply(pool, by, bytes_, network, sums);
  else
    multiply(pool, by, whole_[network], sums);
}

void LayerRows::sum_neighbours(const Csr& edges, const Messages& messages, int64_t begin, int64_t end,
                               std::span<Real* const> sums) const {
  assert(whole_.empty() && rows_ == edges.rows && factors_.size() == messages.from.size());
  kernels::byte_neighbour_sum(sparse_rows(edges), begin, end, bytes_.groups(), messages.self_loops,
                              messages.to.empty() ? nullptr : messages.to.data(), sums.data());
}

}  // namespace graphsr
