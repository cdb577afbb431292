// Under the null hypothesis each rank falls to the positive side with probability 1/2. Ranks are doubled, so
// that mean ranks of ties are whole numbers and rank sums compare exactly. Exact tails count the subsets of
// ranks by their sum (the usual dynamic programme, which does not mind ties); at most 2^25 subsets, so counts
// are exact in double. Holm: A simple sequentially rejective multiple test procedure, 1979.
#include "graphsr/measure/wilcoxon.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace graphsr {
namespace {

constexpr size_t kMostExact = 25;

struct Ranks {
  std::vector<int64_t> doubled;  // of the differing pairs, ascending by magnitude
  int64_t positive = 0;          // doubled sum over positive differences
  double ties = 0;               // sum of t^3 - t over groups of t equal magnitudes
};

Ranks ranks_of(std::vector<double> differences) {
  std::erase(differences, 0.0);
  std::sort(differences.begin(), differences.end(),
            [](double a, double b) { return std::abs(a) < std::abs(b); });
  Ranks ranks;
  const size_t n = differences.size();
  for (size_t begin = 0, end = 0; begin < n; begin = end) {
    const double magnitude = std::abs(differences[begin]);
    while (end < n && std::abs(differences[end]) == magnitude) ++end;
    const auto doubled = static_cast<int64_t>(begin + 1 + end);  // first rank + last rank
    for (size_t i = begin; i < end; ++i) {
      ranks.doubled.push_back(doubled);
      if (differences[i] > 0) ranks.positive += doubled;
    }
    const auto t = static_cast<double>(end - begin);
    ranks.ties += t * t * t - t;
  }
  return ranks;
}

// Chance that the ranks on one side sum to at most `smaller`.
double exact_tail(const std::vector<int64_t>& doubled, int64_t smaller) {
  std::vector<double> subsets(static_cast<size_t>(smaller) + 1);  // by their sum
  subsets[0] = 1;
  for (const int64_t rank : doubled)
    for (int64_t sum = smaller; sum >= rank; --sum)
      subsets[static_cast<size_t>(sum)] += subsets[static_cast<size_t>(sum - rank)];
  const double count = std::accumulate(subsets.begin(), subsets.end(), 0.0);
  return std::ldexp(count, -static_cast<int>(doubled.size()));
}

double normal_tail(double n, double ties, double statistic) {
  const double mean = n * (n + 1) / 4;
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ties / 48;
  return std::erfc((mean - statistic) / std::sqrt(2 * variance)) / 2;
}

}  // namespace

Wilcoxon wilcoxon_signed_rank(std::span<const double> differences) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const double difference : differences)
    if (std::isnan(difference)) return {0, kNaN, kNaN};  // sorting needs an order
  const Ranks ranks = ranks_of({differences.begin(), differences.end()});
  const size_t n = ranks.doubled.size();
  if (n == 0) return {};
  const int64_t all = std::accumulate(ranks.doubled.begin(), ranks.doubled.end(), int64_t{0});
  const int64_t smaller = std::min(ranks.positive, all - ranks.positive);
  Wilcoxon test;
  test.pairs = static_cast<int64_t>(n);
  test.statistic = static_cast<double>(smaller) / 2;
  const double tail = n <= kMostExact ? exact_tail(ranks.doubled, smaller)
                                      : normal_tail(static_cast<double>(n), ranks.ties, test.statistic);
  test.p = std::min(1.0, 2 * tail);  // in the middle of the distribution both tails hold the statistic
  return test;
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<size_t> order;
  for (size_t i = 0; i < p.size(); ++i)
    if (!std::isnan(p[i])) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size(), std::numeric_limits<double>::quiet_NaN());
  double largest = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, static_cast<double>(order.size() - i) * p[order[i]]);
    adjusted[order[i]] = std::min(1.0, largest);
  }
  return adjusted;
}

}  // namespace graphsr
