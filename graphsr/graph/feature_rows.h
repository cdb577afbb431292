// Features as they come from a text file, row by row.
#pragma once

#include <cstdint>
#include <vector>

#include "graphsr/graph/features.h"

namespace graphsr {

class FeatureRows {
 public:
  enum class Form {
    sparse,   // whatever the values
    by_share  // dense when more than half of the values in the first 1000 rows are not 0
  };
  explicit FeatureRows(Form form) : form_(form) {}

  // The next value of the row, at a column above the one before; zeros may be left out.
  void add(int64_t column, Real value) {
    if (value == 0) return;
    columns_.push_back(static_cast<int32_t>(column));
    if (value != 1 && values_.empty()) values_.assign(columns_.size() - 1, 1);
    if (value != 1 || !values_.empty()) values_.push_back(value);
  }

  // `cols` is how many columns every row has; the same at each call.
  void end_row(int64_t cols);

  int64_t rows() const { return rows_; }

  // Nothing is left here.
  Features finish(int64_t cols);

 private:
  void choose_form(int64_t cols);
  void move_to_dense(int64_t cols);

  Form form_;
  bool chosen_ = false, dense_ = false;
  int64_t rows_ = 0;
  std::vector<int64_t> offsets_ = {0};
  std::vector<int32_t> columns_;
  std::vector<Real> values_;  // empty: all 1
  std::vector<Real> cells_;   // of the rows that are dense already
};

}  // namespace graphsr
