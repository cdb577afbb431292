#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "graphsr/tensor/ops.h"

namespace graphsr {

// Softmax of one row; returns log(sum(exp(x))).
static double softmax_row(const Real* x, int64_t count, Real* out) {
  const double largest = *std::max_element(x, x + count);
  double sum = 0;
  for (int64_t j = 0; j < count; ++j) {
    const double e = std::exp(static_cast<double>(x[j]) - largest);
    out[j] = static_cast<Real>(e);
    sum += e;
  }
  for (int64_t j = 0; j < count; ++j) out[j] = static_cast<Real>(out[j] / sum);
  return largest + std::log(sum);
}

Matrix softmax(const Matrix& logits) {
  Matrix out(logits.rows(), logits.cols());
  for (int64_t i = 0; i < logits.rows(); ++i) softmax_row(logits.row(i), logits.cols(), out.row(i));
  return out;
}

Var cross_entropy(Tape& tape, Var logits, std::span<const int32_t> labels, std::span<const Real> weights,
                  std::span<const Real> shift) {
  const Matrix& x = tape.value(logits);
  assert(static_cast<int64_t>(labels.size()) == x.rows() && x.rows() > 0);
  assert(weights.empty() || weights.size() == labels.size());
  assert(shift.empty() || static_cast<int64_t>(shift.size()) == x.cols());
  const auto weight = [weights](int64_t i) {
    return weights.empty() ? 1.0 : static_cast<double>(weights[i]);
  };
  const Var probability = tape.record(x.rows(), x.cols());
  Matrix& p = tape.result(probability);
  double total = 0, loss = 0;
  for (int64_t i = 0; i < x.rows(); ++i) total += weight(i);
  std::vector<Real> row(static_cast<size_t>(x.cols()));
  for (int64_t i = 0; i < x.rows(); ++i) {
    for (int64_t j = 0; j < x.cols(); ++j) row[j] = x(i, j) + (shift.empty() ? 0 : shift[j]);
    const double log_sum = softmax_row(row.data(), x.cols(), p.row(i));
    loss += weight(i) * (log_sum - static_cast<double>(row[labels[i]]));
  }
  const Var out = tape.record(1, 1);
  tape.needs_gradient_of(out, logits);
  tape.result(out)(0, 0) = static_cast<Real>(loss / total);
  tape.on_backward(
      out, [&tape, logits, labels, weight, probability, out, total] {  // weight * (p - onehot) / total
        const Matrix& p = tape.value(probability);
        const auto [matrix, add] = tape.slot(logits);
        if (!add) matrix.fill(0);
        for (int64_t i = 0; i < p.rows(); ++i) {
          const Real factor = static_cast<Real>(weight(i) / total) * tape.gradient(out)(0, 0);
          for (int64_t j = 0; j < p.cols(); ++j)
            matrix(i, j) += factor * (p(i, j) - (j == labels[i] ? 1 : 0));
        }
      });
  return out;
}

}  // namespace graphsr
