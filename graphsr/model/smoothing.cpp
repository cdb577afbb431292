#include "graphsr/model/smoothing.h"

#include <algorithm>

#include "graphsr/tensor/multiply.h"

namespace graphsr {

// Rows begin at whole cache lines or parts of one, and one vector takes them whole where there are at most
// sixteen columns: each neighbour is looked at once, in one line.
static int64_t padded(int64_t columns) {
  for (const int64_t width : {4, 8})
    if (columns <= width) return width;
  return (columns + 15) / 16 * 16;
}

Matrix smoothed(const Csr& edges, const Matrix& rows, double share, ThreadPool& pool) {
  if (share == 0) return rows;
  const int64_t classes = rows.cols(), width = padded(classes);
  const Real rest = static_cast<Real>(1 - share);
  Matrix current(rows.rows(), width, 0), next(rows.rows(), width);
  for (int64_t v = 0; v < rows.rows(); ++v) std::copy_n(rows.row(v), classes, current.row(v));
  const int64_t work = width * (2 + edges.nonzeros() / std::max<int64_t>(1, edges.rows));
  for (int step = 0; step < kSmoothingSteps; ++step) {
    pool.for_rows(rows.rows(), work, [&](int64_t begin, int64_t end) {
      kernels::sum_with_neighbours(sparse_rows(edges), begin, end, current.data(), width, next.data());
      for (int64_t v = begin; v < end; ++v) {
        Real* out = next.row(v);
        const Real factor = static_cast<Real>(share / static_cast<double>(edges.length(v) + 1));
        for (int64_t c = 0; c < classes; ++c) out[c] = factor * out[c] + rest * rows(v, c);
      }
    });
    std::swap(current, next);
  }
  Matrix out(rows.rows(), classes);
  for (int64_t v = 0; v < rows.rows(); ++v) std::copy_n(current.row(v), classes, out.row(v));
  return out;
}

}  // namespace graphsr
