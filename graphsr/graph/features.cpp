// Statistics of columns are gathered in double and in row order, in two passes (mean, then squares about the
// mean).
#include "graphsr/graph/features.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/mapped_file.h"

namespace graphsr {

namespace {

constexpr ScalingName kScalings[] = {
    {"raw", Scaling::raw, "features as they are"},
    {"row-l2", Scaling::row_l2, "each node's features divided by their Euclidean length"},
    {"standardise", Scaling::standardise,
     "each feature divided by its deviation, and centred where features are dense"},
};

Real value_at(const Csr& sparse, int64_t k) { return sparse.values.empty() ? 1 : sparse.values[k]; }

// Calls visit(column, value) for every value that is stored, row by row.
template <class Visit>
void for_each_value(const Features& features, Visit visit) {
  if (features.is_sparse()) {
    const Csr& sparse = features.sparse();
    for (int64_t k = 0; k < sparse.nonzeros(); ++k) visit(sparse.columns[k], value_at(sparse, k));
  } else {
    const Matrix& dense = features.dense();
    for (int64_t i = 0; i < dense.rows(); ++i)
      for (int64_t j = 0; j < dense.cols(); ++j) visit(j, dense(i, j));
  }
}

struct Column {
  int64_t stored = 0;
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  double sum = 0, squares = 0;  // squares about the mean
};

// Zeros that a sparse form does not store count like any other value.
std::vector<Column> column_statistics(const Features& features) {
  const auto rows = static_cast<double>(features.rows());
  std::vector<Column> columns(features.cols());
  for_each_value(features, [&](int64_t j, double value) {
    Column& column = columns[j];
    ++column.stored;
    column.lowest = std::min(column.lowest, value);
    column.highest = std::max(column.highest, value);
    column.sum += value;
  });
  for_each_value(features, [&](int64_t j, double value) {
    const double distance = value - columns[j].sum / rows;
    columns[j].squares += distance * distance;
  });
  for (Column& column : columns) {
    const int64_t zeros = features.rows() - column.stored;
    if (zeros == 0) continue;
    column.lowest = std::min(column.lowest, 0.0);
    column.highest = std::max(column.highest, 0.0);
    column.squares += static_cast<double>(zeros) * (column.sum / rows) * (column.sum / rows);
  }
  return columns;
}

void divide_by_length(std::span<Real> values) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  const double length = std::sqrt(squares);
  if (length == 0) return;
  for (Real& value : values) value = static_cast<Real>(value / length);
}

Csr with_values(Csr sparse) {
  if (sparse.values.empty()) sparse.values.assign(sparse.columns.size(), 1);
  return sparse;
}

Csr row_normalised(const Csr& features) {
  Csr out = with_values(features);
  for (int64_t i = 0; i < out.rows; ++i)
    divide_by_length({out.values.data() + out.offsets[i], static_cast<size_t>(out.length(i))});
  return out;
}

Matrix row_normalised(Matrix features) {
  for (int64_t i = 0; i < features.rows(); ++i)
    divide_by_length({features.row(i), static_cast<size_t>(features.cols())});
  return features;
}

void check_fits(const Features& features, const Preprocessing& preprocessing) {
  const auto columns = static_cast<int64_t>(preprocessing.scale.size());
  if (features.cols() != columns)
    bad_input(
        "features",
        fmt::format("they have {} columns, but their scaling was made for {}", features.cols(), columns),
        "use a graph with the features that the model was trained on");
  if (features.is_sparse() && !preprocessing.shift.empty())
    bad_input("features", "they are sparse, but their scaling was made for dense ones and moves zeros",
              "store the features as a dense matrix");
}

Csr scaled(const Csr& features, const Preprocessing& preprocessing) {
  Csr out = with_values(features);
  for (size_t k = 0; k < out.values.size(); ++k) out.values[k] *= preprocessing.scale[out.columns[k]];
  return out;
}

Matrix scaled(const Matrix& features, const Preprocessing& preprocessing, ThreadPool& pool) {
  Matrix out(features.rows(), features.cols());
  pool.for_rows(features.rows(), features.cols(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for (int64_t j = 0; j < features.cols(); ++j) {
        const Real shift = preprocessing.shift.empty() ? 0 : preprocessing.shift[j];
        out(i, j) = (features(i, j) - shift) * preprocessing.scale[j];
      }
  });
  return out;
}

// What was made of values in a mapped file, which will not be needed again.
Matrix left_behind(const Matrix& before, Matrix after) {
  if (before.is_view()) let_pages_leave(before.data(), static_cast<size_t>(before.size()) * sizeof(Real));
  return after;
}

}  // namespace

Features gathered(const Features& features, std::span<const int32_t> rows) {
  if (features.is_sparse()) return Features(gathered(features.sparse(), rows));
  return Features(gathered(features.dense(), rows));
}

std::span<const ScalingName> scalings() { return kScalings; }

const char* name_of(Scaling scaling) {
  for (const ScalingName& row : kScalings)
    if (row.scaling == scaling) return row.name;
  throw Error(Fault::internal, "features", "a scaling is missing from the table of scalings");
}

Scaling suitable_scaling(const Features& features) {
  bool binary = true;
  int64_t nonzeros = 0;
  for_each_value(features, [&](int64_t, Real value) {
    binary = binary && (value == 0 || value == 1);
    nonzeros += value != 0;
  });
  if (binary) return Scaling::raw;
  const double all = static_cast<double>(features.rows()) * static_cast<double>(features.cols());
  const bool mostly_zeros = 2.0 * static_cast<double>(nonzeros) < all;
  return features.is_sparse() && mostly_zeros ? Scaling::row_l2 : Scaling::standardise;
}

Preprocessing preprocessing_for(const Features& features, Scaling scaling) {
  Preprocessing preprocessing{scaling, {}, {}};
  if (scaling != Scaling::standardise) return preprocessing;
  const auto rows = static_cast<double>(features.rows());
  for (const Column& column : column_statistics(features)) {
    const bool varies = column.lowest < column.highest;
    const auto scale = static_cast<Real>(1 / std::sqrt(column.squares / rows));
    // Variation too small for a finite scale is no more than rounding.
    preprocessing.scale.push_back(varies && std::isfinite(scale) ? scale : 1);
    if (features.is_sparse()) continue;
    const double centre = varies ? column.sum / rows : column.lowest;
    preprocessing.shift.push_back(static_cast<Real>(features.rows() > 0 ? centre : 0));
  }
  return preprocessing;
}

Features preprocessed(const Features& features, const Preprocessing& preprocessing, ThreadPool& pool) {
  switch (preprocessing.scaling) {
    case Scaling::raw:
      break;
    case Scaling::row_l2:
      if (features.is_sparse()) return Features(row_normalised(features.sparse()));
      return Features(left_behind(features.dense(), row_normalised(features.dense())));
    case Scaling::standardise:
      check_fits(features, preprocessing);
      if (features.is_sparse()) return Features(scaled(features.sparse(), preprocessing));
      return Features(left_behind(features.dense(), scaled(features.dense(), preprocessing, pool)));
  }
  return features;
}

}  // namespace graphsr
