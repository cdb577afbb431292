// The tail of chi-square is the upper incomplete gamma function: its series to the left of the bulk,
// Legendre's continued fraction (by Lentz's algorithm) to the right, where each converges fast.
//
// The range of k normal numbers is at most q when, the largest being z, the other k - 1 lie in (z - q, z):
// k * integral of phi(z) (Phi(z) - Phi(z - q))^(k - 1) dz. The integrand is smooth and vanishes on both
// sides, for which the trapezoid rule is exact to the last digits.
#include "graphsr/measure/distributions.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace graphsr {
namespace {

constexpr double kSmall = std::numeric_limits<double>::epsilon() / 4;

// x^a e^-x / gamma(a), which both forms share.
double gamma_weight(double a, double x) { return std::exp(a * std::log(x) - x - std::lgamma(a)); }

// gamma(a, x) / gamma(a) = weight * sum of x^n / (a (a + 1) ... (a + n)).
double lower_gamma(double a, double x) {
  double term = 1 / a, sum = term;
  for (double n = 1; term > sum * kSmall; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * gamma_weight(a, x);
}

// Gamma(a, x) / gamma(a) = weight * 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / (x + 5 - a -
// ...))).
double upper_gamma(double a, double x) {
  constexpr double kTiny = 1e-300;  // stands in for a zero denominator
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, fraction = d;
  for (double n = 1; n < 10000; ++n) {
    const double numerator = -n * (n - a);
    b += 2;
    d = numerator * d + b;
    d = 1 / (d == 0 ? kTiny : d);
    c = b + numerator / c;
    if (c == 0) c = kTiny;
    fraction *= d * c;
    if (std::abs(d * c - 1) < 4 * kSmall) break;
  }
  return fraction * gamma_weight(a, x);
}

double normal_share(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

}  // namespace

double chi_square_tail(double x, double freedom) {
  if (std::isnan(x) || !(freedom > 0)) return std::numeric_limits<double>::quiet_NaN();
  if (x <= 0) return 1;
  if (std::isinf(x)) return 0;
  const double a = freedom / 2;
  return x / 2 < a + 1 ? 1 - lower_gamma(a, x / 2) : upper_gamma(a, x / 2);
}

double studentised_range(double q, int count) {
  if (!(q > 0)) return 0;
  constexpr double kReach = 9, kStep = 1.0 / 32;  // phi(9) is 1e-18
  double sum = 0;
  for (double z = -kReach; z <= kReach; z += kStep)
    sum += std::exp(-z * z / 2) * std::pow(normal_share(z) - normal_share(z - q), count - 1);
  return count * sum * kStep / std::sqrt(2 * std::numbers::pi);
}

double studentised_range_quantile(double p, int count) {
  double low = 0, high = 40;  // beyond it the chance is 1 to the last digit
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (studentised_range(middle, count) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace graphsr
