#include "graphsr/select/pair_features.h"

#include <algorithm>
#include <cmath>

namespace graphsr {

namespace {

double log_odds(double p) {
  const double safe = std::clamp(p, 1e-4, 1 - 1e-4);
  return std::log(safe / (1 - safe));
}

// Adds the features of a pair as one fold sees it, times `weight`.
void add_view(const Matrix& probability, const Matrix& propagation, const Matrix& plain, const Task& task,
              const Pair& pair, double weight, double* out) {
  const Real* row = probability.row(pair.node);
  double best_other = 0;
  for (int c = 0; c < task.classes; ++c)
    if (c != pair.label) best_other = std::max(best_other, static_cast<double>(row[c]));
  const auto neighbours = task.graph->edges.row(pair.node);
  double around = 0;
  for (const int32_t u : neighbours) around += probability(u, pair.label);
  const auto degree = static_cast<double>(neighbours.size());
  const double p = row[pair.label];
  const double features[kPairFeatures] = {
      log_odds(p),
      p - best_other,
      degree > 0 ? around / degree : p,
      propagation(pair.node, pair.label),
      plain(pair.node, pair.label),
      std::log1p(degree),
      std::ranges::binary_search(task.minority, pair.label) ? 1.0 : 0.0,
      1.0,
  };
  for (int64_t j = 0; j < kPairFeatures; ++j) out[j] += weight * features[j];
}

}  // namespace

Matrix pair_features(const CrossFit& cross_fit, const Task& task, std::span<const Pair> pairs,
                     ThreadPool& pool) {
  const std::vector<int32_t> fold_of = cross_fit.fold_of_nodes(task.graph->nodes());
  const bool own = task.validation.size() == 0;
  const int folds = cross_fit.folds();
  Matrix out(static_cast<int64_t>(pairs.size()), kPairFeatures);
  pool.for_rows(out.rows(), 100 * folds, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      double sum[kPairFeatures] = {};
      const int32_t fold = fold_of[pairs[i].node];
      for (int k = fold < 0 ? 0 : fold; k < (fold < 0 ? folds : fold + 1); ++k)
        add_view(cross_fit.probability[k], cross_fit.propagation[k],
                 own ? cross_fit.propagation[k] : cross_fit.plain_propagation, task, pairs[i],
                 fold < 0 ? 1.0 / folds : 1.0, sum);
      std::copy_n(sum, kPairFeatures, out.row(i));
    }
  });
  return out;
}

Standardiser standardiser_of(const Matrix& rows) {
  Standardiser by;
  const auto count = static_cast<double>(std::max<int64_t>(1, rows.rows()));
  for (int64_t j = 0; j < rows.cols(); ++j) {
    double sum = 0, square = 0;
    for (int64_t i = 0; i < rows.rows(); ++i) sum += rows(i, j);
    const double mean = sum / count;
    for (int64_t i = 0; i < rows.rows(); ++i) square += (rows(i, j) - mean) * (rows(i, j) - mean);
    const double deviation = std::sqrt(square / count);
    const bool constant = deviation < 1e-6;
    by.shift.push_back(constant ? 0 : static_cast<Real>(mean));
    by.scale.push_back(constant ? 1 : static_cast<Real>(1 / deviation));
  }
  return by;
}

Matrix standardised(const Matrix& rows, const Standardiser& by) {
  Matrix out(rows.rows(), rows.cols());
  for (int64_t i = 0; i < rows.rows(); ++i)
    for (int64_t j = 0; j < rows.cols(); ++j) out(i, j) = (rows(i, j) - by.shift[j]) * by.scale[j];
  return out;
}

}  // namespace graphsr
