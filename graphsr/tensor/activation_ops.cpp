#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "graphsr/tensor/dropout.h"
#include "graphsr/tensor/kernels.h"
#include "graphsr/tensor/ops.h"

namespace graphsr {

// The bias's gradient is the sum of the rows, in their order; threads have columns of their own.
static void add_rows_to_bias(Tape& tape, const Matrix& g, Var bias) {
  if (!tape.needs_gradient(bias)) return;
  const auto [matrix, add] = tape.slot(bias);
  if (!add) matrix.fill(0);
  constexpr int64_t kColumns = 32;
  Real* sum = matrix.data();
  tape.pool().for_rows((g.cols() + kColumns - 1) / kColumns, g.rows() * kColumns / 2,
                       [&](int64_t b, int64_t e) {
                         const int64_t first = b * kColumns, last = std::min(g.cols(), e * kColumns);
                         kernels::add_rows(g.data() + first, g.cols(), g.rows(), last - first, sum + first);
                       });
}

Var add_bias(Tape& tape, Var x, Var bias) {
  assert(tape.value(bias).size() == tape.value(x).cols());
  const Var out = tape.take(x);
  tape.needs_gradient_of(out, bias);
  Matrix& y = tape.result(out);
  kernels::add_to_rows(tape.value(bias).data(), y.rows(), y.cols(), y.data());
  tape.on_backward(out, [&tape, x, bias, out] {
    add_rows_to_bias(tape, tape.gradient(out), bias);
    tape.pass_gradient(out, x);
  });
  return out;
}

Var bias_relu_dropout(Tape& tape, Var x, Var bias, const Dropout& dropout) {
  assert(tape.value(bias).size() == tape.value(x).cols());
  const Var out = tape.take(x);
  tape.needs_gradient_of(out, bias);
  Matrix& y = tape.result(out);
  const KeepRule keep = keep_rule(dropout);
  const Real* b = tape.value(bias).data();
  const bool drops = keep.threshold > 0;
  tape.pool().for_rows(y.rows(), (drops ? 8 : 2) * y.cols(), [&](int64_t begin, int64_t end) {
    if (!drops) return kernels::bias_relu(y.row(begin), b, end - begin, y.cols());
    DropoutBits bits(dropout, y.cols());
    for (int64_t i = begin; i < end; ++i)
      kernels::bias_relu_dropout(y.row(i), b, bits.row(i), keep, y.cols());
  });
  tape.on_backward(out, [&tape, x, bias, out, scale = keep.scale] {
    // An element is positive exactly when it was active and kept, so no mask has to be remembered.
    const Matrix& value = tape.value(out);
    Matrix& g = tape.slot(out).matrix;
    tape.pool().for_rows(g.rows(), 4 * g.cols(), [&](int64_t begin, int64_t end) {
      kernels::relu_dropout_backward(value.row(begin), g.row(begin), scale, (end - begin) * g.cols(),
                                     g.row(begin));
    });
    add_rows_to_bias(tape, g, bias);
    tape.pass_gradient(out, x);
  });
  return out;
}

}  // namespace graphsr
