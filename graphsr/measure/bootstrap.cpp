// Efron's percentile bootstrap. Resample r reads stream r, so a resample does not depend on those before it.
// An index is a random word scaled down: some come up more often than others by less than n / 2^32, which no
// interval shows, and a division per draw is spared.
#include "graphsr/measure/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "graphsr/base/random.h"

namespace graphsr {
namespace {

constexpr double kOutside = 0.025;  // on either side

// The value below which a share of the sorted values lies, between neighbours by line (as numpy.percentile).
double quantile(const std::vector<double>& sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(position);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
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
  std::sort(means.begin(), means.end());
  return {mean, quantile(means, kOutside), quantile(means, 1 - kOutside)};
}

}  // namespace graphsr
