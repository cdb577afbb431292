#include "graphsr/method/graphens_laws.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>

namespace graphsr {

Urn::Urn(std::span<const double> weights)
    : leaves_(std::bit_ceil(std::max<size_t>(1, weights.size()))), sums_(2 * leaves_) {
  std::copy(weights.begin(), weights.end(), sums_.begin() + static_cast<int64_t>(leaves_));
  for (size_t k = leaves_ - 1; k > 0; --k) sums_[k] = sums_[2 * k] + sums_[2 * k + 1];
}

// Sums are added up anew from what is left below, so that rounding leaves nothing of what was drawn.
size_t Urn::draw(Stream& stream) {
  assert(!empty());
  double place = stream.uniform() * sums_[1];
  size_t k = 1;
  while (k < leaves_) {
    const double left = sums_[2 * k];
    const bool right = place >= left && sums_[2 * k + 1] > 0;
    if (right) place -= left;
    k = 2 * k + right;
  }
  const size_t drawn = k - leaves_;
  sums_[k] = 0;
  while (k /= 2) sums_[k] = sums_[2 * k] + sums_[2 * k + 1];
  return drawn;
}

std::vector<int64_t> ens_lacking(std::span<const int64_t> labelled) {
  const int64_t largest = labelled.empty() ? 0 : *std::ranges::max_element(labelled);
  std::vector<int64_t> lacking;
  for (const int64_t count : labelled) lacking.push_back(count > 0 ? largest - count : 0);
  return lacking;
}

std::vector<double> ens_target_law(std::span<const int64_t> labelled) {
  std::vector<double> chance;
  for (const int64_t count : labelled) chance.push_back(count > 0 ? std::log(static_cast<double>(count)) : 0);
  const double sum = std::accumulate(chance.begin(), chance.end(), 0.0);
  for (double& value : chance) value = sum > 0 ? value / sum : 0;
  return chance;
}

// The middle one of three uniform numbers has this law.
double ens_share(Stream& stream) {
  const double a = stream.uniform(), b = stream.uniform(), c = stream.uniform();
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

// log softmax of logits / temperature.
static std::vector<double> log_probabilities(std::span<const double> logits, double temperature) {
  const double most = *std::ranges::max_element(logits);
  double sum = 0;
  for (const double logit : logits) sum += std::exp((logit - most) / temperature);
  std::vector<double> logs;
  for (const double logit : logits) logs.push_back((logit - most) / temperature - std::log(sum));
  return logs;
}

double ens_divergence(std::span<const double> source, std::span<const double> target, double temperature) {
  const std::vector<double> s = log_probabilities(source, temperature),
                            t = log_probabilities(target, temperature);
  double sum = 0;
  for (size_t c = 0; c < s.size(); ++c) sum += std::exp(s[c]) * (s[c] - t[c]);
  return std::max(0.0, sum);
}

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double ens_source_chance(double divergence) { return sigmoid(divergence); }

int64_t ens_mask_size(double divergence, int64_t most) {
  const auto size = static_cast<int64_t>(sigmoid(divergence / 3) * static_cast<double>(most));
  return std::min(most, std::max<int64_t>(1, size));
}

std::vector<int32_t> ens_neighbours(std::span<const int32_t> source, std::span<const int32_t> target,
                                    double chance, int64_t count, Stream& stream) {
  assert(count <= static_cast<int64_t>(source.size()));
  std::vector<int32_t> nodes(source.begin(), source.end());
  std::vector<double> law(source.size(), chance / static_cast<double>(source.size()));
  for (const int32_t node : target) {
    const double added = (1 - chance) / static_cast<double>(target.size());
    const auto place = std::ranges::lower_bound(source, node);
    if (place != source.end() && *place == node) {
      law[place - source.begin()] += added;
    } else {
      nodes.push_back(node);
      law.push_back(added);
    }
  }
  Urn urn(law);
  std::vector<int32_t> drawn;
  while (static_cast<int64_t>(drawn.size()) < count) drawn.push_back(nodes[urn.draw(stream)]);
  std::ranges::sort(drawn);
  return drawn;
}

std::vector<int32_t> ens_mask(std::span<const Real> gradient, int64_t count, Stream& stream) {
  assert(count <= static_cast<int64_t>(gradient.size()));
  constexpr double kFloor = 1e-10;  // where the gradient is 0 nearly everywhere
  std::vector<double> law;
  law.reserve(gradient.size());
  for (const Real value : gradient) law.push_back(std::abs(static_cast<double>(value)) + kFloor);
  Urn urn(law);
  std::vector<int32_t> drawn;
  while (static_cast<int64_t>(drawn.size()) < count) drawn.push_back(static_cast<int32_t>(urn.draw(stream)));
  std::ranges::sort(drawn);
  return drawn;
}

}  // namespace graphsr
