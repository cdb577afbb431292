// Power iteration on the covariance, in double, from the column of the largest variance; the second component
// is found the same way after the first is taken out.
#include "graphsr/report/pca.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace graphsr {

namespace {

constexpr int64_t kRows = 20000;
constexpr int kSteps = 2000;
constexpr double kEnough = 1e-13;  // change of a unit vector

using Vector = std::vector<double>;

struct Covariance {
  Vector mean, values;  // values is (H,H)
};

Covariance covariance_of(const Matrix& z) {
  const int64_t width = z.cols(), step = std::max<int64_t>(1, (z.rows() + kRows - 1) / kRows);
  Covariance out{Vector(width), Vector(width * width)};
  double rows = 0;
  for (int64_t i = 0; i < z.rows(); i += step, ++rows)
    for (int64_t k = 0; k < width; ++k) out.mean[k] += z(i, k);
  for (double& value : out.mean) value /= std::max(rows, 1.0);
  Vector centred(width);
  for (int64_t i = 0; i < z.rows(); i += step) {
    for (int64_t k = 0; k < width; ++k) centred[k] = z(i, k) - out.mean[k];
    for (int64_t a = 0; a < width; ++a) {
      double* row = out.values.data() + a * width;
      for (int64_t b = 0; b <= a; ++b) row[b] += centred[a] * centred[b];
    }
  }
  for (int64_t a = 0; a < width; ++a)
    for (int64_t b = 0; b <= a; ++b)
      out.values[b * width + a] = out.values[a * width + b] /= std::max(rows, 1.0);
  return out;
}

Vector product(const Vector& matrix, const Vector& v) {
  const size_t width = v.size();
  Vector out(width);
  for (size_t a = 0; a < width; ++a)
    for (size_t b = 0; b < width; ++b) out[a] += matrix[a * width + b] * v[b];
  return out;
}

double length_of(const Vector& v) {
  double sum = 0;
  for (const double value : v) sum += value * value;
  return std::sqrt(sum);
}

// The unit vector of the largest eigenvalue, which is taken out of the matrix; zero when nothing is left.
Vector next_component(Vector& matrix, double negligible) {
  size_t width = 0;
  while (width * width < matrix.size()) ++width;
  size_t largest = 0;
  for (size_t k = 1; k < width; ++k)
    if (matrix[k * width + k] > matrix[largest * width + largest]) largest = k;
  if (width == 0 || !(matrix[largest * width + largest] > negligible)) return Vector(width);
  Vector v(matrix.begin() + largest * width, matrix.begin() + (largest + 1) * width);
  double value = length_of(v);
  for (double& entry : v) entry /= value;
  for (int step = 0; step < kSteps; ++step) {
    Vector next = product(matrix, v);
    value = length_of(next);
    double change = 0;
    for (size_t k = 0; k < width; ++k) {
      next[k] /= value;
      change = std::max(change, std::abs(next[k] - v[k]));
    }
    v = std::move(next);
    if (change < kEnough) break;
  }
  for (size_t a = 0; a < width; ++a)
    for (size_t b = 0; b < width; ++b) matrix[a * width + b] -= value * v[a] * v[b];
  const auto peak =
      std::max_element(v.begin(), v.end(), [](double x, double y) { return std::abs(x) < std::abs(y); });
  if (*peak < 0)
    for (double& entry : v) entry = -entry;
  return v;
}

}  // namespace

Matrix principal_map(const Matrix& embedding) {
  Matrix out(embedding.rows(), 2, 0);
  Covariance covariance = covariance_of(embedding);
  double trace = 0;
  const int64_t width = embedding.cols();
  for (int64_t k = 0; k < width; ++k) trace += covariance.values[k * width + k];
  if (!std::isfinite(trace)) return out;
  for (int axis = 0; axis < 2; ++axis) {
    const Vector v = next_component(covariance.values, 1e-12 * trace);
    for (int64_t i = 0; i < embedding.rows(); ++i) {
      double sum = 0;
      for (int64_t k = 0; k < width; ++k) sum += (embedding(i, k) - covariance.mean[k]) * v[k];
      out(i, axis) = static_cast<Real>(sum);
    }
  }
  return out;
}

}  // namespace graphsr
