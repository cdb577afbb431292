#include "graphsr/graph/npz_csr.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/large_pages.h"

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

void read_columns(const NpyArray& array, Csr& matrix) {
  expect_dimensions(array, 1);
  const auto count = static_cast<size_t>(array.count());
  matrix.columns.reserve(count);
  ask_for_large_pages(matrix.columns.data(), count * sizeof(int32_t));
  matrix.columns.resize(count);
  const auto take = [&](int64_t e, auto column) {
    const std::optional<int64_t> whole = whole_number(column);
    if (!whole || *whole < 0 || *whole >= matrix.cols)
      bad_input(array.place,
                fmt::format("element {} (row {}) is column {}, and there are {}", e, row_of(matrix, e),
                            column, matrix.cols),
                "count columns from 0");
    matrix.columns[e] = static_cast<int32_t>(*whole);
  };
  if (!for_numbers(array, take)) bad_input(array.place, "holds text, expected integers");
}

void read_values(const NpyArray& array, Csr& matrix) {
  expect_dimensions(array, 1);
  if (array.count() != matrix.nonzeros())
    bad_input(array.place,
              fmt::format("has {} elements, but there are {} indices", array.count(), matrix.nonzeros()),
              kAsCsr);
  bool ones = true;
  if (!for_numbers(array, [&](int64_t, auto value) { ones &= value == 1; }))
    bad_input(array.place, "holds text, expected numbers");
  if (ones) return;
  matrix.values.resize(matrix.columns.size());
  for_numbers(array, [&](int64_t e, auto value) {
    const auto wide = static_cast<double>(value);
    if (!std::isfinite(wide))
      bad_input(array.place,
                fmt::format("row {}, column {} is not a finite number", row_of(matrix, e), matrix.columns[e]),
                "replace it by a number");
    if (std::abs(wide) > std::numeric_limits<float>::max())
      bad_input(array.place, fmt::format("element {} is {}, too large for float32", e, value));
    matrix.values[e] = static_cast<Real>(value);
  });
}

// The matrix as it is stored: checked, finite, its columns in any order.
Csr stored_matrix(const CsrArrays& arrays) {
  const std::vector<int64_t> shape = checked_shape(arrays.shape());
  Csr matrix;
  matrix.rows = shape[0];
  matrix.cols = shape[1];
  const NpyArray offsets = arrays.offsets();
  NpyArray columns = arrays.columns();
  matrix.offsets = checked_offsets(offsets, matrix.rows, columns.count());
  read_columns(columns, matrix);
  columns = {};
  read_values(arrays.values(), matrix);
  return matrix;
}

template <class T>
void resize_to_fit(Array<T>& values, int64_t size) {
  values.resize(static_cast<size_t>(size));
  values.shrink_to_fit();
}

// Columns ascending in each row, stored zeros dropped.
void tidy(StoredCsr& stored) {
  Csr& matrix = stored.matrix;
  const auto note_repeats = [&](const int32_t* first, const int32_t* last) {
    stored.repeats |= std::adjacent_find(first, last) != last;
  };
  std::vector<std::pair<int32_t, Real>> entries;
  int64_t kept = 0, begin = 0;
  const bool ones = matrix.values.empty();
  for (int64_t row = 0; row < matrix.rows; ++row) {
    const int64_t end = matrix.offsets[row + 1];
    if (ones) {
      int32_t *const first = matrix.columns.begin() + begin, *const last = matrix.columns.begin() + end;
      if (std::adjacent_find(first, last, std::greater_equal()) != last) {
        std::sort(first, last);
        note_repeats(first, last);
      }
      kept += end - begin;
    } else {
      entries.clear();
      for (int64_t e = begin; e < end; ++e)
        if (matrix.values[e] != 0) entries.emplace_back(matrix.columns[e], matrix.values[e]);
      const auto by_column = [](const auto& a, const auto& b) { return a.first < b.first; };
      if (!std::is_sorted(entries.begin(), entries.end(), by_column))
        std::stable_sort(entries.begin(), entries.end(), by_column);
      const int64_t row_begin = kept;
      for (const auto& [column, value] : entries) {
        matrix.columns[kept] = column;
        matrix.values[kept++] = value;
      }
      note_repeats(matrix.columns.begin() + row_begin, matrix.columns.begin() + kept);
    }
    begin = end;
    matrix.offsets[row + 1] = kept;
  }
  stored.zeros = begin - kept;
  if (stored.zeros == 0) return;
  resize_to_fit(matrix.columns, kept);
  resize_to_fit(matrix.values, kept);
}

}  // namespace

StoredCsr tidied(Csr matrix) {
  StoredCsr stored = {std::move(matrix)};
  tidy(stored);
  Array<Real>& values = stored.matrix.values;
  if (std::all_of(values.begin(), values.end(), [](Real value) { return value == 1; })) values = {};
  return stored;
}

StoredCsr checked_csr(const CsrArrays& arrays) { return tidied(stored_matrix(arrays)); }

StoredCsr read_csr(const Npz& npz, const std::string& prefix) {
  const auto part = [&](const char* end) { return [&npz, name = prefix + end] { return npz.array(name); }; };
  return checked_csr({part("_shape"), part("_indptr"), part("_indices"), part("_data")});
}

// Going through the entries above the diagonal row by row, row j meets those below it in order too: one look
// per pair. A row whose turn comes has met all of its own, and no more. The looks go all over the matrix, so
// that memory is asked for some entries ahead: three times as fast on large graphs. `Place` counts entries:
// with 32 bits, where they suffice, twice as many places stay in the cache.
template <class Place>
static std::optional<int64_t> loops_if_mirrored(const Csr& matrix) {
  constexpr int64_t kFar = 32, kNear = 16;
  const int64_t all = matrix.nonzeros();
  int64_t loops = 0;
  const int32_t* const columns = matrix.columns.data();
  std::vector<Place> next(matrix.offsets.begin(), matrix.offsets.end() - 1);
  for (int64_t row = 0; row < matrix.rows; ++row) {
    const int64_t end = matrix.offsets[row + 1];
    int64_t e = next[row];
    if (e > end || (e < end && columns[e] < row)) return std::nullopt;
    if (e < end && columns[e] == row) ++e, ++loops;
    for (; e < end; ++e) {
      if (e + kFar < all) __builtin_prefetch(&next[columns[e + kFar]]);
      if (e + kNear < all) __builtin_prefetch(columns + next[columns[e + kNear]]);
      const int64_t mirror = next[columns[e]]++;
      if (mirror >= all || columns[mirror] != row) return std::nullopt;
      if (!matrix.values.empty() && matrix.values[mirror] != matrix.values[e]) return std::nullopt;
    }
  }
  return loops;
}

std::optional<int64_t> loops_if_symmetric(const Csr& matrix) {
  if (matrix.rows != matrix.cols) return std::nullopt;
  return matrix.nonzeros() < std::numeric_limits<int32_t>::max() ? loops_if_mirrored<int32_t>(matrix)
                                                                 : loops_if_mirrored<int64_t>(matrix);
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
