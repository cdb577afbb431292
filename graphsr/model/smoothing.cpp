#include "graphsr/model/smoothing.h"

#include <algorithm>

#include "graphsr/tensor/multiply.h"

namespace graphsr {

Matrix smoothed(const Csr& edges, const Matrix& rows, double share, ThreadPool& pool) {
  Matrix current = rows;
  if (share == 0) return current;
  const int64_t classes = rows.cols();
  const Real rest = static_cast<Real>(1 - share);
  Matrix next(rows.rows(), classes);
  const int64_t work = classes * (2 + edges.nonzeros() / std::max<int64_t>(1, edges.rows));
  for (int step = 0; step < kSmoothingSteps; ++step) {
    pool.for_rows(rows.rows(), work, [&](int64_t begin, int64_t end) {
      kernels::sum_with_neighbours(sparse_rows(edges), begin, end, current.data(), classes, next.data());
      for (int64_t v = begin; v < end; ++v) {
        Real* out = next.row(v);
        const Real factor = static_cast<Real>(share / static_cast<double>(edges.length(v) + 1));
        for (int64_t c = 0; c < classes; ++c) out[c] = factor * out[c] + rest * rows(v, c);
      }
    });
    std::swap(current, next);
  }
  return current;
}

}  // namespace graphsr
