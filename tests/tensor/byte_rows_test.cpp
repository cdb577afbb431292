#include "graphsr/tensor/byte_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "graphsr/tensor/multiply.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

// The largest error of a row, as a share of the distance between its least and its largest value.
double largest_error(const std::vector<Real>& values) {
  ByteRows rows;
  rows.resize(1, std::ssize(values));
  rows.put(0, values.data());
  std::vector<Real> back(values.size());
  rows.get(0, back.data());
  const auto [low, high] = std::ranges::minmax(values);
  double largest = 0;
  for (size_t j = 0; j < values.size(); ++j)
    largest = std::max(largest, std::abs(static_cast<double>(back[j] - values[j])));
  return high > low ? largest / (high - low) : largest;
}

TEST(Bytes, are_off_by_half_a_step_of_their_row_at_most) {
  for (const Real scale : {Real(1), Real(1e-6), Real(1e20)})
    for (uint64_t seed = 0; seed < 20; ++seed) {
      const Matrix m = test::random_matrix(1, 100, seed);
      std::vector<Real> values(m.values().begin(), m.values().end());
      for (Real& value : values) value *= scale;
      EXPECT_LT(largest_error(values), 1.0 / 495);
      for (Real& value : values) value = std::abs(value);
      EXPECT_LT(largest_error(values), 1.0 / 495);
    }
}

TEST(Bytes, keep_rows_of_one_value_and_of_two) {
  EXPECT_EQ(largest_error({0, 0, 0}), 0);
  EXPECT_EQ(largest_error({-2.5}), 0);
  EXPECT_LT(largest_error({Real(0.3), Real(0.3)}), 1e-5);
  EXPECT_LT(largest_error({Real(-0.3), Real(-0.3)}), 1e-5);
  EXPECT_EQ(largest_error({0, 255}), 0);
  EXPECT_LE(largest_error({Real(1e-39), Real(2e-39)}), 1.1);  // bfloat16 has few digits so near to 0
}

TEST(Bytes, of_a_row_that_is_not_finite_are_not_numbers) {
  const Real infinity = std::numeric_limits<Real>::infinity();
  for (const Real wrong : {infinity, -infinity, std::numeric_limits<Real>::quiet_NaN()})
    for (const size_t place : {0, 7, 39}) {
      std::vector<Real> values(40, 1), back(40);
      values[place] = wrong;
      ByteRows rows;
      rows.resize(2, 40);
      rows.put(1, values.data());
      rows.get(1, back.data());
      for (const Real value : back) EXPECT_TRUE(std::isnan(value));
    }
}

// Widths whose ranges lie in the row and such as have no room there; one group and several.
TEST(ByteRows, give_back_what_was_put_there_and_are_gathered_as_the_values_they_stand_for) {
  for (const int64_t cols : {1, 10, 12, 13, 16, 28, 29, 33, 60, 61, 100, 128, 130})
    for (const int64_t groups : {1, 2, 3}) {
      SCOPED_TRACE(testing::Message() << cols << " columns, " << groups << " groups");
      const Csr m = test::random_csr(50, 30, 0.2, true, 3);
      const Matrix put = test::random_matrix(30 * groups, cols, 2);
      ByteRows rows;
      rows.resize(30, cols, groups);
      for (int64_t k = 0; k < put.rows(); ++k) rows.put(k / groups, put.row(k), 2, k % groups);
      for (int64_t g = 0; g < groups; ++g) {
        Matrix values(30, cols);
        for (int64_t i = 0; i < 30; ++i) {
          rows.get(i, values.row(i), g);
          for (int64_t j = 0; j < cols; ++j) ASSERT_NEAR(values(i, j), 2 * put(i * groups + g, j), 0.03);
        }
        for (const int threads : {1, 3}) {
          ThreadPool pool(threads);
          Matrix expected(50, cols), sums(50, cols);
          multiply(pool, m, values, expected);
          multiply(pool, m, rows, g, sums);
          for (int64_t i = 0; i < sums.size(); ++i)
            ASSERT_NEAR(sums.data()[i], expected.data()[i], 1e-4 * (1 + std::abs(expected.data()[i])));
        }
      }
    }
}

}  // namespace
}  // namespace graphsr
