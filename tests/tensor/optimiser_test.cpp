#include "graphsr/tensor/optimiser.h"

#include <cmath>

#include <gtest/gtest.h>

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
