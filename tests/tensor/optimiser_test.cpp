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

// Used twice, the parameter takes two half steps where the optimiser takes their sum: the same but for
// rounding.
TEST(Optimiser, steps_that_backward_takes_are_those_of_sgd) {
  ThreadPool pool(1);
  const SparseOperand m = sparse_operand(test::random_csr(20, 9, 0.4, false, 1), true);
  const Matrix start = test::random_matrix(9, 2 * kernels::strip_width(), 2),
               left = test::random_matrix(1, 20, 3);
  const Matrix right = test::random_matrix(start.cols(), 1, 4);
  const OptimiserOptions plain = {.kind = OptimiserOptions::Kind::sgd, .rate = 0.3, .weight_decay = 0};
  const auto descended = [&](Real rate, Order order) {
    Param p{"p", in_order(start, order), {}, rate};
    Param* const params[] = {&p};
    Optimiser optimiser(plain);
    Tape tape(pool);
    for (int step = 0; step < 3; ++step) {
      tape.clear();
      const Var h = tape.param(p);
      const Var x = sparse_matmul(tape, m, h, sparse_matmul(tape, m, h));
      tape.backward(matmul(tape, matmul(tape, tape.constant(left), x), tape.constant(right)));
      optimiser.step(pool, params);
    }
    return in_order(p.value, Order::rows);
  };
  const Matrix expected = descended(0, Order::rows);
  EXPECT_FALSE(std::ranges::equal(expected.values(), start.values()));
  const Matrix at_once = descended(Real(0.3), Order::strips);
  for (int64_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(at_once.data()[i], expected.data()[i], 1e-5);
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
