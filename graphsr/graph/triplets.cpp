#include "graphsr/graph/triplets.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"

namespace graphsr {

void expect_plausible_rows(int64_t rows, int64_t entries, const std::string& place) {
  constexpr int64_t kFreeRows = 100'000, kRowsPerEntry = 100;
  if (rows > kFreeRows && rows / kRowsPerEntry > entries)
    bad_input(
        place,
        fmt::format("says {} rows, but has only {} {}", rows, entries, entries == 1 ? "entry" : "entries"),
        "say how many there are");
}

StoredCsr Triplets::finish(int64_t rows, int64_t columns) {
  Csr matrix;
  matrix.rows = rows;
  matrix.cols = columns;
  matrix.offsets.assign(static_cast<size_t>(rows) + 1, 0);
  for (const int32_t row : rows_) ++matrix.offsets[row + 1];
  for (int64_t row = 0; row < rows; ++row) matrix.offsets[row + 1] += matrix.offsets[row];
  if (std::is_sorted(rows_.begin(), rows_.end())) {
    rows_ = {};
    matrix.columns = std::move(columns_);
    matrix.values = std::move(values_);
    return tidied(std::move(matrix));
  }
  std::vector<int64_t> next(matrix.offsets.begin(), matrix.offsets.end() - 1);
  matrix.columns.resize(columns_.size());
  matrix.values.resize(values_.size());
  for (size_t i = 0; i < rows_.size(); ++i) {
    const int64_t at = next[rows_[i]]++;
    matrix.columns[at] = columns_[i];
    if (!values_.empty()) matrix.values[at] = values_[i];
  }
  rows_ = columns_ = {};
  values_ = {};
  return tidied(std::move(matrix));
}

}  // namespace graphsr
