// What operations compute. Their gradients are checked in tests/gradients.
#include "graphsr/tensor/ops.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "graphsr/tensor/dropout.h"
#include "graphsr/tensor/multiply.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

TEST(Dropout, drops_the_share_it_is_told_and_keeps_the_expectation) {
  for (const double rate : {0.0, 0.1, 0.5, 0.9}) {
    ThreadPool pool(1);
    Tape tape(pool);
    const Matrix ones(400, 128, 1), identity = [] {
      Matrix m(128, 128, 0);
      for (int64_t i = 0; i < 128; ++i) m(i, i) = 1;
      return m;
    }();
    const Matrix zero(1, 128, 0);
    const Var x = matmul(tape, tape.constant(ones), tape.constant(identity));
    const Var y =
        bias_relu_dropout(tape, x, tape.constant(zero), {static_cast<Real>(rate), 1, Purpose::dropout, 2});
    double dropped = 0, sum = 0;
    for (const Real v : tape.value(y).values()) dropped += v == 0, sum += v;
    EXPECT_NEAR(dropped / 51200, rate, 0.01);
    EXPECT_NEAR(sum / 51200, 1, 0.03);
  }
}

TEST(Dropout, is_the_same_for_any_number_of_threads_and_differs_by_position) {
  const auto dropped = [](int threads, uint64_t position) {
    ThreadPool pool(threads);
    Tape tape(pool);
    const Matrix a = test::random_matrix(500, 4, 1), w = test::random_matrix(4, 100, 2), bias(1, 100, 0);
    const Var y = bias_relu_dropout(tape, matmul(tape, tape.constant(a), tape.constant(w)),
                                    tape.constant(bias), {Real(0.5), 1, Purpose::dropout, position});
    const auto values = tape.value(y).values();
    return std::vector<Real>(values.begin(), values.end());
  };
  EXPECT_EQ(dropped(1, 3), dropped(2, 3));
  EXPECT_EQ(dropped(1, 3), dropped(5, 3));
  EXPECT_NE(dropped(1, 3), dropped(1, 4));
}

TEST(CrossEntropy, is_the_weighted_mean_of_minus_log_probability) {
  ThreadPool pool(1);
  Tape tape(pool);
  Matrix logits(2, 2, 0);
  logits(0, 0) = static_cast<Real>(std::log(3.0));  // probabilities 3/4, 1/4 and 1/2, 1/2
  const std::vector<int32_t> labels = {0, 1};
  const std::vector<Real> weights = {1, 3};
  const Var loss = cross_entropy(tape, tape.constant(logits), labels, weights);
  EXPECT_NEAR(tape.value(loss)(0, 0), (-std::log(0.75) - 3 * std::log(0.5)) / 4, 1e-6);
}

TEST(CrossEntropy, survives_logits_far_apart) {
  ThreadPool pool(1);
  Tape tape(pool);
  Param x{"x", Matrix(1, 2, 0), {}};
  x.value(0, 0) = 1e4f;
  const std::vector<int32_t> labels = {1};
  const Var loss = cross_entropy(tape, tape.param(x), labels, {});
  EXPECT_NEAR(tape.value(loss)(0, 0), 1e4, 1);
  tape.backward(loss);
  EXPECT_NEAR(x.gradient(0, 0), 1, 1e-6);
}

TEST(Tape, reuses_its_buffers_after_clear) {
  ThreadPool pool(1);
  Tape tape(pool);
  Param a{"a", test::random_matrix(5, 4, 1), {}}, b{"b", test::random_matrix(4, 3, 2), {}};
  const Real* place = nullptr;
  for (int epoch = 0; epoch < 3; ++epoch) {
    tape.clear();
    const Var y = matmul(tape, tape.param(a), tape.param(b));
    if (epoch > 0) {
      EXPECT_EQ(tape.value(y).data(), place);
    }
    place = tape.value(y).data();
  }
}

TEST(Tape, gives_unused_parameters_a_gradient_of_zero) {
  ThreadPool pool(1);
  Tape tape(pool);
  Param used{"used", Matrix(1, 2, 1), {}}, unused{"unused", Matrix(2, 2, 1), Matrix(2, 2, 9)};
  tape.param(unused);
  const std::vector<int32_t> labels = {1};
  tape.backward(cross_entropy(tape, tape.param(used), labels, {}));
  EXPECT_NE(used.gradient(0, 0), 0);
  EXPECT_EQ(unused.gradient(1, 1), 0);
}

TEST(Dropout, bits_of_rows_that_lie_one_behind_the_other_are_those_of_each) {
  const Dropout dropout = {Real(0.5), 1, Purpose::dropout, 2};
  for (const int64_t cols : {8, 16, 5}) {
    DropoutBits bits(dropout, cols);
    for (const int64_t first : {0, 3, 16, 40}) {
      const uint16_t* row = bits.row(first);
      const int64_t count = bits.rows_from(first);
      EXPECT_EQ(count > 1, cols % 8 == 0 && first % 16 != 15) << "from " << first;
      for (int64_t k = 0; k < count; ++k) {
        DropoutBits own(dropout, cols);
        const uint16_t* expected = own.row(first + k);
        for (int64_t j = 0; j < cols; ++j) ASSERT_EQ(row[k * cols + j], expected[j]);
      }
    }
  }
}

// Many rows and few columns: the product with the transpose goes band by band. Integers, so that the order of
// sums does not matter.
TEST(SparseMatmul, gradients_by_bands_are_those_of_the_whole_product) {
  constexpr int64_t kRows = 9000, kColumns = 30;
  for (const bool with_values : {false, true}) {
    Csr csr = test::random_csr(kRows, kColumns, 0.4, with_values, 1);
    for (Real& v : csr.values) v = std::round(v * 3);
    const SparseOperand m = sparse_operand(csr, true);
    EXPECT_EQ(m.back_bands.rows, 3 * kColumns);
    EXPECT_EQ(sparse_operand(test::random_csr(kRows, kColumns, 0.002, false, 1), true).back_bands.rows, 0)
        << "too few entries";
    for (const int64_t cols : {kernels::strip_width(), int64_t{5}})
      for (const Order order : {Order::rows, Order::strips}) {
        if (order == Order::strips && !can_have_strips(cols)) continue;
        Matrix start = test::random_matrix(kColumns, cols, 2), weight = test::random_matrix(cols, 1, 4);
        for (Real& v : weight.values()) v = std::round(v * 2);
        const Matrix ones(1, kRows, 1);
        for (const int threads : {1, 2}) {
          ThreadPool pool(threads);
          Param p{"p", in_order(start, order), {}};
          Tape tape(pool);
          const Var h = tape.param(p);
          const Var x = sparse_matmul(tape, m, h, sparse_matmul(tape, m, h));  // twice: the second is added
          tape.backward(matmul(tape, matmul(tape, tape.constant(ones), x), tape.constant(weight)));
          EXPECT_FALSE(p.product);
          const Matrix gradient = in_order(p.gradient, Order::rows);
          for (int64_t i = 0; i < kColumns; ++i) {
            double sum = 0;
            for (int64_t e = 0; e < csr.nonzeros(); ++e)
              if (csr.columns[e] == i) sum += with_values ? static_cast<double>(csr.values[e]) : 1;
            for (int64_t j = 0; j < cols; ++j)
              ASSERT_EQ(gradient(i, j), 2 * sum * static_cast<double>(weight(j, 0)));
          }
        }
      }
  }
}

TEST(SparseMatmul, gradients_of_many_rows_are_gathered_from_strips_with_the_same_bits) {
  const int64_t rows = 5000, columns = 30, cols = 2 * kernels::strip_width();
  const SparseOperand m = sparse_operand(test::random_csr(rows, columns, 0.5, true, 1), true);
  ASSERT_EQ(m.back_bands.rows, 0);
  const Matrix left = test::random_matrix(1, rows, 2), right = test::random_matrix(cols, 1, 3);
  Matrix wanted(columns, cols), known(rows, cols);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < cols; ++j) known(i, j) = left(0, i) * right(j, 0);
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    multiply(pool, m.back.matrix, known, wanted);
    Param p{"p", in_order(test::random_matrix(columns, cols, 4), Order::strips), {}};
    Tape tape(pool);
    const Var x = sparse_matmul(tape, m, tape.param(p));
    tape.backward(matmul(tape, matmul(tape, tape.constant(left), x), tape.constant(right)));
    ASSERT_TRUE(p.product);
    EXPECT_EQ(p.product.rows->order(), Order::strips);
    EXPECT_TRUE(std::ranges::equal(in_order(*p.product.rows, Order::rows).values(), known.values()));
    Matrix gradient(columns, cols);
    multiply(pool, *p.product.matrix, *p.product.rows, gradient);
    EXPECT_TRUE(std::ranges::equal(gradient.values(), wanted.values()));
  }
}

TEST(Attention, dots_that_are_known_change_no_byte) {
  const SparseOperand m = sparse_operand(test::random_csr(5, 9, 0.5, false, 7), false);
  const Matrix h = test::random_matrix(9, 32, 1), source = test::random_matrix(1, 32, 2),
               target = test::random_matrix(1, 32, 3), other = test::random_matrix(9, 8, 4);
  ThreadPool pool(1);
  const auto result = [&](const Matrix* dots) {
    Tape tape(pool);
    const Var known = dots ? tape.constant(*dots) : Var();
    return tape.value(
        attention(tape, m, 2, tape.constant(h), tape.constant(source), tape.constant(target), 8, {}, known));
  };
  const Matrix plain = result(nullptr), dots = head_dots(pool, h, source, 8);
  EXPECT_EQ(dots.rows(), 9);
  EXPECT_EQ(dots.cols(), 8);
  EXPECT_TRUE(std::ranges::equal(plain.values(), result(&dots).values()));
  EXPECT_FALSE(std::ranges::equal(plain.values(), result(&other).values()));
}

TEST(Products, of_rows_where_they_lie_are_those_of_copied_rows) {
  const Matrix a = test::random_matrix(40, 300, 1), b = test::random_matrix(300, 9, 2);
  for (const auto& [first, rows] : {std::pair{0, 40}, {2, 7}, {33, 7}, {5, 0}}) {
    ThreadPool pool(1);
    Tape tape(pool);
    const Var x = tape.constant(a), w = tape.constant(b), copied = row_range(tape, x, first, rows);
    const Matrix there = tape.value(rows_matmul(tape, x, first, rows, w)),
                 here = tape.value(matmul(tape, copied, w));
    EXPECT_EQ(there.rows(), rows);
    EXPECT_TRUE(std::ranges::equal(there.values(), here.values()));
  }
}

}  // namespace
}  // namespace graphsr
