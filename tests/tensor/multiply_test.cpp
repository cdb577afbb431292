#include "graphsr/tensor/multiply.h"

#include <gtest/gtest.h>

#include "tests/small_graphs.h"

namespace graphsr {
namespace {

TEST(Multiply, walks_depths_beyond_one_packed_chunk) {
  const Matrix a = test::random_matrix(11, 700, 1), b = test::random_matrix(700, 9, 2);
  Matrix c(11, 9);
  ThreadPool pool(1);
  multiply(pool, view(a), view(b), 700, c);
  for (int64_t i = 0; i < 11; ++i) {
    for (int64_t j = 0; j < 9; ++j) {
      double sum = 0;
      for (int64_t k = 0; k < 700; ++k) sum += static_cast<double>(a(i, k)) * b(k, j);
      EXPECT_NEAR(c(i, j), sum, 1e-4);
    }
  }
}

TEST(Multiply, gives_the_same_bytes_for_any_number_of_threads) {
  const Matrix a = test::random_matrix(300, 150, 1), b = test::random_matrix(150, 128, 2);
  const Csr m = test::random_csr(500, 300, 0.1, true, 3);
  Matrix dense[3], sparse[3];
  int k = 0;
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    dense[k].resize(300, 128);
    sparse[k].resize(500, 128);
    multiply(pool, view(a), view(b), 150, dense[k]);
    multiply(pool, m, dense[k], sparse[k]);
    ++k;
  }
  for (int i : {1, 2}) {
    EXPECT_TRUE(std::ranges::equal(dense[0].values(), dense[i].values()));
    EXPECT_TRUE(std::ranges::equal(sparse[0].values(), sparse[i].values()));
  }
}

TEST(Multiply, sparse_products_are_the_same_in_either_order) {
  ThreadPool pool(1);
  const Csr m = test::random_csr(50, 30, 0.2, true, 3);
  const Matrix b = test::random_matrix(30, 3 * kernels::strip_width(), 2),
               before = test::random_matrix(50, b.cols(), 4);
  for (const Real times : {Real{0}, Real(-0.3)}) {
    Matrix expected = before;
    multiply(pool, m, b, expected, times);
    for (const Order from : {Order::rows, Order::strips})
      for (const Order to : {Order::rows, Order::strips}) {
        Matrix c = in_order(before, to);
        multiply(pool, m, in_order(b, from), c, times);
        EXPECT_EQ(c.order(), to);
        EXPECT_TRUE(std::ranges::equal(in_order(c, Order::rows).values(), expected.values()));
      }
  }
}

TEST(Multiply, with_no_depth_is_zero_or_leaves_the_sum) {
  ThreadPool pool(1);
  Matrix c(2, 3, 7);
  multiply(pool, {nullptr, 0, 1}, {nullptr, 3, 1}, 0, c, true);
  EXPECT_EQ(c(1, 2), 7);
  multiply(pool, {nullptr, 0, 1}, {nullptr, 3, 1}, 0, c, false);
  EXPECT_EQ(c(1, 2), 0);
}

}  // namespace
}  // namespace graphsr
