#include "graphsr/model/smoothing.h"

#include <algorithm>
#include <utility>

#include "graphsr/model/layer_input.h"
#include "graphsr/tensor/multiply.h"

namespace graphsr {

// Rows begin at whole cache lines or parts of one, and one vector takes them whole where there are at most
// sixteen columns: each neighbour is looked at once, in one line.
static int64_t padded(int64_t columns) {
  for (const int64_t width : {4, 8})
    if (columns <= width) return width;
  return (columns + 15) / 16 * 16;
}

static Real factor(const Csr& edges, int64_t v, double share) {
  return static_cast<Real>(share / static_cast<double>(edges.length(v) + 1));
}

static int64_t work_of_row(const Csr& edges, int64_t width) {
  return width * (2 + edges.nonzeros() / std::max<int64_t>(1, edges.rows));
}

static Matrix smoothed_whole(const Csr& edges, const Matrix& rows, double share, ThreadPool& pool) {
  const int64_t columns = rows.cols(), width = padded(columns);
  const Real rest = static_cast<Real>(1 - share);
  Matrix current(rows.rows(), width, 0), next(rows.rows(), width);
  for (int64_t v = 0; v < rows.rows(); ++v) std::copy_n(rows.row(v), columns, current.row(v));
  for (int step = 0; step < kSmoothingSteps; ++step) {
    pool.for_rows(rows.rows(), work_of_row(edges, width), [&](int64_t begin, int64_t end) {
      kernels::sum_with_neighbours(sparse_rows(edges), begin, end, current.data(), width, next.data());
      for (int64_t v = begin; v < end; ++v) {
        Real* out = next.row(v);
        const Real times = factor(edges, v, share);
        for (int64_t c = 0; c < columns; ++c) out[c] = times * out[c] + rest * rows(v, c);
      }
    });
    std::swap(current, next);
  }
  Matrix out(rows.rows(), columns);
  for (int64_t v = 0; v < rows.rows(); ++v) std::copy_n(current.row(v), columns, out.row(v));
  return out;
}

// The last step is not rounded, and takes the place of the rows.
static Matrix smoothed_half(const Csr& edges, Matrix rows, double share, ThreadPool& pool) {
  const int64_t columns = rows.cols();
  const Real rest = static_cast<Real>(1 - share);
  HalfRows current, next;
  current.resize(rows.rows(), columns);
  next.resize(rows.rows(), columns);
  current.put(pool, 0, rows);
  for (int step = 0; step < kSmoothingSteps; ++step) {
    pool.for_rows(rows.rows(), work_of_row(edges, columns), [&](int64_t begin, int64_t end) {
      constexpr int64_t kBlock = 64;
      Matrix sums(kBlock, columns);
      for (int64_t first = begin; first < end; first += kBlock) {
        const int64_t count = std::min(kBlock, end - first);
        const SparseRows block = {edges.offsets.data() + first, edges.columns.data(), nullptr};
        kernels::half_gather_sum(block, 0, count, current.data(), current.stride(), columns, sums.data());
        for (int64_t i = 0; i < count; ++i) {
          const int64_t v = first + i;
          const Real times = factor(edges, v, share);
          const uint16_t* own = current.row(v);
          for (int64_t c = 0; c < columns; ++c)
            sums(i, c) = times * (sums(i, c) + from_half(own[c])) + rest * rows(v, c);
          if (step + 1 < kSmoothingSteps)
            next.put(v, sums.row(i));
          else
            std::copy_n(sums.row(i), columns, rows.row(v));
        }
      }
    });
    std::swap(current, next);
  }
  return rows;
}

Matrix smoothed(const Csr& edges, Matrix rows, double share, ThreadPool& pool) {
  constexpr int64_t kLine = 16;  // values of a cache line
  if (share == 0) return rows;
  if (rows.rows() > kManyRows && rows.cols() > kLine)
    return smoothed_half(edges, std::move(rows), share, pool);
  return smoothed_whole(edges, rows, share, pool);
}

}  // namespace graphsr
