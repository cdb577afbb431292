// The random bits behind dropout, one row at a time.
#pragma once

#include <vector>

#include "graphsr/tensor/kernels.h"
#include "graphsr/tensor/ops.h"

namespace graphsr {

KeepRule keep_rule(const Dropout& dropout);

// Element (i, j) of a matrix of `cols` columns has its own 16 bits, whoever asks first. One per thread.
class DropoutBits {
 public:
  DropoutBits(const Dropout& dropout, int64_t cols);

  // The bits of row i, valid until the next call; null when nothing is dropped.
  const uint16_t* row(int64_t i);
  // How many rows' bits, from row i on, lie one behind the other after a call of row(i).
  int64_t rows_from(int64_t i) const { return cols_ % 8 == 0 ? first_ + ready_ - i : 1; }

 private:
  Dropout dropout_;
  int64_t cols_, blocks_;  // blocks of eight elements, per row
  int64_t first_ = 0, ready_ = 0;
  std::vector<uint16_t> bits_;
};

}  // namespace graphsr
