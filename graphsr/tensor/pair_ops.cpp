// What a graph needs whose edges are predicted: a number for each pair of nodes that is asked about, and
// products with matrices whose values are such numbers.
#include <cassert>
#include <cmath>

#include "graphsr/tensor/multiply.h"
#include "graphsr/tensor/ops.h"

namespace graphsr {

// In eight sums, which one instruction can hold.
static Real dot(const Real* a, const Real* b, int64_t count) {
  constexpr int64_t kSums = 8;
  Real sums[kSums] = {};
  int64_t i = 0;
  for (; i + kSums <= count; i += kSums)
    for (int64_t k = 0; k < kSums; ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < count; ++i) sums[i % kSums] += a[i] * b[i];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

// The dots of the stored pairs of rows, one after the other at `out`.
static void dots(ThreadPool& pool, const Csr& pairs, const Matrix& a, const Matrix& b, Real* out) {
  const int64_t work = pairs.rows > 0 ? pairs.nonzeros() * a.cols() / pairs.rows : 0;
  pool.for_rows(pairs.rows, work, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      for (int64_t e = pairs.offsets[i]; e < pairs.offsets[i + 1]; ++e)
        out[e] = dot(a.row(i), b.row(pairs.columns[e]), a.cols());
  });
}

// to = or += (add) the product of a matrix of this pattern and these values with h.
static void multiply_values(ThreadPool& pool, const Csr& pattern, const Real* values, const Matrix& h,
                            Matrix& to, bool add) {
  const SparseRows rows = {pattern.offsets.data(), pattern.columns.data(), values};
  const int64_t work = pattern.rows > 0 ? pattern.nonzeros() * h.cols() / pattern.rows : 0;
  pool.for_rows(pattern.rows, work, [&](int64_t begin, int64_t end) {
    kernels::gather_sum(rows, begin, end, strips_of(h), h.cols(), strips_of(to), add ? 1 : 0);
  });
}

Var pair_dots(Tape& tape, const SparseOperand& pairs, Var a, Var b) {
  const int64_t count = pairs.matrix.nonzeros();
  assert(pairs.matrix.rows == tape.value(a).rows() && pairs.matrix.cols == tape.value(b).rows());
  assert(tape.value(a).cols() == tape.value(b).cols());
  const Var back_values = tape.record(count, 1);  // the gradient in the order of the transpose
  const Var out = tape.record(count, 1);
  tape.needs_gradient_of(out, a);
  tape.needs_gradient_of(out, b);
  dots(tape.pool(), pairs.matrix, tape.value(a), tape.value(b), tape.result(out).data());
  tape.on_backward(out, [&tape, &pairs, a, b, back_values, out] {
    const Real* g = tape.gradient(out).data();
    if (tape.needs_gradient(a)) {  // g·b
      const auto [matrix, add] = tape.slot(a);
      multiply_values(tape.pool(), pairs.matrix, g, tape.value(b), matrix, add);
    }
    if (tape.needs_gradient(b)) {  // gᵀ·a
      Real* values = tape.result(back_values).data();
      for (size_t k = 0; k < pairs.back.source.size(); ++k) values[k] = g[pairs.back.source[k]];
      const auto [matrix, add] = tape.slot(b);
      multiply_values(tape.pool(), pairs.back.matrix, values, tape.value(a), matrix, add);
    }
  });
  return out;
}

Var sparse_matmul(Tape& tape, const SparseOperand& m, Var share, std::span<const int32_t> place, Var h,
                  Var base) {
  const Csr& matrix = m.matrix;
  const int64_t count = matrix.nonzeros();
  assert(matrix.cols == tape.value(h).rows() && static_cast<int64_t>(place.size()) == count);
  const auto stored = [&m](int64_t k) { return m.matrix.values.empty() ? 1 : m.matrix.values[k]; };
  const Var values = tape.record(count, 1), scratch = tape.record(count, 1);
  for (int64_t k = 0; k < count; ++k) tape.result(values)(k, 0) = stored(k) * tape.value(share)(place[k], 0);
  const Var out = base ? tape.take(base) : tape.record(matrix.rows, tape.value(h).cols());
  tape.needs_gradient_of(out, h);
  tape.needs_gradient_of(out, share);
  multiply_values(tape.pool(), matrix, tape.value(values).data(), tape.value(h), tape.result(out),
                  static_cast<bool>(base));
  tape.on_backward(out, [&tape, &m, stored, share, place, h, base, values, scratch, out] {
    const Matrix& g = tape.gradient(out);
    Matrix& work = tape.result(scratch);
    if (tape.needs_gradient(share)) {  // g_i · h_j times the stored value, summed in the order of storage
      dots(tape.pool(), m.matrix, g, tape.value(h), work.data());
      const auto [matrix, add] = tape.slot(share);
      if (!add) matrix.fill(0);
      for (int64_t k = 0; k < work.size(); ++k) matrix(place[k], 0) += stored(k) * work(k, 0);
    }
    if (tape.needs_gradient(h)) {  // mᵀ·g
      for (size_t k = 0; k < m.back.source.size(); ++k)
        work.data()[k] = tape.value(values)(m.back.source[k], 0);
      const auto [matrix, add] = tape.slot(h);
      multiply_values(tape.pool(), m.back.matrix, work.data(), g, matrix, add);
    }
    if (base) tape.pass_gradient(out, base);
  });
  return out;
}

static double sigmoid_of(Real x) { return 1 / (1 + std::exp(-static_cast<double>(x))); }

Var sigmoid(Tape& tape, Var x) {
  const Matrix& in = tape.value(x);
  const Var out = tape.record(in.rows(), in.cols());
  tape.needs_gradient_of(out, x);
  for (int64_t i = 0; i < in.size(); ++i)
    tape.result(out).data()[i] = static_cast<Real>(sigmoid_of(in.data()[i]));
  tape.on_backward(out, [&tape, x, out] {  // g p (1 - p)
    const Matrix &p = tape.value(out), &g = tape.gradient(out);
    const auto [matrix, add] = tape.slot(x);
    for (int64_t i = 0; i < p.size(); ++i)
      matrix.data()[i] = (add ? matrix.data()[i] : 0) + g.data()[i] * p.data()[i] * (1 - p.data()[i]);
  });
  return out;
}

Var pair_loss(Tape& tape, Var x, std::span<const Real> to_one, std::span<const Real> to_zero) {
  const Matrix& in = tape.value(x);
  assert(in.cols() == 1 && static_cast<int64_t>(to_one.size()) == in.rows() &&
         to_zero.size() == to_one.size());
  const Var slope = tape.record(in.rows(), 1);
  double sum = 0;
  for (int64_t k = 0; k < in.rows(); ++k) {
    const double p = sigmoid_of(in(k, 0));
    const auto one = static_cast<double>(to_one[k]), zero = static_cast<double>(to_zero[k]);
    sum += one * (p - 1) * (p - 1) + zero * p * p;
    tape.result(slope)(k, 0) = static_cast<Real>(2 * (one * (p - 1) + zero * p) * p * (1 - p));
  }
  const Var out = tape.record(1, 1);
  tape.needs_gradient_of(out, x);
  tape.result(out)(0, 0) = static_cast<Real>(sum);
  tape.on_backward(out, [&tape, x, slope, out] {
    const Matrix& s = tape.value(slope);
    const Real g = tape.gradient(out)(0, 0);
    const auto [matrix, add] = tape.slot(x);
    for (int64_t k = 0; k < s.rows(); ++k) matrix(k, 0) = (add ? matrix(k, 0) : 0) + g * s(k, 0);
  });
  return out;
}

}  // namespace graphsr
