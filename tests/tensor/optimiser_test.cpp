#include "graphsr/tensor/optimiser.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "graphsr/tensor/multiply.h"
#include "graphsr/tensor/ops.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

// Two steps worked by hand from the definition.
TEST(Optimiser, adam_takes_the_steps_of_its_definition) {
  ThreadPool pool(1);
  Param p{"p", Matrix(1, 1, 1), Matrix(1, 1, Real(0.5))};
  OptimiserOptions options;
  options.rate = 0.1;
  options.weight_decay = 0.2;
  Optimiser optimiser(options);
  double w = 1, m = 0, v = 0;
  for (int t = 1; t <= 2; ++t) {
    const double g = 0.5 + 0.2 * w;
    m = 0.9 * m + 0.1 * g;
    v = 0.999 * v + 0.001 * g * g;
    w -= 0.1 * (m / (1 - std::pow(0.9, t))) / (std::sqrt(v / (1 - std::pow(0.999, t))) + 1e-8);
    Param* const params[] = {&p};
    optimiser.step(pool, params);
    EXPECT_NEAR(p.value(0, 0), w, 5e-6);
  }
}

TEST(Optimiser, sgd_gathers_momentum_and_decays_weights) {
  ThreadPool pool(1);
  Param p{"p", Matrix(1, 1, 2), Matrix(1, 1, 1)};
  OptimiserOptions options{
      .kind = OptimiserOptions::Kind::sgd, .rate = 0.5, .weight_decay = 0.25, .momentum = 0.5};
  Optimiser optimiser(options);
  Param* const params[] = {&p};
  optimiser.step(pool, params);  // velocity 1 + 0.25*2 = 1.5
  EXPECT_FLOAT_EQ(p.value(0, 0), 1.25f);
  optimiser.step(pool, params);  // velocity 0.75 + 1 + 0.3125 = 2.0625
  EXPECT_FLOAT_EQ(p.value(0, 0), 1.25f - 1.03125f);
}

// A parameter in strips that `uses` sparse products read, after three steps; and one in rows, whose gradients
// are computed before the step.
Matrix stepped(const OptimiserOptions& options, Order order, int uses, int threads) {
  ThreadPool pool(threads);
  const SparseOperand m = sparse_operand(test::random_csr(20, 9, 0.4, uses == 2, 1), true);
  const Matrix start = test::random_matrix(9, 2 * kernels::strip_width(), 2),
               left = test::random_matrix(1, 20, 3);
  const Matrix right = test::random_matrix(start.cols(), 1, 4);
  Param p{"p", in_order(start, order), {}};
  Param* const params[] = {&p};
  Optimiser optimiser(options);
  Tape tape(pool);
  for (int step = 0; step < 3; ++step) {
    tape.clear();
    const Var h = tape.param(p);
    Var x = sparse_matmul(tape, m, h);
    if (uses == 2) x = sparse_matmul(tape, m, h, x);
    tape.backward(matmul(tape, matmul(tape, tape.constant(left), x), tape.constant(right)));
    EXPECT_EQ(static_cast<bool>(p.product), order == Order::strips && uses == 1);
    optimiser.step(pool, params);
    EXPECT_FALSE(p.product);
  }
  EXPECT_FALSE(std::ranges::equal(in_order(p.value, Order::rows).values(), start.values()));
  return in_order(p.value, Order::rows);
}

TEST(Optimiser, takes_a_gradient_that_is_a_product_and_its_step_in_one_pass) {
  constexpr auto kSgd = OptimiserOptions::Kind::sgd;
  const OptimiserOptions adam, plain = {.kind = kSgd, .rate = 0.3, .weight_decay = 0};
  const OptimiserOptions heavy = {.kind = kSgd, .rate = 0.1, .weight_decay = 0.2, .momentum = 0.5};
  for (const OptimiserOptions& options : {adam, plain, heavy})
    for (const int uses : {1, 2}) {
      const Matrix expected = stepped(options, Order::rows, uses, 1);
      for (const int threads : {1, 3}) {
        const Matrix at_once = stepped(options, Order::strips, uses, threads);
        for (int64_t i = 0; i < expected.size(); ++i) ASSERT_EQ(at_once.data()[i], expected.data()[i]);
      }
    }
}

TEST(Optimiser, a_rate_of_nothing_changes_nothing) {
  ThreadPool pool(1);
  const SparseOperand m = sparse_operand(test::random_csr(20, 9, 0.4, false, 1), true);
  const Matrix start = test::random_matrix(9, kernels::strip_width(), 2), left(1, 20, 1);
  const Matrix right(start.cols(), 1, 1);
  for (const double rate : {0.0, 1e-40}) {
    Param p{"p", in_order(start, Order::strips), {}};
    Param* const params[] = {&p};
    Optimiser optimiser({.kind = OptimiserOptions::Kind::sgd, .rate = rate, .weight_decay = 0});
    Tape tape(pool);
    const FlushDenormals flush;
    const Var x = sparse_matmul(tape, m, tape.param(p));
    tape.backward(matmul(tape, matmul(tape, tape.constant(left), x), tape.constant(right)));
    EXPECT_TRUE(p.product);
    optimiser.step(pool, params);
    EXPECT_TRUE(std::ranges::equal(in_order(p.value, Order::rows).values(), start.values()));
  }
}

// Integer-valued gradients, so that the order of their sums does not matter.
TEST(Optimiser, the_one_pass_of_adam_equals_its_twin) {
  const int64_t width = kernels::strip_width(), rows = 9, cols = 3 * width;
  const AdamStep step = {Real(0.5), Real(0.25), Real(1), Real(0.5), Real(0.5), Real(2)};
  for (const bool with_values : {false, true}) {
    Csr m = test::random_csr(rows, 40, 0.4, with_values, 4);
    for (Real& v : m.values) v = std::round(v * 3);
    Matrix in = test::random_matrix(40, cols, 1);
    for (Real& v : in.values()) v = std::round(v * 4);
    struct Trained {
      Matrix value, mean, square;
    };
    const Trained start = {test::random_matrix(rows, cols, 2), test::random_matrix(rows, cols, 3),
                           Matrix(rows, cols, 2)};
    for (const bool strips : {false, true}) {
      const Strips layout = strips ? Strips{nullptr, width, rows * width} : Strips{nullptr, cols, width};
      Trained one = start, twin = start;
      const auto run = [&](auto kernel, bool far, Trained& t) {
        const ConstStrips from = {in.data(), strips ? width : cols, strips ? 40 * width : width};
        kernel(sparse_rows(m), 1, rows - 1, from, cols, step, {t.value.data(), layout.row, layout.strip},
               t.mean.data(), t.square.data(), far);
      };
      Trained asked = start;
      run(kernels::gather_adam, false, one);
      run(kernels::gather_adam, true, asked);
      run(plain::gather_adam, false, twin);
      EXPECT_TRUE(std::ranges::equal(asked.value.values(), twin.value.values()));
      EXPECT_TRUE(std::ranges::equal(asked.mean.values(), twin.mean.values()));
      EXPECT_TRUE(std::ranges::equal(asked.square.values(), twin.square.values()));
      EXPECT_FALSE(std::ranges::equal(one.value.values(), start.value.values()));
      EXPECT_TRUE(std::ranges::equal(one.value.values(), twin.value.values()));
      EXPECT_TRUE(std::ranges::equal(one.mean.values(), twin.mean.values()));
      EXPECT_TRUE(std::ranges::equal(one.square.values(), twin.square.values()));
    }
  }
}

TEST(Optimiser, a_limit_scales_all_gradients_together_and_only_when_they_exceed_it) {
  Param a{"a", Matrix(1, 1, 0), Matrix(1, 1, 3)}, b{"b", Matrix(1, 1, 0), Matrix(1, 1, 4)};
  Param* const params[] = {&a, &b};
  EXPECT_DOUBLE_EQ(limit_gradients(params, 6), 5);  // 3-4-5
  EXPECT_EQ(a.gradient(0, 0), 3);
  EXPECT_DOUBLE_EQ(limit_gradients(params, 1), 5);
  EXPECT_FLOAT_EQ(a.gradient(0, 0), 0.6f);
  EXPECT_FLOAT_EQ(b.gradient(0, 0), 0.8f);
}

}  // namespace
}  // namespace graphsr
