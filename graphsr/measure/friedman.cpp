#include "graphsr/measure/friedman.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "graphsr/measure/distributions.h"

namespace graphsr {
namespace {

bool has_nan(const std::vector<std::vector<double>>& cells) {
  for (const auto& cell : cells)
    if (std::any_of(cell.begin(), cell.end(), [](double v) { return std::isnan(v); })) return true;
  return false;
}

// Sum of t^3 - t over groups of t equal values.
double ties_in(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  double ties = 0;
  for (auto begin = values.begin(); begin != values.end();) {
    const auto end = std::upper_bound(begin, values.end(), *begin);
    const auto t = static_cast<double>(end - begin);
    ties += t * t * t - t;
    begin = end;
  }
  return ties;
}

}  // namespace

std::vector<double> ranks_from_largest(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] > values[b]; });
  std::vector<double> ranks(values.size());
  for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (size_t i = begin; i < end; ++i) ranks[order[i]] = static_cast<double>(begin + 1 + end) / 2;
  }
  return ranks;
}

Friedman friedman(const std::vector<std::vector<double>>& cells) {
  const size_t methods = cells.at(0).size();
  const auto n = static_cast<double>(cells.size()), k = static_cast<double>(methods);
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (has_nan(cells)) return {std::vector<double>(methods, kNaN), kNaN, kNaN};

  std::vector<double> sum(methods);
  double ties = 0;
  for (const std::vector<double>& cell : cells) {
    const std::vector<double> ranks = ranks_from_largest(cell);
    for (size_t m = 0; m < methods; ++m) sum[m] += ranks[m];
    ties += ties_in(cell);
  }
  Friedman test;
  double squares = 0;  // of rank sums about their mean; halves of whole numbers, so exact
  for (const double s : sum) {
    test.mean_rank.push_back(s / n);
    squares += (s - n * (k + 1) / 2) * (s - n * (k + 1) / 2);
  }
  const double untied = n * k * (k * k - 1) - ties;
  if (untied <= 0) return test;
  test.statistic = 12 * (k - 1) * squares / untied;
  test.p = chi_square_tail(test.statistic, k - 1);
  return test;
}

double critical_difference(int methods, int64_t cells, double level) {
  const double k = methods;
  return studentised_range_quantile(1 - level, methods) / std::sqrt(2.0) *
         std::sqrt(k * (k + 1) / (6 * static_cast<double>(cells)));
}

}  // namespace graphsr
