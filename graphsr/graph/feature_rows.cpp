#include "graphsr/graph/feature_rows.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace graphsr {

namespace {
constexpr int64_t kRowsBeforeChoice = 1000;
}

// Empties the sparse rows into dense ones.
void FeatureRows::move_to_dense(int64_t cols) {
  for (size_t row = 0; row + 1 < offsets_.size(); ++row) {
    cells_.resize(cells_.size() + static_cast<size_t>(cols));
    Real* cells = cells_.data() + cells_.size() - cols;
    for (int64_t e = offsets_[row]; e < offsets_[row + 1]; ++e)
      cells[columns_[e]] = values_.empty() ? Real(1) : values_[e];
  }
  offsets_.assign(1, 0);
  columns_.clear();
  values_.clear();
}

void FeatureRows::choose_form(int64_t cols) {
  chosen_ = true;
  dense_ = form_ == Form::by_share && 2 * std::ssize(columns_) > rows_ * cols;
  if (dense_) move_to_dense(cols);
}

void FeatureRows::end_row(int64_t cols) {
  assert((columns_.empty() || columns_.back() < cols) && "columns are counted before rows end");
  ++rows_;
  offsets_.push_back(std::ssize(columns_));
  if (dense_)
    move_to_dense(cols);
  else if (!chosen_ && rows_ == kRowsBeforeChoice)
    choose_form(cols);
}

Features FeatureRows::finish(int64_t cols) {
  if (!chosen_) choose_form(cols);
  if (!dense_)
    return Features(Csr{rows_, cols, std::move(offsets_), std::move(columns_), std::move(values_)});
  Matrix matrix(rows_, cols);
  std::copy(cells_.begin(), cells_.end(), matrix.data());
  cells_ = {};
  return Features(std::move(matrix));
}

}  // namespace graphsr
