// Efron's percentile bootstrap. Resample r reads stream r, so a resample does not depend on those before it.
// An index is a random word scaled down: some come up more often than others by less than n / 2^32, which no
// interval shows, and a division per draw is spared.
#include "graphsr/measure/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "graphsr/base/random.h"

namespace graphsr {
namespace {

constexpr double kOutside = 0.025;  // on either side

// The value below which a share of the values lies, between neighbours by line (as numpy.percentile).
// Reorders them.
double quantile(std::vector<double>& values, double share) {
  const double position = share * static_cast<double>(values.size() - 1);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(position);
  std::nth_element(values.begin(), at, values.end());
  const double below = *at, above = at + 1 == values.end() ? below : *std::min_element(at + 1, values.end());
  return below + (position - std::floor(position)) * (above - below);
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

Interval bootstrap_mean(std::span<const double> values, int resamples) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (values.empty() || std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }))
    return {kNaN, kNaN, kNaN};
  std::vector<double> sorted(values.begin(), values.end());  // the order given shall not matter
  std::sort(sorted.begin(), sorted.end());
  if (sorted.front() == sorted.back()) return {sorted[0], sorted[0], sorted[0]};
  const double mean = mean_of(sorted);
  if (resamples < 1) return {mean, mean, mean};

  const auto count = static_cast<uint32_t>(sorted.size());
  std::vector<double> means(static_cast<size_t>(resamples));
  for (size_t r = 0; r < means.size(); ++r) {
    RandomBlock block{};
    double sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
      if (i % 4 == 0) block = random_block(0, Purpose::bootstrap, r, i / 4);
      sum += sorted[static_cast<uint64_t>(block[i % 4]) * count >> 32];
    }
    means[r] = sum / count;
  }
  const double low = quantile(means, kOutside);
  return {mean, low, quantile(means, 1 - kOutside)};
}

}  // namespace graphsr
