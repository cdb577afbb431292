#include "graphsr/policy/advantage.h"

#include <cassert>
#include <cmath>

namespace graphsr {

// To mean 0 and deviation 1. Equal values become zeros: without differences there is nothing to scale.
static void standardise(std::vector<double>& x) {
  const double n = static_cast<double>(x.size());
  double mean = 0, square = 0;
  for (const double value : x) mean += value / n;
  for (const double value : x) square += (value - mean) * (value - mean) / n;
  const double deviation = std::sqrt(square);
  for (double& value : x) value = (value - mean) / (deviation + 1e-8);
}

Advantages advantages(const Batch& batch, const AdvantageOptions& options) {
  assert(!(options.gae && options.standardise_returns) && "gae's returns are in the critic's units");
  const auto n = static_cast<size_t>(batch.size());
  std::vector<double> gain(n), returns(n);
  for (int64_t e = 0; e < batch.episodes(); ++e) {
    double later = 0, next_value = 0;  // R_{t+1} or A_{t+1}, and V_{t+1}
    for (int64_t t = batch.offsets[e + 1] - 1; t >= batch.offsets[e]; --t) {
      const double reward = batch.rewards[t], value = batch.values[t];
      if (options.gae) {
        later = reward + options.gamma * next_value - value + options.gamma * options.lambda * later;
        returns[t] = later + value;
      } else {
        later = reward + options.gamma * later;
        returns[t] = later;
      }
      next_value = value;
    }
  }
  if (options.standardise_returns) standardise(returns);
  for (size_t t = 0; t < n; ++t) gain[t] = returns[t] - static_cast<double>(batch.values[t]);
  if (options.standardise_advantages) standardise(gain);
  return {{gain.begin(), gain.end()}, {returns.begin(), returns.end()}};
}

}  // namespace graphsr
