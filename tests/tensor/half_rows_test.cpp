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

TEST(HalfRows, give_back_what_was_put_there_to_a_256th_in_every_group) {
  const Matrix values = test::random_matrix(6, 33, 1);
  HalfRows rows;
  rows.resize(3, 33, 2);
  for (int64_t i = 0; i < 6; ++i) rows.put(i / 2, i % 2, values.row(i), i == 5 ? Real(2) : Real(1));
  Matrix back(1, 33);
  for (int64_t i = 0; i < 6; ++i) {
    rows.get(i / 2, i % 2, back.data());
    for (int64_t j = 0; j < 33; ++j) {
      const Real expected = values(i, j) * (i == 5 ? 2 : 1);
      EXPECT_NEAR(back(0, j), expected, std::abs(expected) / 256);
    }
  }
}

TEST(HalfRows, are_gathered_as_the_values_they_stand_for) {
  const int64_t cols = 2 * kernels::strip_width() - 3;
  const Csr m = test::random_csr(50, 30, 0.2, true, 3);
  const Matrix rows = test::random_matrix(30, cols, 2);
  HalfRows half;
  half.resize(30, cols, 2);
  Matrix values(30, cols);
  for (int64_t i = 0; i < 30; ++i) {
    half.put(i, 0, rows.row(29 - i));
    half.put(i, 1, rows.row(i));
    half.get(i, 1, values.row(i));
  }
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    Matrix expected(50, cols), sums(50, cols);
    multiply(pool, m, values, expected);
    multiply(pool, m, half, 1, sums);
    for (int64_t i = 0; i < sums.size(); ++i)
      ASSERT_NEAR(sums.data()[i], expected.data()[i], 1e-5 * (1 + std::abs(expected.data()[i])));
  }
}

}  // namespace
}  // namespace graphsr
