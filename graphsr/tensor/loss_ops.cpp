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

// sum_i weight_i * (1 - p_i)^gamma * (-log p_i) / sum_i weight_i, p_i being the label's probability.
static Var label_loss(Tape& tape, Var logits, std::span<const int32_t> labels, std::span<const Real> weights,
                      std::span<const Real> shift, double gamma) {
  const Matrix& x = tape.value(logits);
  assert(static_cast<int64_t>(labels.size()) == x.rows() && x.rows() > 0);
  assert(weights.empty() || weights.size() == labels.size());
  assert(shift.empty() || static_cast<int64_t>(shift.size()) == x.cols());
  const auto weight = [weights](int64_t i) {
    return weights.empty() ? 1.0 : static_cast<double>(weights[i]);
  };
  const Var probability = tape.record(x.rows(), x.cols());
  const Var slope = tape.record(x.rows(), 1);  // of the loss in -log p_i
  Matrix &p = tape.result(probability), &s = tape.result(slope);
  double total = 0, loss = 0;
  for (int64_t i = 0; i < x.rows(); ++i) total += weight(i);
  std::vector<double> term(labels.size());
  const auto compute = [&](int64_t i, std::vector<Real>& row) {
    for (int64_t j = 0; j < x.cols(); ++j) row[j] = x(i, j) + (shift.empty() ? 0 : shift[j]);
    const double log_sum = softmax_row(row.data(), x.cols(), p.row(i));
    const double surprise = log_sum - static_cast<double>(row[labels[i]]);  // -log p_i
    double focus = 1, change = 0;  // (1 - p_i)^gamma, and its slope times the surprise
    if (gamma > 0) {
      const double rest = std::max(0.0, -std::expm1(-surprise));
      focus = std::pow(rest, gamma);
      if (rest > 0) change = gamma * std::exp(-surprise) * focus / rest * surprise;
    }
    term[i] = weight(i) * focus * surprise;
    s(i, 0) = static_cast<Real>(weight(i) * (focus + change) / total);
  };
  constexpr int64_t kExp = 40;  // what an exponential costs, in multiply-adds
  tape.pool().for_rows(x.rows(), kExp * (x.cols() + 1), [&](int64_t begin, int64_t end) {
    std::vector<Real> row(static_cast<size_t>(x.cols()));
    for (int64_t i = begin; i < end; ++i) compute(i, row);
  });
  for (const double value : term) loss += value;
  const Var out = tape.record(1, 1);
  tape.needs_gradient_of(out, logits);
  tape.result(out)(0, 0) = static_cast<Real>(loss / total);
  tape.on_backward(out, [&tape, logits, labels, probability, slope, out] {  // slope * (p - onehot)
    const Matrix &p = tape.value(probability), &s = tape.value(slope);
    const auto [matrix, add] = tape.slot(logits);
    if (!add) matrix.fill(0);
    for (int64_t i = 0; i < p.rows(); ++i) {
      const Real factor = s(i, 0) * tape.gradient(out)(0, 0);
      for (int64_t j = 0; j < p.cols(); ++j) matrix(i, j) += factor * (p(i, j) - (j == labels[i] ? 1 : 0));
    }
  });
  return out;
}

Var cross_entropy(Tape& tape, Var logits, std::span<const int32_t> labels, std::span<const Real> weights,
                  std::span<const Real> shift) {
  return label_loss(tape, logits, labels, weights, shift, 0);
}

Var focal_loss(Tape& tape, Var logits, std::span<const int32_t> labels, std::span<const Real> weights,
               double gamma) {
  return label_loss(tape, logits, labels, weights, {}, gamma);
}

Var less_margin(Tape& tape, Var logits, std::span<const int32_t> labels, std::span<const Real> margin) {
  const Matrix& x = tape.value(logits);
  assert(static_cast<int64_t>(labels.size()) == x.rows());
  assert(static_cast<int64_t>(margin.size()) == x.cols());
  const Var out = tape.record(x.rows(), x.cols());
  tape.needs_gradient_of(out, logits);
  Matrix& y = tape.result(out);
  std::copy_n(x.data(), x.size(), y.data());
  for (int64_t i = 0; i < y.rows(); ++i) y(i, labels[i]) -= margin[labels[i]];
  tape.on_backward(out, [&tape, logits, out] { tape.pass_gradient(out, logits); });
  return out;
}

}  // namespace graphsr
