// Dense rows of which nobody knows how many there will be. They are kept in blocks, so that the peak of
// memory is twice the rows: blocks do not move when more rows come, and each is freed once it is copied.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsr/tensor/matrix.h"

namespace graphsr {

class RowStore {
 public:
  // All rows must have as many values.
  void add(std::span<const Real> row);

  int64_t rows() const { return rows_; }
  int64_t cols() const { return cols_; }

  // Nothing is left here.
  Matrix finish();

 private:
  int64_t rows_ = 0, cols_ = 0;
  std::vector<std::vector<Real>> blocks_;
};

}  // namespace graphsr
