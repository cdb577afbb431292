// Statistics of columns are gathered in double and in row order, in two passes (mean, then squares about the
// mean).
#include "graphsr/graph/features.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/mapped_file.h"
#include "graphsr/base/memory.h"
#include "graphsr/base/scratch_file.h"

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

// Values that are made of others: in memory, or on disk where those lie in a mapped file and the new ones
// would take more than a quarter of the memory.
struct Room {
  Real* values;
  std::shared_ptr<const void> keeper;
};
Room room_for(size_t count, bool mapped) {
  const size_t bytes = count * sizeof(Real);
  if (mapped && static_cast<double>(bytes) > static_cast<double>(memory_limit()) / 4) {
    const auto disk = std::make_shared<ScratchFile>(bytes);
    return {reinterpret_cast<Real*>(disk->data()), disk};
  }
  const auto memory = std::make_shared<AlignedVector<Real>>(count);
  return {memory->data(), memory};
}

// The same entries with other values: change(columns, values) changes those of a row in their place.
template <class Change>
Features changed_entries(const Features& features, const Change& change) {
  const Csr& sparse = features.sparse();
  const Room room = room_for(sparse.columns.size(), sparse.columns.is_view());
  for (int64_t i = 0; i < sparse.rows; ++i) {
    const int64_t begin = sparse.offsets[i];
    const std::span<Real> values(room.values + begin, static_cast<size_t>(sparse.length(i)));
    if (sparse.values.empty())
      std::fill(values.begin(), values.end(), Real(1));
    else
      std::copy_n(sparse.values.data() + begin, values.size(), values.begin());
    change(sparse.row(i), values);
  }
  Csr out = view_of(sparse, features.keeper());
  out.values = Array<Real>::view({room.values, sparse.columns.size()}, room.keeper);
  return Features(std::move(out));
}

template <class Change>
Features changed_rows(const Matrix& dense, ThreadPool& pool, const Change& change) {
  const Room room = room_for(static_cast<size_t>(dense.size()), dense.is_view());
  pool.for_rows(dense.rows(), dense.cols(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const std::span<Real> values(room.values + i * dense.cols(), static_cast<size_t>(dense.cols()));
      std::copy_n(dense.row(i), dense.cols(), values.begin());
      change(values);
    }
  });
  // Values in a mapped file will not be needed again.
  if (dense.is_view()) let_pages_leave(dense.data(), static_cast<size_t>(dense.size()) * sizeof(Real));
  return Features(Matrix::view(dense.rows(), dense.cols(), room.values, room.keeper));
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

static Features row_normalised(const Features& features, ThreadPool& pool) {
  if (features.is_sparse())
    return changed_entries(features, [](auto, std::span<Real> row) { divide_by_length(row); });
  return changed_rows(features.dense(), pool, divide_by_length);
}

static Features standardised(const Features& features, const Preprocessing& preprocessing, ThreadPool& pool) {
  check_fits(features, preprocessing);
  const std::vector<Real>&shift = preprocessing.shift, &scale = preprocessing.scale;
  if (features.is_sparse())
    return changed_entries(features, [&](std::span<const int32_t> columns, std::span<Real> row) {
      for (size_t k = 0; k < row.size(); ++k) row[k] *= scale[columns[k]];
    });
  return changed_rows(features.dense(), pool, [&](std::span<Real> row) {
    for (size_t j = 0; j < row.size(); ++j) row[j] = (row[j] - (shift.empty() ? 0 : shift[j])) * scale[j];
  });
}

Features preprocessed(const Features& features, const Preprocessing& preprocessing, ThreadPool& pool) {
  switch (preprocessing.scaling) {
    case Scaling::raw:
      break;
    case Scaling::row_l2:
      return row_normalised(features, pool);
    case Scaling::standardise:
      return standardised(features, preprocessing, pool);
  }
  return features;
}

}  // namespace graphsr
