#include <algorithm>
#include <cassert>

#include "graphsr/tensor/multiply.h"
#include "graphsr/tensor/ops.h"

namespace graphsr {

static constexpr int64_t kBandRows = 4096;

// A band of gathered rows fits the second-level cache: a strip of it is 1 MB with AVX-512, half with AVX2. It
// pays where rows have many entries in each, as those of a few hundred words in ten thousand nodes have: on
// amazon-computers the product takes less than half of the time (22 ms for 46).
static bool pays_in_bands(const Csr& back) {
  constexpr int64_t kEntries = 32;  // of a row in a band: one row is summed up while the next is found
  const int64_t bands = (back.cols + kBandRows - 1) / kBandRows;
  // Less than a band and a half is hardly more than the cache holds anyway.
  return 2 * back.cols > 3 * kBandRows && back.nonzeros() >= kEntries * bands * back.rows;
}

SparseOperand sparse_operand(Csr matrix, bool with_gradient) {
  SparseOperand operand;
  operand.matrix = std::move(matrix);
  if (!with_gradient) return operand;
  operand.back = transposed(operand.matrix);
  if (pays_in_bands(operand.back.matrix)) operand.back_bands = in_bands(operand.back.matrix, kBandRows);
  return operand;
}

// mᵀ·g is a contribution to the gradient of h.
static void add_back_product(Tape& tape, const SparseOperand& m, const Matrix& g, Var h) {
  assert(m.back.matrix.rows == m.matrix.cols && "the operand was made without its transpose");
  if (m.back_bands.rows == 0) return tape.add_product(h, m.back.matrix, g);
  const auto [matrix, add] = tape.slot(h);
  for (int64_t first = 0; first < m.back_bands.rows; first += matrix.rows())
    multiply_band(tape.pool(), m.back_bands, first, g, matrix, add || first > 0 ? 1 : 0);
}

// A strip of rows in their order takes only some of the cache's places, which go by the low bits of an
// address (a quarter of them at width 128 with AVX2): a gradient of many rows that are gathered often is put
// into strips first. On coauthor-physics (26000 rows of 33 entries) that and asking ahead make a fit take 0.8
// of the time; on Cora nothing changes.
static bool pays_in_strips(const SparseOperand& m, const Matrix& h) {
  constexpr int64_t kEntries = 8;  // of a row
  return h.order() == Order::strips && m.rows() > kBandRows && m.matrix.nonzeros() >= kEntries * m.rows();
}

// A new value, or base's buffer to add to.
static Var sum_onto(Tape& tape, Var base, int64_t rows, int64_t cols) {
  assert(!base || (tape.value(base).rows() == rows && tape.value(base).cols() == cols));
  return base ? tape.take(base) : tape.record(rows, cols);
}

Var matmul(Tape& tape, Var a, Var b, Var base) {
  return rows_matmul(tape, a, 0, tape.value(a).rows(), b, base);
}

// All rows but these.
static void clear_others(Matrix& m, int64_t first, int64_t rows) {
  std::fill_n(m.data(), first * m.cols(), Real{0});
  std::fill_n(m.row(first + rows), (m.rows() - first - rows) * m.cols(), Real{0});
}

Var rows_matmul(Tape& tape, Var a, int64_t first, int64_t rows, Var b, Var base) {
  const Matrix &left = tape.value(a), &right = tape.value(b);
  assert(left.cols() == right.rows() && first + rows <= left.rows());
  const Var out = sum_onto(tape, base, rows, right.cols());
  tape.needs_gradient_of(out, a);
  tape.needs_gradient_of(out, b);
  multiply(tape.pool(), view(left, first), view(right), left.cols(), tape.result(out),
           static_cast<bool>(base));
  tape.on_backward(out, [&tape, a, first, rows, b, base, out] {
    const Matrix &x = tape.value(a), &w = tape.value(b), &g = tape.gradient(out);
    if (tape.needs_gradient(a)) {  // g·wᵀ
      const auto [matrix, add] = tape.slot(a);
      if (!add) clear_others(matrix, first, rows);
      multiply(tape.pool(), view(g), transposed_view(w), g.cols(), matrix, first, rows, add);
    }
    if (tape.needs_gradient(b)) {  // xᵀ·g
      const auto [matrix, add] = tape.slot(b);
      multiply(tape.pool(), transposed_view(x, first), view(g), g.rows(), matrix, add);
    }
    if (base) tape.pass_gradient(out, base);
  });
  return out;
}

Var sparse_matmul(Tape& tape, const SparseOperand& m, Var h, Var base) {
  const Matrix& dense = tape.value(h);
  assert(m.matrix.cols == dense.rows());
  const Var out = sum_onto(tape, base, m.rows(), dense.cols());
  tape.needs_gradient_of(out, h);
  multiply(tape.pool(), m.matrix, dense, tape.result(out), base ? 1 : 0);
  const bool in_strips = tape.needs_gradient(h) && m.back.matrix.rows > 0 && pays_in_strips(m, dense);
  const Var gradient = in_strips ? tape.record(m.rows(), dense.cols(), Order::strips) : Var();
  tape.on_backward(out, [&tape, &m, h, base, out, gradient] {
    if (tape.needs_gradient(h)) {  // mᵀ·g
      if (gradient) put_in_order(tape.pool(), tape.gradient(out), tape.result(gradient));
      add_back_product(tape, m, gradient ? tape.value(gradient) : tape.gradient(out), h);
    }
    if (base) tape.pass_gradient(out, base);
  });
  return out;
}

// What lies between the two products is kept in strips: each is still in the cache when the second product
// reads it. Steps of the retraining game with sage on Cora take 0.84 of the time that they take with two
// calls of the above.
Var sparse_matmul(Tape& tape, const SparseOperand& outer, const SparseOperand& inner, Var h, Var base) {
  if (!can_have_strips(tape.value(h))) return sparse_matmul(tape, outer, sparse_matmul(tape, inner, h), base);
  assert(outer.matrix.cols == inner.rows() && inner.matrix.cols == tape.value(h).rows());
  const int64_t cols = tape.value(h).cols();
  const Var between = tape.record(inner.rows(), cols, Order::strips);  // inner·h, and its gradient later
  const Var out = sum_onto(tape, base, outer.rows(), cols);
  tape.needs_gradient_of(out, h);
  multiply(tape.pool(), inner.matrix, tape.value(h), tape.result(between));
  multiply(tape.pool(), outer.matrix, tape.value(between), tape.result(out), base ? 1 : 0);
  tape.on_backward(out, [&tape, &outer, &inner, h, base, out, between] {
    if (tape.needs_gradient(h)) {  // innerᵀ·(outerᵀ·g)
      multiply(tape.pool(), outer.back.matrix, tape.gradient(out), tape.result(between));
      add_back_product(tape, inner, tape.value(between), h);
    }
    if (base) tape.pass_gradient(out, base);
  });
  return out;
}

Var summed_weights(Tape& tape, const SparseOperand& m, Var w) {
  const Matrix& weights = tape.value(w);
  assert(m.matrix.cols == weights.rows());
  const Var out = tape.record(m.rows(), weights.cols(), weights.order());
  tape.needs_gradient_of(out, w);
  multiply(tape.pool(), m.matrix, weights, tape.result(out));
  tape.on_backward(out, [&tape, &m, w, out] { add_back_product(tape, m, tape.gradient(out), w); });
  return out;
}

Var row_range(Tape& tape, Var h, int64_t first, int64_t rows, Real scale) {
  const Matrix& all = tape.value(h);
  assert(first + rows <= all.rows());
  const Var out = tape.record(rows, all.cols());
  tape.needs_gradient_of(out, h);
  std::copy_n(all.row(first), rows * all.cols(), tape.result(out).data());
  if (scale != 1)
    for (Real& value : tape.result(out).values()) value *= scale;
  tape.on_backward(out, [&tape, h, first, scale, out] {
    const auto [matrix, add] = tape.slot(h);
    const Matrix& g = tape.gradient(out);
    Real* to = matrix.row(first);
    if (!add) {
      clear_others(matrix, first, g.rows());
      for (int64_t i = 0; i < g.size(); ++i) to[i] = scale * g.data()[i];
    } else if (scale == 1) {
      kernels::add_to(g.data(), g.size(), to);
    } else {
      for (int64_t i = 0; i < g.size(); ++i) to[i] += scale * g.data()[i];
    }
  });
  return out;
}

}  // namespace graphsr
