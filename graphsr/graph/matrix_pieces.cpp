#include "graphsr/graph/matrix_pieces.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/matrix_market.h"
#include "graphsr/graph/stored_graph.h"
#include "graphsr/graph/triplets.h"

namespace graphsr {

namespace {

Real real_value(const MatrixMarket& matrix, double value) {
  if (std::abs(value) > std::numeric_limits<float>::max())
    bad_input(matrix.place(), fmt::format("{} is too large for float32", value), "scale the features");
  return static_cast<Real>(value);
}

// The values come by columns and grow as they arrive; only then there is a matrix.
Features dense_features(MatrixMarket& matrix) {
  std::vector<Real> values;
  for (MatrixMarket::Entry entry; matrix.next(entry);) values.push_back(real_value(matrix, entry.value));
  Matrix dense(matrix.rows(), matrix.cols());
  auto value = values.begin();
  for (int64_t column = 0; column < matrix.cols(); ++column)
    for (int64_t row = matrix.is_symmetric() ? column : 0; row < matrix.rows(); ++row) {
      dense(row, column) = *value++;
      if (matrix.is_symmetric()) dense(column, row) = dense(row, column);
    }
  return Features(std::move(dense));
}

}  // namespace

Features matrix_market_features(SourcePtr source, Dataset& dataset) {
  MatrixMarket matrix(std::move(source));
  if (matrix.is_array()) return dense_features(matrix);
  Triplets entries;
  for (MatrixMarket::Entry entry; matrix.next(entry);) {
    const Real value = real_value(matrix, entry.value);
    entries.add(entry.row, entry.column, value);
    if (matrix.is_symmetric() && entry.row != entry.column) entries.add(entry.column, entry.row, value);
  }
  expect_plausible_rows(matrix.rows(), entries.size(), matrix.file());
  return features_from(entries.finish(matrix.rows(), matrix.cols()), matrix.rows(), matrix.file(), dataset);
}

Csr matrix_market_edges(SourcePtr source, const ReadOptions& options, Dataset& dataset) {
  MatrixMarket matrix(std::move(source));
  if (matrix.rows() != matrix.cols())
    bad_input(matrix.place(),
              fmt::format("says {} x {}, and a graph's must be square", matrix.rows(), matrix.cols()));
  std::vector<Edge> edges;
  BuildCounts dropped;
  int64_t weighted = 0;
  for (MatrixMarket::Entry entry; matrix.next(entry);) {
    if (matrix.is_array() && entry.value == 0) continue;
    if (entry.value == 0 || (options.min_weight && entry.value < *options.min_weight)) {
      ++dropped.light;
      continue;
    }
    weighted += entry.value != 1;
    const Edge edge{static_cast<int32_t>(entry.row), static_cast<int32_t>(entry.column)};
    edges.push_back(edge);
    if (matrix.is_symmetric() && options.direction != Direction::both && edge.from != edge.to)
      edges.push_back({edge.to, edge.from});
  }
  expect_plausible_rows(matrix.rows(), std::ssize(edges), matrix.file());
  note_weights(weighted, dataset);
  if (options.direction == Direction::both && !matrix.is_symmetric()) drop_opposite(edges);
  return finish_edges(matrix.rows(), std::move(edges), dropped, options, dataset);
}

}  // namespace graphsr
