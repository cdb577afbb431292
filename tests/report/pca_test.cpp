#include "graphsr/report/pca.h"

#include <cmath>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

Matrix matrix(int64_t rows, int64_t cols, const std::vector<double>& values) {
  Matrix out(rows, cols);
  for (int64_t k = 0; k < rows * cols; ++k) out.data()[k] = static_cast<Real>(values[k]);
  return out;
}

// numpy.linalg.eigh of the covariance, each component turned so that its largest entry is positive.
TEST(PrincipalMap, equals_what_numpy_gives) {
  const Matrix z = matrix(7, 4, {2,  -1, 0, 3,  0.5, 1,   1,  -2, -1,  0,  2, 1, 3,  2,
                                 -1, 0,  1, -2, 0.5, 0.5, -2, 1,  1.5, -1, 0, 0, -3, 2});
  const double x[] = {2.5713889, -2.1652711, -1.5259033, 1.2806798, 0.4707828, -3.1385082, 2.506831};
  const double y[] = {-1.244862, 1.5607749, -1.6688002, 3.0001528, -1.2196891, -0.3255664, -0.10201};
  const Matrix map = principal_map(z);
  for (int64_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(map(i, 0), x[i], 1e-5);
    EXPECT_NEAR(map(i, 1), y[i], 1e-5);
  }
}

// Points on an ellipse with axes 3 and 1, turned by 30 degrees.
TEST(PrincipalMap, finds_the_axes_of_an_ellipse) {
  const int count = 360;
  Matrix z(count, 2);
  const double turn = std::acos(-1) / 6, step = 2 * std::acos(-1) / count;
  for (int i = 0; i < count; ++i) {
    const double a = 3 * std::cos(step * i), b = std::sin(step * i);
    z(i, 0) = static_cast<Real>(5 + a * std::cos(turn) - b * std::sin(turn));
    z(i, 1) = static_cast<Real>(-2 + a * std::sin(turn) + b * std::cos(turn));
  }
  const Matrix map = principal_map(z);
  for (int i = 0; i < count; ++i) {
    EXPECT_NEAR(map(i, 0), 3 * std::cos(step * i), 1e-4);
    EXPECT_NEAR(map(i, 1), std::sin(step * i), 1e-4);
  }
}

TEST(PrincipalMap, of_what_does_not_spread_is_zero) {
  for (const Matrix& z : {Matrix(5, 3, Real{7}), Matrix(0, 3), Matrix(4, 0)}) {
    const Matrix map = principal_map(z);
    EXPECT_EQ(map.rows(), z.rows());
    EXPECT_EQ(map.cols(), 2);
    for (const Real value : map.values()) EXPECT_EQ(value, 0);
  }
  const Matrix line = principal_map(matrix(3, 2, {0, 0, 1, 1, 2, 2}));
  EXPECT_NEAR(line(2, 0), std::sqrt(2), 1e-6);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(line(i, 1), 0) << "one component has it all";
}

}  // namespace
}  // namespace graphsr
