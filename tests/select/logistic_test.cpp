#include "graphsr/select/logistic.h"

#include <cmath>

#include <gtest/gtest.h>

#include "graphsr/base/random.h"
#include "tests/matrices.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

// Largest element of the gradient of sum of losses + decay/2 |w|^2.
double gradient_at(const Logistic& model, const Matrix& rows, const std::vector<unsigned char>& target,
                   double decay) {
  double largest = 0;
  for (int64_t j = 0; j < rows.cols(); ++j) {
    double sum = decay * model.weights[j];
    for (int64_t i = 0; i < rows.rows(); ++i) {
      double score = 0;
      for (int64_t k = 0; k < rows.cols(); ++k) score += model.weights[k] * rows(i, k);
      sum += (1 / (1 + std::exp(-score)) - target[i]) * rows(i, j);
    }
    largest = std::max(largest, std::abs(sum));
  }
  return largest;
}

// One column, one right and one wrong at 1: the optimum of log(1+e^-w) + log(1+e^w) + w²/2 is 0.
TEST(Logistic, of_a_coin_is_even) {
  const Logistic model = fit_logistic(test::matrix({{1}, {1}}), std::vector<unsigned char>{0, 1});
  EXPECT_NEAR(model.weights[0], 0, 1e-12);
  EXPECT_EQ(model.probabilities(test::matrix({{5}}))[0], 0.5f);
}

// One example: the optimum has w = 1 - sigmoid(w), which is 0.401058.
TEST(Logistic, finds_the_optimum_of_a_single_example) {
  const Logistic model = fit_logistic(test::matrix({{1}}), std::vector<unsigned char>{1});
  EXPECT_NEAR(model.weights[0], 0.4010581, 1e-6);
}

TEST(Logistic, recovers_the_weights_that_made_the_data) {
  const double truth[] = {1.5, -2, 0.5};
  constexpr int64_t n = 20000;
  Matrix rows = test::random_matrix(n, 3, 3);
  std::vector<unsigned char> target;
  Stream stream(3, Purpose::test, 9);
  for (int64_t i = 0; i < n; ++i) {
    rows(i, 2) = 1;
    double score = 0;
    for (int64_t j = 0; j < 3; ++j) score += truth[j] * rows(i, j);
    target.push_back(stream.uniform() < 1 / (1 + std::exp(-score)));
  }
  const Logistic model = fit_logistic(rows, target);
  for (size_t j = 0; j < 3; ++j) EXPECT_NEAR(model.weights[j], truth[j], 0.1) << j;
  EXPECT_LT(gradient_at(model, rows, target, 1), 1e-6);
}

// What the agent may meet: all right, separable, columns that say the same, an outlier.
TEST(Logistic, has_no_gradient_left_on_awkward_data) {
  Matrix rows = test::random_matrix(60, 4, 7);
  std::vector<unsigned char> separable, all_right(60, 1);
  for (int64_t i = 0; i < 60; ++i) {
    rows(i, 1) = rows(i, 0);
    rows(i, 3) = 1;
    separable.push_back(rows(i, 0) > 0);
  }
  Matrix outlier = rows;
  outlier(5, 2) = 40;
  Matrix huge = rows;
  for (Real& value : huge.values()) value *= 30;
  for (const Matrix* data : {&rows, &outlier, &huge})
    for (const auto* target : {&separable, &all_right})
      for (const double decay : {1.0, 1e-3}) {
        const Logistic model = fit_logistic(*data, *target, decay);
        EXPECT_LT(gradient_at(model, *data, *target, decay), 1e-5) << "decay " << decay
                                                                   << (data == &huge      ? ", huge"
                                                                       : data == &outlier ? ", outlier"
                                                                                          : "");
      }
}

TEST(Logistic, probabilities_stay_between_0_and_1_far_out) {
  const Logistic model{{1000}};
  EXPECT_EQ(model.probabilities(test::matrix({{-1000}}))[0], 0);
  EXPECT_EQ(model.probabilities(test::matrix({{1000}}))[0], 1);
}

}  // namespace
}  // namespace graphsr
