// Logistic regression: the plain way to learn which pseudo-labels are right.
#pragma once

#include <span>
#include <vector>

#include "graphsr/tensor/matrix.h"

namespace graphsr {

struct Logistic {
  std::vector<double> weights;  // one per column

  std::vector<Real> probabilities(const Matrix& rows) const;
};

// Fits P(target = 1) to the rows by Newton's method, with the penalty decay/2 * |weights|^2 on the sum of the
// losses. A column of ones makes the intercept.
Logistic fit_logistic(const Matrix& rows, std::span<const unsigned char> target, double decay = 1);

}  // namespace graphsr
