// Analytic gradients against central differences of fourth order, in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "graphsr/tensor/tape.h"

namespace graphsr::test {

static_assert(sizeof(Real) == 8, "gradient tests are built with GRAPHSR_REAL=double");

// `loss` records a (1,1) value on the tape from the parameters. Every element of every parameter is moved.
inline void expect_right_gradients(const std::vector<Param*>& params, const std::function<Var(Tape&)>& loss) {
  ThreadPool pool(2);
  Tape tape(pool);
  tape.backward(loss(tape));
  std::vector<Matrix> gradients;
  for (const Param* param : params) gradients.push_back(param->gradient);
  const auto value = [&] {
    tape.clear();
    return tape.value(loss(tape))(0, 0);
  };
  constexpr double kStep = 2e-4;
  double largest = 0;
  for (size_t k = 0; k < params.size(); ++k) {
    ASSERT_EQ(gradients[k].size(), params[k]->value.size()) << params[k]->name;
    for (int64_t i = 0; i < params[k]->value.size(); ++i) {
      Real& x = params[k]->value.values()[i];
      const Real before = x;
      const auto at = [&](double shift) {
        x = before + shift;
        return value();
      };
      const double numeric = (8 * (at(kStep) - at(-kStep)) - (at(2 * kStep) - at(-2 * kStep))) / (12 * kStep);
      x = before;
      const double analytic = gradients[k].values()[i];
      largest = std::max(largest, std::abs(analytic));
      const double scale = std::max({std::abs(numeric), std::abs(analytic), 1e-4});
      ASSERT_LE(std::abs(numeric - analytic) / scale, 1e-6)
          << params[k]->name << " element " << i << ": analytic " << analytic << ", numeric " << numeric;
    }
  }
  EXPECT_GT(largest, 1e-3) << "all gradients are nearly zero: the test would not notice an error";
}

}  // namespace graphsr::test
