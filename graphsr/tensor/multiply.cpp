#include "graphsr/tensor/multiply.h"

#include <algorithm>

namespace graphsr {

static constexpr int64_t kDepth = 256;  // of a packed chunk: its panels stay in the first-level cache

void multiply(ThreadPool& pool, View a, View b, int64_t depth, Matrix& c, bool add) {
  if (c.size() == 0) return;
  if (depth == 0 && !add) c.fill(0);
  AlignedVector<Real> packed(kernels::packed_size(std::min(depth, kDepth), c.cols()));
  for (int64_t k = 0; k < depth; k += kDepth) {
    const int64_t part = std::min(kDepth, depth - k);
    kernels::pack({b.data + k * b.row, b.row, b.col}, part, c.cols(), packed.data());
    const View rows = {a.data + k * a.col, a.row, a.col};
    pool.for_rows(c.rows(), part * c.cols(), [&](int64_t begin, int64_t end) {
      kernels::multiply_rows(rows, begin, end, part, packed.data(), c.cols(), c.data(), add || k > 0);
    });
  }
}

void multiply(ThreadPool& pool, const Csr& m, ConstStrips b, int64_t cols, Strips c, bool add) {
  const int64_t work = m.rows > 0 ? m.nonzeros() * cols / m.rows : 0;
  pool.for_rows(m.rows, work, [&](int64_t begin, int64_t end) {
    kernels::gather_sum(sparse_rows(m), begin, end, b, cols, c, add);
  });
}

void multiply(ThreadPool& pool, const Csr& m, const Matrix& b, Matrix& c, bool add) {
  multiply(pool, m, by_rows(b), c.cols(), by_rows(c), add);
}

}  // namespace graphsr
