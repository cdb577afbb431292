#include "graphsr/tensor/half_rows.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

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
  const Matrix values = test::random_matrix(3, 33, 1);
  HalfRows rows;
  rows.resize(3, 33);
  for (int64_t i = 0; i < 3; ++i) rows.put(i, values.row(i), i == 2 ? Real(2) : Real(1));
  Matrix back(1, 33);
  for (int64_t i = 0; i < 3; ++i) {
    rows.get(i, back.data());
    for (int64_t j = 0; j < 33; ++j) {
      const Real expected = values(i, j) * (i == 2 ? 2 : 1);
      EXPECT_NEAR(back(0, j), expected, std::abs(expected) / 256);
    }
  }
}

}  // namespace
}  // namespace graphsr
