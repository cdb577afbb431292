#include "graphsr/tensor/csr.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "graphsr/base/random.h"

namespace graphsr {
namespace {

// Whole numbers from 1 to 4, so that sums are exact in any order; some rows and columns stay empty.
Csr random_csr(int64_t rows, int64_t cols, double density, uint64_t seed, bool with_values = true) {
  Stream stream(seed, Purpose::weights);
  Csr csr;
  csr.rows = rows;
  csr.cols = cols;
  for (int64_t i = 0; i < rows; ++i) {
    for (int32_t j = 0; j < cols; ++j) {
      if (i % 5 == 3 || j % 7 == 2 || stream.uniform() >= density) continue;
      csr.columns.push_back(j);
      if (with_values) csr.values.push_back(static_cast<Real>(1 + stream.below(4)));
    }
    csr.offsets.push_back(csr.nonzeros());
  }
  return csr;
}

Matrix dense_of(const Csr& csr) {
  Matrix dense(csr.rows, csr.cols, 0);
  for (int64_t i = 0; i < csr.rows; ++i)
    for (int64_t e = csr.offsets[i]; e < csr.offsets[i + 1]; ++e)
      dense(i, csr.columns[e]) = csr.values.empty() ? 1 : csr.values[e];
  return dense;
}

bool rows_ascend(const Csr& csr) {
  for (int64_t i = 0; i < csr.rows; ++i) {
    const auto row = csr.row(i);
    if (std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) != row.end()) return false;
  }
  return true;
}

TEST(Csr, transposed_twice_is_the_same) {
  for (const bool with_values : {true, false}) {
    const Csr csr = random_csr(23, 31, 0.2, 1, with_values);
    const Csr once = transposed(csr).matrix;
    EXPECT_NE(once, csr);
    EXPECT_EQ(transposed(once).matrix, csr);
  }
}

TEST(Csr, transposed_swaps_rows_and_columns_and_says_where_values_came_from) {
  const Csr csr = random_csr(23, 31, 0.2, 2);
  const auto [turned, source] = transposed(csr);
  EXPECT_TRUE(rows_ascend(turned));
  const Matrix expected = transposed(dense_of(csr)), found = dense_of(turned);
  EXPECT_TRUE(std::ranges::equal(found.values(), expected.values()));
  ASSERT_EQ(source.size(), csr.columns.size());
  for (size_t k = 0; k < source.size(); ++k) EXPECT_EQ(turned.values[k], csr.values[source[k]]);
}

TEST(Csr, bands_hold_each_entry_once_below_each_other) {
  for (const bool with_values : {false, true}) {
    const Csr m = random_csr(5, 11, 0.5, 3, with_values);
    const Csr bands = in_bands(m, 4);
    ASSERT_EQ(bands.rows, 3 * m.rows);
    EXPECT_EQ(bands.cols, m.cols);
    ASSERT_EQ(std::ssize(bands.offsets), bands.rows + 1);
    for (int64_t i = 0; i < m.rows; ++i) {
      std::vector<int32_t> columns;
      std::vector<Real> values;
      for (int64_t k = 0; k < 3; ++k)
        for (int64_t e = bands.offsets[k * m.rows + i]; e < bands.offsets[k * m.rows + i + 1]; ++e) {
          EXPECT_EQ(bands.columns[e] / 4, k);
          columns.push_back(bands.columns[e]);
          if (with_values) values.push_back(bands.values[e]);
        }
      const int64_t first = m.offsets[i], last = m.offsets[i + 1];
      EXPECT_TRUE(std::ranges::equal(columns, m.row(i)));
      const size_t count = with_values ? static_cast<size_t>(last - first) : 0;
      EXPECT_TRUE(std::ranges::equal(values, std::span(m.values.data() + (with_values ? first : 0), count)));
    }
  }
}

TEST(Csr, gathers_rows_in_the_given_order_with_repeats) {
  for (const bool with_values : {true, false}) {
    const Csr csr = random_csr(12, 9, 0.4, 3, with_values);
    const std::vector<int32_t> rows = {11, 3, 0, 0, 5};  // row 3 is empty
    const Csr out = gathered(csr, rows);
    EXPECT_EQ(out.cols, 9);
    EXPECT_EQ(out.values.empty(), !with_values);
    const Matrix expected = gathered(dense_of(csr), rows), found = dense_of(out);
    EXPECT_TRUE(std::ranges::equal(found.values(), expected.values()));
  }
  EXPECT_EQ(gathered(random_csr(12, 9, 0.4, 3), {}).rows, 0);
}

TEST(Csr, product_equals_the_dense_product) {
  for (const bool a_values : {true, false})
    for (const bool b_values : {true, false}) {
      const Csr a = random_csr(17, 23, 0.3, 4, a_values), b = random_csr(23, 29, 0.3, 5, b_values);
      const Csr ab = product(a, b);
      const Matrix left = dense_of(a), right = dense_of(b), found = dense_of(ab);
      for (int64_t i = 0; i < 17; ++i)
        for (int64_t j = 0; j < 29; ++j) {
          Real sum = 0;
          for (int64_t k = 0; k < 23; ++k) sum += left(i, k) * right(k, j);
          ASSERT_EQ(found(i, j), sum) << i << ' ' << j;
        }
      EXPECT_TRUE(rows_ascend(ab));
      EXPECT_EQ(product_nonzeros(a, b), ab.nonzeros());
      int64_t every_third = 0;
      for (int64_t i = 0; i < ab.rows; i += 3) every_third += ab.length(i);
      EXPECT_EQ(product_nonzeros(a, b, 3), every_third);
    }
}

TEST(Csr, product_keeps_sums_that_cancel_as_stored_zeros) {
  const Csr a{1, 2, {0, 2}, {0, 1}, {1, -1}}, b{2, 1, {0, 1, 2}, {0, 0}, {}};
  EXPECT_EQ(product(a, b), (Csr{1, 1, {0, 1}, {0}, {0}}));
  EXPECT_EQ(product_nonzeros(a, b), 1);
}

TEST(Csr, empty_matrices_pass_through_everything) {
  const Csr none;
  EXPECT_EQ(transposed(none).matrix, none);
  EXPECT_EQ(product(none, none).nonzeros(), 0);
  const Csr no_rows{0, 4, {0}, {}, {}}, no_columns{4, 0, {0, 0, 0, 0, 0}, {}, {}};
  EXPECT_EQ(transposed(no_rows).matrix, no_columns);
  EXPECT_EQ(transposed(no_columns).matrix, no_rows);
  const Csr zero = product(no_columns, no_rows);
  EXPECT_EQ(zero.rows, 4);
  EXPECT_EQ(zero.cols, 4);
  EXPECT_EQ(zero.nonzeros(), 0);
}

}  // namespace
}  // namespace graphsr
