#include "graphsr/graph/npz_csr.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graphsr/base/error.h"

namespace graphsr {

namespace {

constexpr int64_t kMostRows = std::numeric_limits<int32_t>::max();
constexpr const char* kAsCsr = "save the parts of a scipy.sparse.csr_matrix";

std::vector<int64_t> checked_offsets(const NpyArray& array, int64_t rows, int64_t entries) {
  std::vector<int64_t> offsets = integers_of(array);
  if (std::ssize(offsets) != rows + 1)
    bad_input(array.place,
              fmt::format("has {} elements, but {} rows need {}", offsets.size(), rows, rows + 1), kAsCsr);
  if (offsets.front() != 0)
    bad_input(array.place, fmt::format("element 0 is {}, expected 0", offsets.front()), kAsCsr);
  for (size_t i = 1; i < offsets.size(); ++i)
    if (offsets[i] < offsets[i - 1])
      bad_input(array.place,
                fmt::format("element {} is {}, less than {} before it", i, offsets[i], offsets[i - 1]),
                kAsCsr);
  if (offsets.back() != entries)
    bad_input(array.place, fmt::format("ends with {}, but there are {} indices", offsets.back(), entries),
              kAsCsr);
  return offsets;
}

std::vector<int64_t> checked_shape(const NpyArray& array) {
  std::vector<int64_t> shape = integers_of(array);
  if (shape.size() != 2)
    bad_input(array.place, fmt::format("has {} elements, expected rows and columns", shape.size()), kAsCsr);
  for (const int64_t extent : shape)
    if (extent < 1 || extent > kMostRows)
      bad_input(array.place,
                fmt::format("says {} x {}, and each must be from 1 to {}", shape[0], shape[1], kMostRows));
  return shape;
}

// The row in which entry e stands.
int64_t row_of(const Csr& matrix, int64_t e) {
  return std::upper_bound(matrix.offsets.begin(), matrix.offsets.end(), e) - matrix.offsets.begin() - 1;
}

// The matrix as it is stored: checked, finite, its columns in any order.
Csr stored_matrix(const CsrArrays& arrays) {
  const std::vector<int64_t> shape = checked_shape(arrays.shape);
  expect_dimensions(arrays.columns, 1);
  expect_dimensions(arrays.values, 1);
  const int64_t entries = arrays.columns.count();
  Csr matrix;
  matrix.rows = shape[0];
  matrix.cols = shape[1];
  matrix.offsets = checked_offsets(arrays.offsets, matrix.rows, entries);
  if (arrays.values.count() != entries)
    bad_input(arrays.values.place,
              fmt::format("has {} elements, but there are {} indices", arrays.values.count(), entries),
              kAsCsr);
  matrix.columns.resize(static_cast<size_t>(entries));
  const auto take_column = [&](int64_t e, auto column) {
    const std::optional<int64_t> whole = whole_number(column);
    if (!whole || *whole < 0 || *whole >= matrix.cols)
      bad_input(arrays.columns.place,
                fmt::format("element {} (row {}) is column {}, and there are {}", e, row_of(matrix, e),
                            column, matrix.cols),
                "count columns from 0");
    matrix.columns[e] = static_cast<int32_t>(*whole);
  };
  if (!for_numbers(arrays.columns, take_column))
    bad_input(arrays.columns.place, "holds text, expected integers");
  const std::vector<float> values = floats_of(arrays.values);
  for (int64_t e = 0; e < entries; ++e)
    if (!std::isfinite(values[e]))
      bad_input(arrays.values.place,
                fmt::format("row {}, column {} is not a finite number", row_of(matrix, e), matrix.columns[e]),
                "replace it by a number");
  matrix.values.assign(values.begin(), values.end());
  return matrix;
}

// Columns ascending in each row, stored zeros dropped. Returns how many there were.
int64_t tidy(Csr& matrix) {
  std::vector<std::pair<int32_t, Real>> entries;
  int64_t kept = 0, begin = 0;
  for (int64_t row = 0; row < matrix.rows; ++row) {
    entries.clear();
    const int64_t end = matrix.offsets[row + 1];
    for (int64_t e = begin; e < end; ++e)
      if (matrix.values[e] != 0) entries.emplace_back(matrix.columns[e], matrix.values[e]);
    const auto by_column = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (!std::is_sorted(entries.begin(), entries.end(), by_column))
      std::stable_sort(entries.begin(), entries.end(), by_column);
    for (const auto& [column, value] : entries) {
      matrix.columns[kept] = column;
      matrix.values[kept++] = value;
    }
    begin = end;
    matrix.offsets[row + 1] = kept;
  }
  const int64_t dropped = begin - kept;
  matrix.columns.resize(static_cast<size_t>(kept));
  matrix.values.resize(static_cast<size_t>(kept));
  return dropped;
}

}  // namespace

StoredCsr tidied(Csr matrix) {
  StoredCsr stored = {std::move(matrix), 0};
  stored.zeros = tidy(stored.matrix);
  return stored;
}

StoredCsr checked_csr(const CsrArrays& arrays) { return tidied(stored_matrix(arrays)); }

StoredCsr read_csr(const Npz& npz, const std::string& prefix) {
  return checked_csr({npz.array(prefix + "_shape"), npz.array(prefix + "_indptr"),
                      npz.array(prefix + "_indices"), npz.array(prefix + "_data")});
}

std::optional<Repeat> first_repeat(const Csr& matrix) {
  for (int64_t row = 0; row < matrix.rows; ++row) {
    const auto columns = matrix.row(row);
    const auto found = std::adjacent_find(columns.begin(), columns.end());
    if (found != columns.end()) return Repeat{row, *found};
  }
  return std::nullopt;
}

}  // namespace graphsr
