#include "graphsr/tensor/multiply.h"

#include <algorithm>

namespace graphsr {

static constexpr int64_t kDepth = 256;  // of a packed chunk: its panels stay in the first-level cache

void multiply(ThreadPool& pool, View a, View b, int64_t depth, Matrix& c, bool add) {
  multiply(pool, a, b, depth, c, 0, c.rows(), add);
}

void multiply(ThreadPool& pool, View a, View b, int64_t depth, Matrix& c, int64_t first, int64_t rows,
              bool add) {
  assert(first + rows <= c.rows());
  if (rows * c.cols() == 0) return;
  if (depth == 0 && !add) std::fill_n(c.row(first), rows * c.cols(), Real{0});
  AlignedVector<Real> packed(kernels::packed_size(std::min(depth, kDepth), c.cols()));
  for (int64_t k = 0; k < depth; k += kDepth) {
    const int64_t part = std::min(kDepth, depth - k);
    kernels::pack({b.data + k * b.row, b.row, b.col}, part, c.cols(), packed.data());
    const View left = {a.data + k * a.col, a.row, a.col};
    pool.for_rows(rows, part * c.cols(), [&](int64_t begin, int64_t end) {
      kernels::multiply_rows(left, begin, end, part, packed.data(), c.cols(), c.row(first), add || k > 0);
    });
  }
}

bool can_have_strips(int64_t cols) { return cols % kernels::strip_width() == 0; }

template <class Value, class AnyMatrix>
static StripsOf<Value> in_strips(AnyMatrix& m) {
  const int64_t width = kernels::strip_width();
  if (m.order() == Order::rows) return {m.data(), m.cols(), width};
  return {m.data(), width, m.rows() * width};
}

ConstStrips strips_of(const Matrix& m) { return in_strips<const Real>(m); }
Strips strips_of(Matrix& m) { return in_strips<Real>(m); }

// Rows [begin, end).
static void put_rows(ConstStrips from, int64_t begin, int64_t end, int64_t cols, Strips to) {
  const int64_t width = kernels::strip_width();
  for (int64_t j = 0; j < cols; j += width)
    for (int64_t i = begin; i < end; ++i)
      std::copy_n(from.data + j / width * from.strip + i * from.row, std::min(width, cols - j),
                  to.data + j / width * to.strip + i * to.row);
}

Matrix in_order(const Matrix& m, Order order) {
  assert(order == Order::rows || can_have_strips(m));
  Matrix out;
  out.resize(m.rows(), m.cols(), order);
  put_rows(strips_of(m), 0, m.rows(), m.cols(), strips_of(out));
  return out;
}

void put_in_order(ThreadPool& pool, const Matrix& m, Matrix& out) {
  assert(m.rows() == out.rows() && m.cols() == out.cols());
  const auto from = strips_of(m);
  const auto to = strips_of(out);
  pool.for_rows(m.rows(), 2 * m.cols(),
                [&](int64_t begin, int64_t end) { put_rows(from, begin, end, m.cols(), to); });
}

std::vector<Panel> panels_of(const Matrix& m) {
  if (m.order() == Order::rows) return {{view(m), 0, m.cols()}};
  std::vector<Panel> panels;
  const auto from = strips_of(m);
  const int64_t width = kernels::strip_width();
  for (int64_t j = 0; j < m.cols(); j += width)
    panels.push_back({{from.data + j / width * from.strip, from.row, 1}, j, width});
  return panels;
}

static constexpr int64_t kFarRows = 8192;  // of which a strip is 2 MB with AVX-512, half with AVX2

// In strips twice as many may be near: of 8415 words, whose weights lie in strips, the frequent ones stay in
// the cache, and asking ahead took 1.15 times as long.
static bool is_far(const Matrix& b) {
  return b.rows() > (b.order() == Order::rows ? kFarRows : 2 * kFarRows);
}

static int64_t work_of_row(const Csr& m, const Matrix& c) {
  return m.rows > 0 ? m.nonzeros() * c.cols() / m.rows : 0;
}

static void gather_onto(ThreadPool& pool, const Csr& m, int64_t first, const Matrix& b, Matrix& c, Real times,
                        bool far) {
  assert(first + c.rows() <= m.rows);
  const auto from = strips_of(b);
  const auto to = strips_of(c);
  const auto gather = far ? kernels::far_gather_sum : kernels::gather_sum;
  SparseRows rows = sparse_rows(m);
  rows.offsets += first;
  pool.for_rows(c.rows(), work_of_row(m, c),
                [&](int64_t begin, int64_t end) { gather(rows, begin, end, from, c.cols(), to, times); });
}

void multiply(ThreadPool& pool, const Csr& m, const Matrix& b, Matrix& c, Real times) {
  assert(c.rows() == m.rows);
  gather_onto(pool, m, 0, b, c, times, is_far(b));
}

void multiply_band(ThreadPool& pool, const Csr& m, int64_t first, const Matrix& b, Matrix& c, Real times) {
  gather_onto(pool, m, first, b, c, times, false);
}

void multiply_adam(ThreadPool& pool, const Csr& m, const Matrix& b, const AdamStep& s, Matrix& value,
                   Matrix& mean, Matrix& square) {
  assert(value.order() == Order::strips && value.rows() == m.rows && value.cols() == b.cols());
  const auto from = strips_of(b);
  const auto to = strips_of(value);
  pool.for_rows(m.rows, work_of_row(m, value) + 8 * value.cols(), [&](int64_t begin, int64_t end) {
    kernels::gather_adam(sparse_rows(m), begin, end, from, value.cols(), s, to, mean.data(), square.data(),
                         is_far(b));
  });
}

void multiply(ThreadPool& pool, const Csr& m, const ByteRows& b, int64_t group, Matrix& c) {
  assert(b.cols() == c.cols() && b.rows() == m.cols && c.rows() == m.rows);
  pool.for_rows(m.rows, work_of_row(m, c), [&](int64_t begin, int64_t end) {
    kernels::byte_gather_sum(sparse_rows(m), begin, end, b.groups(), group, c.data());
  });
}

void sum_neighbours(const Csr& edges, int64_t begin, int64_t end, const ByteRows& rows, bool self,
                    const Real* times, Real* sums) {
  ByteGroups first = rows.groups();
  first.groups = 1;
  kernels::byte_neighbour_sum(sparse_rows(edges), begin, end, first, self, times, &sums);
}

void sum_neighbours(const Csr& edges, int64_t begin, int64_t end, const HalfRows& rows, bool self,
                    const Real* times, Real* sums) {
  kernels::half_neighbour_sum(sparse_rows(edges), begin, end, rows.row(0), rows.stride(), rows.cols(), self,
                              times, sums);
}

}  // namespace graphsr
