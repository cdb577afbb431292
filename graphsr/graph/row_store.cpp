#include "graphsr/graph/row_store.h"

#include <algorithm>
#include <cassert>

namespace graphsr {

namespace {
constexpr size_t kBlock = 1 << 20;  // values
}

void RowStore::add(std::span<const Real> row) {
  assert((rows_ == 0 || std::ssize(row) == cols_) && "rows are as long as the first");
  cols_ = std::ssize(row);
  if (blocks_.empty() || blocks_.back().size() + row.size() > blocks_.back().capacity()) {
    // A first block that grows, for most tables are small.
    if (blocks_.size() != 1 || blocks_[0].size() + row.size() > kBlock) {
      blocks_.emplace_back();
      if (blocks_.size() > 1) blocks_.back().reserve(std::max(kBlock, row.size()));
    }
  }
  blocks_.back().insert(blocks_.back().end(), row.begin(), row.end());
  ++rows_;
}

Matrix RowStore::finish() {
  Matrix matrix(rows_, cols_);
  Real* to = matrix.data();
  for (std::vector<Real>& block : blocks_) {
    to = std::copy(block.begin(), block.end(), to);
    block = std::vector<Real>();
  }
  blocks_.clear();
  rows_ = cols_ = 0;
  return matrix;
}

}  // namespace graphsr
