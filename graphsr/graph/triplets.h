// Sparse matrices from entries in any order, as coordinate files have them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsr/graph/npz_csr.h"

namespace graphsr {

// Refuses a number of rows for which memory would be taken and that so few entries do not bear out.
void expect_plausible_rows(int64_t rows, int64_t entries, const std::string& place);

class Triplets {
 public:
  // Rows and columns must be in range: the caller can name the place. Values are stored from the first on
  // that is not 1.
  void add(int64_t row, int64_t column, Real value) {
    rows_.push_back(static_cast<int32_t>(row));
    columns_.push_back(static_cast<int32_t>(column));
    if (value != 1 && values_.empty()) values_.assign(columns_.size() - 1, 1);
    if (value != 1 || !values_.empty()) values_.push_back(value);
  }

  int64_t size() const { return static_cast<int64_t>(rows_.size()); }

  // Columns ascending, stored zeros dropped and counted. Nothing is left here.
  StoredCsr finish(int64_t rows, int64_t columns);

 private:
  std::vector<int32_t> rows_, columns_;
  std::vector<Real> values_;  // empty: all 1
};

}  // namespace graphsr
