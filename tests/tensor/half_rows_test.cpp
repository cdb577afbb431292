#include "graphsr/tensor/half_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "graphsr/tensor/multiply.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

TEST(Half, keeps_what_has_eight_digits_and_rounds_the_rest_to_the_nearest) {
  for (const Real value : {Real(0.1), Real(-1e30), Real(1e-30), Real(3.14159)})
    EXPECT_NEAR(from_half(to_half(value)), value, std::abs(value) / 256);
  for (const Real exact : {Real(0), Real(1), Real(-2.5), Real(255)})
    EXPECT_EQ(from_half(to_half(exact)), exact);
  EXPECT_EQ(from_half(to_half(Real(257.0))), 256);  // half way between 256 and 258: the even one
  EXPECT_EQ(from_half(to_half(Real(259.0))), 260);
  EXPECT_EQ(from_half(to_half(Real(257.5))), 258);
}

TEST(Half, keeps_infinity_and_what_is_no_number) {
  const Real infinity = std::numeric_limits<Real>::infinity();
  EXPECT_EQ(from_half(to_half(infinity)), infinity);
  EXPECT_EQ(from_half(to_half(-infinity)), -infinity);
  EXPECT_TRUE(std::isnan(from_half(to_half(std::numeric_limits<Real>::quiet_NaN()))));
}

TEST(HalfRows, give_back_what_was_put_there_to_a_256th) {
  ThreadPool pool(2);
  const Matrix above = test::random_matrix(40, 33, 1), below = test::random_matrix(60, 33, 2);
  HalfRows rows;
  rows.resize(100, 33);
  rows.put(pool, 0, above);
  rows.put(pool, 40, below);
  Matrix back;
  rows.get(pool, 39, 2, back);
  ASSERT_EQ(back.rows(), 2);
  for (int64_t j = 0; j < 33; ++j) {
    EXPECT_NEAR(back(0, j), above(39, j), std::abs(above(39, j)) / 256);
    EXPECT_NEAR(back(1, j), below(0, j), std::abs(below(0, j)) / 256);
  }
}

TEST(HalfRows, are_gathered_as_the_values_they_stand_for) {
  const int64_t cols = 2 * kernels::strip_width();
  const Csr m = test::random_csr(50, 30, 0.2, true, 3);
  HalfRows half;
  half.resize(30, cols);
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    half.put(pool, 0, test::random_matrix(30, cols, 2));
    Matrix values, expected(50, cols), sums(50, cols);
    half.get(pool, 0, 30, values);
    multiply(pool, m, values, expected);
    multiply(pool, m, half, sums);
    EXPECT_TRUE(std::ranges::equal(sums.values(), expected.values()));
  }
}

}  // namespace
}  // namespace graphsr
