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

std::vector<int64_t> checked_offsets(const Npz& npz, const std::string& name, int64_t rows, int64_t entries) {
  std::vector<int64_t> offsets = npz.integers(name);
  if (std::ssize(offsets) != rows + 1)
    bad_input(npz.place(name),
              fmt::format("has {} elements, but {} rows need {}", offsets.size(), rows, rows + 1), kAsCsr);
  if (offsets.front() != 0)
    bad_input(npz.place(name), fmt::format("element 0 is {}, expected 0", offsets.front()), kAsCsr);
  for (size_t i = 1; i < offsets.size(); ++i)
    if (offsets[i] < offsets[i - 1])
      bad_input(npz.place(name),
                fmt::format("element {} is {}, less than {} before it", i, offsets[i], offsets[i - 1]),
                kAsCsr);
  if (offsets.back() != entries)
    bad_input(npz.place(name), fmt::format("ends with {}, but there are {} indices", offsets.back(), entries),
              kAsCsr);
  return offsets;
}

// The matrix as it is stored: checked, finite, its columns in any order.
Csr stored_matrix(const Npz& npz, const std::string& prefix) {
  const std::string shape_name = prefix + "_shape", indices_name = prefix + "_indices",
                    data_name = prefix + "_data";
  const std::vector<int64_t> shape = npz.integers(shape_name);
  if (shape.size() != 2)
    bad_input(npz.place(shape_name), fmt::format("has {} elements, expected rows and columns", shape.size()),
              kAsCsr);
  for (const int64_t extent : shape)
    if (extent < 1 || extent > kMostRows)
      bad_input(npz.place(shape_name),
                fmt::format("says {} x {}, and each must be from 1 to {}", shape[0], shape[1], kMostRows));
  const std::vector<int64_t> indices = npz.integers(indices_name);
  Csr matrix;
  matrix.rows = shape[0];
  matrix.cols = shape[1];
  matrix.offsets = checked_offsets(npz, prefix + "_indptr", matrix.rows, std::ssize(indices));
  npz.expect_dimensions(data_name, 1);
  const std::vector<float> values = npz.floats(data_name);
  if (values.size() != indices.size())
    bad_input(npz.place(data_name),
              fmt::format("has {} elements, but there are {} indices", values.size(), indices.size()),
              kAsCsr);
  matrix.columns.reserve(indices.size());
  matrix.values.assign(values.begin(), values.end());
  for (int64_t row = 0; row < matrix.rows; ++row)
    for (int64_t e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e) {
      const int64_t column = indices[e];
      if (column < 0 || column >= matrix.cols)
        bad_input(
            npz.place(indices_name),
            fmt::format("element {} (row {}) is column {}, and there are {}", e, row, column, matrix.cols),
            "count columns from 0");
      if (!std::isfinite(values[e]))
        bad_input(npz.place(data_name), fmt::format("row {}, column {} is not a finite number", row, column),
                  "replace it by a number");
      matrix.columns.push_back(static_cast<int32_t>(column));
    }
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

StoredCsr read_csr(const Npz& npz, const std::string& prefix) {
  StoredCsr stored = {stored_matrix(npz, prefix), 0};
  stored.zeros = tidy(stored.matrix);
  return stored;
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
