#include "graphsr/policy/categorical.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace graphsr {

void log_probabilities(std::span<const Real> logits, std::span<Real> out) {
  assert(!logits.empty() && logits.size() == out.size());
  const double largest = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (const Real x : logits) sum += std::exp(static_cast<double>(x) - largest);
  const double log_sum = std::log(sum);
  // The largest goes first: its sum with log_sum would round away what tells probabilities near 1 apart.
  for (size_t j = 0; j < logits.size(); ++j)
    out[j] = static_cast<Real>((static_cast<double>(logits[j]) - largest) - log_sum);
}

int drawn_action(std::span<const Real> log_probabilities, double uniform) {
  double below = 0;
  int last = 0;
  for (size_t j = 0; j < log_probabilities.size(); ++j) {
    const double p = std::exp(static_cast<double>(log_probabilities[j]));
    if (p <= 0) continue;
    last = static_cast<int>(j);
    below += p;
    if (uniform < below) break;
  }
  return last;  // the sum may end a rounding error below 1
}

int likeliest_action(std::span<const Real> log_probabilities) {
  return static_cast<int>(std::max_element(log_probabilities.begin(), log_probabilities.end()) -
                          log_probabilities.begin());
}

double entropy(std::span<const Real> log_probabilities, std::span<const double> probabilities) {
  double sum = 0;
  for (size_t j = 0; j < probabilities.size(); ++j)
    if (probabilities[j] > 0) sum -= probabilities[j] * static_cast<double>(log_probabilities[j]);
  return sum;
}

}  // namespace graphsr
