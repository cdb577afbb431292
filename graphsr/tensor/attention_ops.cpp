#include <algorithm>
#include <cassert>

#include "graphsr/tensor/dropout.h"
#include "graphsr/tensor/multiply.h"
#include "graphsr/tensor/ops.h"

namespace graphsr {

namespace {

// What the forward pass leaves for the backward pass; the matrices live on the tape, so that epochs reuse
// them.
struct Parts {
  Var source_dots, target_dots;  // (M,heads), (N,heads)
  Var weight, dropped;           // (entries,heads), before and after dropout
};

AttentionRows attention_rows(const Tape& tape, const SparseOperand& m, const Parts& parts, HeadShape shape) {
  return {sparse_rows(m.matrix), shape, tape.value(parts.source_dots).data(),
          tape.value(parts.target_dots).data()};
}

// Of the rows from `first` on, as many as there are dots.
void put_dots(ThreadPool& pool, const Matrix& rows, int64_t first, const Matrix& vector, Matrix& dots) {
  const HeadShape shape = {dots.cols(), rows.cols() / dots.cols()};
  pool.for_rows(dots.rows(), rows.cols(), [&](int64_t begin, int64_t end) {
    kernels::head_dots(rows.row(first), vector.data(), shape, begin, end, dots.data());
  });
}

}  // namespace

Matrix head_dots(ThreadPool& pool, const Matrix& rows, const Matrix& vector, int64_t heads) {
  Matrix dots(rows.rows(), heads);
  put_dots(pool, rows, 0, vector, dots);
  return dots;
}

Var attention(Tape& tape, const SparseOperand& m, int64_t first, Var h, Var source, Var target, int64_t heads,
              const Dropout& dropout, Var source_dots) {
  const Matrix& rows = tape.value(h);
  const HeadShape shape = {heads, rows.cols() / heads};
  const int64_t n = m.matrix.rows, entries = m.matrix.nonzeros();
  assert(shape.heads * shape.width == rows.cols() && m.matrix.cols == rows.rows() &&
         first + n <= rows.rows());
  assert(!source_dots ||
         (tape.value(source_dots).rows() == rows.rows() && tape.value(source_dots).cols() == heads));
  ThreadPool& pool = tape.pool();

  const KeepRule keep = keep_rule(dropout);
  Parts parts;
  parts.source_dots = source_dots ? source_dots : tape.record(rows.rows(), heads);
  parts.target_dots = tape.record(n, heads);
  parts.weight = tape.record(entries, heads);
  parts.dropped = keep.threshold > 0 ? tape.record(entries, heads) : parts.weight;
  if (!source_dots) put_dots(pool, rows, 0, tape.value(source), tape.result(parts.source_dots));
  put_dots(pool, rows, first, tape.value(target), tape.result(parts.target_dots));
  const int64_t row_work = n > 0 ? entries * rows.cols() / n : 0;
  pool.for_rows(n, row_work, [&](int64_t begin, int64_t end) {
    kernels::attention_weights(attention_rows(tape, m, parts, shape), begin, end,
                               tape.result(parts.weight).data());
  });
  if (keep.threshold > 0) {
    pool.for_rows(entries, 8 * heads, [&](int64_t begin, int64_t end) {
      DropoutBits bits(dropout, heads);
      const Matrix& weight = tape.value(parts.weight);
      for (int64_t e = begin, count = 0; e < end; e += count) {
        const uint16_t* of_rows = bits.row(e);
        count = std::min(bits.rows_from(e), end - e);
        kernels::drop(weight.row(e), of_rows, keep, count * heads, tape.result(parts.dropped).row(e));
      }
    });
  }
  const Var out = tape.record(n, rows.cols());
  for (const Var input : {h, source, target}) tape.needs_gradient_of(out, input);
  pool.for_rows(n, row_work, [&](int64_t begin, int64_t end) {
    kernels::head_gather(sparse_rows(m.matrix), shape, begin, end, tape.value(parts.dropped).data(), nullptr,
                         rows.data(), tape.result(out).data(), false);
  });

  const Var entry = tape.record(entries, heads), receiver = tape.record(n, heads);
  const Var sender = tape.record(rows.rows(), heads);
  tape.on_backward(out, [=, &tape, &m, scale = keep.scale] {
    ThreadPool& pool = tape.pool();
    const Matrix &rows = tape.value(h), &g = tape.gradient(out);
    Matrix &entries_back = tape.result(entry), &receivers_back = tape.result(receiver);
    Matrix& senders_back = tape.result(sender);
    pool.for_rows(n, 2 * row_work, [&](int64_t begin, int64_t end) {
      kernels::attention_backward(attention_rows(tape, m, parts, shape), begin, end, rows.data(), g.data(),
                                  tape.value(parts.weight).data(), tape.value(parts.dropped).data(), scale,
                                  entries_back.data(), receivers_back.data());
    });
    const Tape::Slot slot = tape.slot(h);
    Matrix& dh = slot.matrix;
    const Csr& back = m.back.matrix;
    pool.for_rows(rows.rows(), 2 * row_work, [&](int64_t begin, int64_t end) {
      kernels::head_gather(sparse_rows(back), shape, begin, end, tape.value(parts.dropped).data(),
                           m.back.source.data(), g.data(), dh.data(), slot.add);
      for (int64_t j = begin; j < end; ++j) {
        Real* sum = senders_back.row(j);
        std::fill_n(sum, heads, Real{0});
        for (int64_t e = back.offsets[j]; e < back.offsets[j + 1]; ++e)
          for (int64_t k = 0; k < heads; ++k) sum[k] += entries_back(m.back.source[e], k);
        kernels::head_axpy(sum, tape.value(source).data(), shape, dh.row(j));
        if (j >= first && j < first + n)
          kernels::head_axpy(receivers_back.row(j - first), tape.value(target).data(), shape, dh.row(j));
      }
    });
    const auto vector_gradient = [&](Var vector, const Matrix& factors, int64_t from) {
      const auto [matrix, add] = tape.slot(vector);
      if (!add) matrix.fill(0);
      for (int64_t i = 0; i < factors.rows(); ++i)
        kernels::head_axpy(factors.row(i), rows.row(from + i), shape, matrix.data());
    };
    vector_gradient(source, senders_back, 0);
    vector_gradient(target, receivers_back, first);
  });
  return out;
}

}  // namespace graphsr
