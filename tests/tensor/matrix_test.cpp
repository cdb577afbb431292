#include "graphsr/tensor/matrix.h"

#include <limits>
#include <new>
#include <vector>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

Matrix counting(int64_t rows, int64_t cols) {
  Matrix matrix(rows, cols);
  for (int64_t i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<Real>(i);
  return matrix;
}

TEST(Matrix, starts_on_a_cache_line_whatever_its_shape) {
  for (int64_t rows = 1; rows < 20; ++rows)
    for (const int64_t cols : {1, 3, 7, 16, 33}) {
      const Matrix matrix(rows, cols);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(matrix.data()) % 64, 0u) << rows << " x " << cols;
    }
}

TEST(Matrix, stores_rows_one_after_the_other_without_padding) {
  Matrix matrix(3, 5, 2);
  EXPECT_EQ(matrix.size(), 15);
  for (const Real value : matrix.values()) EXPECT_EQ(value, 2);
  matrix(1, 2) = 9;
  EXPECT_EQ(matrix.data()[7], 9);
  EXPECT_EQ(matrix.row(1)[2], 9);
  EXPECT_EQ(matrix.row(2), matrix.data() + 10);
}

TEST(Matrix, keeps_its_memory_when_it_shrinks) {
  Matrix matrix(8, 8, 1);
  const Real* place = matrix.data();
  matrix.resize(4, 3);
  EXPECT_EQ(matrix.data(), place);
  EXPECT_EQ(matrix.values().size(), 12u);
  matrix.resize(8, 8);
  EXPECT_EQ(matrix.data(), place);
}

TEST(Matrix, can_be_empty) {
  const Matrix none;
  EXPECT_EQ(none.size(), 0);
  const Matrix no_columns(4, 0);
  EXPECT_EQ(no_columns.rows(), 4);
  EXPECT_TRUE(no_columns.values().empty());
  EXPECT_EQ(transposed(no_columns).cols(), 4);
}

TEST(Matrix, gathers_rows_in_the_given_order_with_repeats) {
  const std::vector<int32_t> rows = {2, 0, 2};
  const Matrix out = gathered(counting(3, 2), rows);
  EXPECT_EQ(std::vector<Real>(out.values().begin(), out.values().end()),
            (std::vector<Real>{4, 5, 0, 1, 4, 5}));
  EXPECT_EQ(gathered(counting(3, 2), {}).rows(), 0);
}

TEST(Matrix, transposed_swaps_rows_and_columns) {
  const Matrix matrix = counting(3, 4), turned = transposed(matrix);
  ASSERT_EQ(turned.rows(), 4);
  ASSERT_EQ(turned.cols(), 3);
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = 0; j < 4; ++j) EXPECT_EQ(turned(j, i), matrix(i, j));
}

TEST(AlignedAllocator, refuses_counts_that_overflow) {
  EXPECT_THROW(AlignedAllocator<double>().allocate(std::numeric_limits<size_t>::max() / 4),
               std::bad_array_new_length);
}

}  // namespace
}  // namespace graphsr
