// Operations on a tape. In each source file the backward stands directly under its forward.
#pragma once

#include <cstdint>
#include <span>

#include "graphsr/base/random.h"
#include "graphsr/tensor/csr.h"
#include "graphsr/tensor/tape.h"

namespace graphsr {

// A constant sparse matrix with its transpose, so that products gather in both directions and never scatter.
struct SparseOperand {
  Csr matrix;
  Transposed back;  // empty when no gradient will be asked for
  Csr back_bands;   // in_bands() of the same, where products with it are faster; else empty

  int64_t rows() const { return matrix.rows; }
};
SparseOperand sparse_operand(Csr matrix, bool with_gradient);

// Which elements are dropped: a share `rate`, by the random numbers at (seed, purpose, position). Rates are
// kept in steps of 1/65536; what is kept is scaled so that the expectation is exact. Rate 0 drops nothing.
struct Dropout {
  Real rate = 0;
  uint64_t seed = 0;
  Purpose purpose = Purpose::dropout;
  uint64_t position = 0;
};

// a·b. a is (N,F), b is (F,H). With `base` (N,H) the result is base + a·b, in base's buffer.
Var matmul(Tape& tape, Var a, Var b, Var base = {});

// The same for the rows [first, first + rows) of a, read where they lie.
Var rows_matmul(Tape& tape, Var a, int64_t first, int64_t rows, Var b, Var base = {});

// m·h. m is (N,M), h is (M,H). With `base` as above. m must outlive the tape's use of it, and the step of an
// optimiser after it (Param::Product).
Var sparse_matmul(Tape& tape, const SparseOperand& m, Var h, Var base = {});

// outer·inner·h, from the right, with base + and lifetimes as above.
Var sparse_matmul(Tape& tape, const SparseOperand& outer, const SparseOperand& inner, Var h, Var base = {});

// m·w, in the order in which w lies: other sparse products read it as they would read w.
Var summed_weights(Tape& tape, const SparseOperand& m, Var w);

// m·h with m's k-th stored value times share[place[k]]: weights that are trained. share is (P,1), each of
// `m`, `place` and base as above.
Var sparse_matmul(Tape& tape, const SparseOperand& m, Var share, std::span<const int32_t> place, Var h,
                  Var base = {});

// a_i · b_j for each stored (i, j) of `pairs`, in their order, as (pairs, 1). a is (N,H), b is (M,H), pairs
// is (N,M); its columns need not ascend and its values are not used. It must outlive the tape's use of it.
Var pair_dots(Tape& tape, const SparseOperand& pairs, Var a, Var b);

// 1 / (1 + exp(-x)) of each element.
Var sigmoid(Tape& tape, Var x);

// sum_k to_one_k * (p_k - 1)^2 + to_zero_k * p_k^2, as (1,1), with p = sigmoid(x). x is (n,1); the weights
// are (n), and must outlive the tape's use of them.
Var pair_loss(Tape& tape, Var x, std::span<const Real> to_one, std::span<const Real> to_zero);

// Rows [first, first + rows) of h, times `scale`.
Var row_range(Tape& tape, Var h, int64_t first, int64_t rows, Real scale = 1);

// x + bias in every row. x is (N,H), bias is (1,H). Takes over x.
Var add_bias(Tape& tape, Var x, Var bias);

// dropout(relu(x + bias)). Takes over x.
Var bias_relu_dropout(Tape& tape, Var x, Var bias, const Dropout& dropout);

// Graph attention. m is (N,M), rows are receivers, columns senders; its values are not used. The receivers
// are the senders [first, first + N). h is (M, heads*width), attention vectors are (1, heads*width).
//   e_ij = leaky_relu(source_h · h_j + target_h · h_i), a_ij = softmax over j of e_ij, result_i = sum_j
//   dropout(a_ij) h_j
// for each head. A receiver without senders gets zeros. `source_dots`, if given, are source_h · h_j of all
// senders (head_dots); they get no gradient.
Var attention(Tape& tape, const SparseOperand& m, int64_t first, Var h, Var source, Var target, int64_t heads,
              const Dropout& dropout, Var source_dots = {});

// Each head of each row times that head of the vector, (M, heads).
Matrix head_dots(ThreadPool& pool, const Matrix& rows, const Matrix& vector, int64_t heads);

// sum_i weight_i * (-log softmax(logits_i)[label_i]) / sum_i weight_i, as (1,1). logits are (n,C); weights
// are (n) or empty: all 1. `shift` (C), or empty, is added to every row of logits first. The labels must
// outlive the tape's use of them.
Var cross_entropy(Tape& tape, Var logits, std::span<const int32_t> labels, std::span<const Real> weights,
                  std::span<const Real> shift = {});

// The same with each example's term times (1 - p)^gamma, p being the probability of its label: what is right
// already counts less. gamma >= 0.
Var focal_loss(Tape& tape, Var logits, std::span<const int32_t> labels, std::span<const Real> weights,
               double gamma);

// The logits, each row's less margin[label] at its label. margin is (C).
Var less_margin(Tape& tape, Var logits, std::span<const int32_t> labels, std::span<const Real> margin);

// Softmax of each row, outside of any tape.
Matrix softmax(const Matrix& logits);

}  // namespace graphsr
