// Figures from the confusion matrix, and the area under the ROC curve as the share of (positive, negative)
// pairs that are in the right order, equal scores counting half (Mann-Whitney). Pairs are counted in
// integers, so it is exact.
#include "graphsr/measure/metrics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace graphsr {
namespace {

double ratio(int64_t part, int64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Mean over the classes that have both members and others.
double mean_auc(std::span<const int32_t> truth, const Matrix& probability,
                const std::vector<ClassFigures>& figures) {
  const int64_t n = probability.rows();
  std::vector<Real> score(truth.size());
  std::vector<unsigned char> positive(truth.size());
  double sum = 0;
  int64_t defined = 0;
  for (int64_t c = 0; c < probability.cols(); ++c) {
    const int64_t support = figures[static_cast<size_t>(c)].support;
    if (support == 0 || support == n) continue;
    for (int64_t i = 0; i < n; ++i) {
      score[static_cast<size_t>(i)] = probability(i, c);
      positive[static_cast<size_t>(i)] = truth[static_cast<size_t>(i)] == c;
    }
    sum += auc_roc(score, positive);
    ++defined;
  }
  return defined == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(defined);
}

}  // namespace

Metrics measure(std::span<const int32_t> truth, const Matrix& probability) {
  assert(static_cast<int64_t>(truth.size()) == probability.rows() && "one row of probabilities per node");
  const auto classes = static_cast<size_t>(probability.cols());
  const std::vector<int32_t> predicted = predicted_classes(probability);
  Metrics metrics;
  metrics.count = probability.rows();
  metrics.per_class.resize(classes);
  metrics.confusion.assign(classes * classes, 0);
  for (size_t i = 0; i < truth.size(); ++i) {
    assert(truth[i] >= 0 && static_cast<size_t>(truth[i]) < classes && "the truth is a class");
    ++metrics.confusion[static_cast<size_t>(truth[i]) * classes + static_cast<size_t>(predicted[i])];
  }

  int64_t right = 0, present = 0;
  double f1_sum = 0, recall_sum = 0, log_recall_sum = 0;
  for (size_t c = 0; c < classes; ++c) {
    ClassFigures& figures = metrics.per_class[c];
    const int64_t hits = metrics.confusion[c * classes + c];
    int64_t chosen = 0;
    for (size_t other = 0; other < classes; ++other) {
      figures.support += metrics.confusion[c * classes + other];
      chosen += metrics.confusion[other * classes + c];
    }
    figures.precision = ratio(hits, chosen);
    figures.recall = ratio(hits, figures.support);
    figures.f1 = ratio(2 * hits, chosen + figures.support);
    right += hits;
    f1_sum += figures.f1;
    if (figures.support == 0) continue;
    ++present;
    recall_sum += figures.recall;
    log_recall_sum += std::log(figures.recall);  // a recall of 0 gives -inf, and its exponential 0
  }

  metrics.accuracy = ratio(right, metrics.count);
  if (classes > 0) metrics.macro_f1 = f1_sum / static_cast<double>(classes);
  if (present > 0) {
    metrics.balanced_accuracy = recall_sum / static_cast<double>(present);
    metrics.g_mean = std::exp(log_recall_sum / static_cast<double>(present));
  }
  metrics.auc_roc = mean_auc(truth, probability, metrics.per_class);
  return metrics;
}

double auc_roc(std::span<const Real> score, std::span<const unsigned char> positive) {
  assert(score.size() == positive.size() && "one score per item");
  std::vector<std::pair<Real, bool>> items(score.size());
  for (size_t i = 0; i < items.size(); ++i) {
    if (std::isnan(score[i])) return std::numeric_limits<double>::quiet_NaN();  // and sorting needs an order
    items[i] = {score[i], positive[i] != 0};
  }
  std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.first < b.first; });

  // Twice the pairs in the right order: 2 for a negative below its positive, 1 for one beside it.
  int64_t pairs = 0, positives = 0, negatives = 0;
  for (size_t begin = 0, end = 0; begin < items.size(); begin = end) {
    int64_t equal_positives = 0, equal_negatives = 0;
    for (; end < items.size() && items[end].first == items[begin].first; ++end) {
      ++(items[end].second ? equal_positives : equal_negatives);
    }
    pairs += equal_positives * (2 * negatives + equal_negatives);
    positives += equal_positives;
    negatives += equal_negatives;
  }
  if (positives == 0 || negatives == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(pairs) / (2.0 * static_cast<double>(positives) * static_cast<double>(negatives));
}

std::vector<int32_t> predicted_classes(const Matrix& probability) {
  std::vector<int32_t> predicted(static_cast<size_t>(probability.rows()));
  for (int64_t i = 0; i < probability.rows(); ++i) {
    const Real* row = probability.row(i);
    int64_t best = 0;
    for (int64_t c = 1; c < probability.cols(); ++c) {
      if (row[c] > row[best]) best = c;
    }
    predicted[static_cast<size_t>(i)] = static_cast<int32_t>(best);
  }
  return predicted;
}

}  // namespace graphsr
