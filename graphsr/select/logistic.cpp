#include "graphsr/select/logistic.h"

#include <cmath>

namespace graphsr {

namespace {

// Solves a·x = b for a symmetric positive definite a (n,n) by Cholesky's factors; both are overwritten.
void solve(std::vector<double>& a, std::vector<double>& b) {
  const size_t n = b.size();
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) {
      double sum = a[i * n + j];
      for (size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? std::sqrt(sum) : sum / a[j * n + j];
    }
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double score(const Matrix& rows, int64_t i, const std::vector<double>& weights) {
  double sum = 0;
  for (size_t j = 0; j < weights.size(); ++j) sum += weights[j] * static_cast<double>(rows(i, j));
  return sum;
}

}  // namespace

std::vector<Real> Logistic::probabilities(const Matrix& rows) const {
  std::vector<Real> out;
  for (int64_t i = 0; i < rows.rows(); ++i)
    out.push_back(static_cast<Real>(sigmoid(score(rows, i, weights))));
  return out;
}

Logistic fit_logistic(const Matrix& rows, std::span<const unsigned char> target, double decay) {
  constexpr int kSteps = 50;
  const auto n = static_cast<size_t>(rows.cols());
  Logistic model{std::vector<double>(n)};
  for (int step = 0; step < kSteps; ++step) {
    std::vector<double> gradient(n), hessian(n * n);
    for (size_t j = 0; j < n; ++j) {
      gradient[j] = decay * model.weights[j];
      hessian[j * n + j] = decay;
    }
    for (int64_t i = 0; i < rows.rows(); ++i) {
      const double p = sigmoid(score(rows, i, model.weights)), slope = p * (1 - p);
      for (size_t j = 0; j < n; ++j) {
        gradient[j] += (p - target[i]) * static_cast<double>(rows(i, j));
        for (size_t k = 0; k <= j; ++k)
          hessian[j * n + k] += slope * static_cast<double>(rows(i, j)) * static_cast<double>(rows(i, k));
      }
    }
    solve(hessian, gradient);
    double largest = 0;
    for (size_t j = 0; j < n; ++j) {
      model.weights[j] -= gradient[j];
      largest = std::max(largest, std::abs(gradient[j]));
    }
    if (largest < 1e-10) break;
  }
  return model;
}

}  // namespace graphsr
