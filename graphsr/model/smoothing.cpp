#include "graphsr/model/smoothing.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "graphsr/model/layer_rows.h"
#include "graphsr/tensor/multiply.h"

namespace graphsr {

// Rows begin at whole cache lines or parts of one, and one vector takes them whole where there are at most
// sixteen columns: each neighbour is looked at once, in one line.
static int64_t padded(int64_t columns) {
  for (const int64_t width : {4, 8})
    if (columns <= width) return width;
  return (columns + 15) / 16 * 16;
}

static int64_t work_of_row(const Csr& edges, int64_t width) {
  return width * (2 + edges.nonzeros() / std::max<int64_t>(1, edges.rows));
}

static std::vector<Real> factors(const Csr& edges, double share) {
  std::vector<Real> times;
  for (int64_t v = 0; v < edges.rows; ++v)
    times.push_back(static_cast<Real>(share / static_cast<double>(edges.length(v) + 1)));
  return times;
}

static Matrix smoothed_whole(const Csr& edges, Matrix rows, double share, ThreadPool& pool) {
  const int64_t columns = rows.cols(), width = padded(columns);
  const Real rest = static_cast<Real>(1 - share);
  const std::vector<Real> times = factors(edges, share);
  const int64_t work = work_of_row(edges, width);
  Matrix current(rows.rows(), width), next(rows.rows(), width);
  pool.for_rows(rows.rows(), width, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v)
      std::fill(std::copy_n(rows.row(v), columns, current.row(v)), current.row(v) + width, Real{0});
  });
  for (int step = 0; step < kSmoothingSteps; ++step) {
    const bool last = step + 1 == kSmoothingSteps;  // takes the place of the rows
    pool.for_rows(rows.rows(), work, [&](int64_t begin, int64_t end) {
      kernels::sum_with_neighbours(sparse_rows(edges), begin, end, current.data(), width, next.data());
      for (int64_t v = begin; v < end; ++v) {
        Real* out = last ? rows.row(v) : next.row(v);
        for (int64_t c = 0; c < columns; ++c) out[c] = times[v] * next(v, c) + rest * rows(v, c);
      }
    });
    std::swap(current, next);
  }
  return rows;
}

// Rows are kept as Rounded between the steps. The last step is not rounded, and takes the place of the rows.
template <class Rounded>
static Matrix smoothed_rounded(const Csr& edges, Matrix rows, double share, ThreadPool& pool) {
  const int64_t columns = rows.cols();
  const Real rest = static_cast<Real>(1 - share);
  const std::vector<Real> times = factors(edges, share);
  Rounded current, next;
  current.resize(rows.rows(), columns);
  next.resize(rows.rows(), columns);
  pool.for_rows(rows.rows(), columns, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) current.put(v, rows.row(v));
  });
  for (int step = 0; step < kSmoothingSteps; ++step) {
    pool.for_rows(rows.rows(), work_of_row(edges, columns), [&](int64_t begin, int64_t end) {
      constexpr int64_t kBlock = 64;
      Matrix sums(kBlock, columns);
      for (int64_t first = begin; first < end; first += kBlock) {
        const int64_t last = std::min(first + kBlock, end);
        sum_neighbours(edges, first, last, current, true, times.data(), sums.data());
        for (int64_t v = first; v < last; ++v) {
          Real* sum = sums.row(v - first);
          for (int64_t c = 0; c < columns; ++c) sum[c] += rest * rows(v, c);
          if (step + 1 < kSmoothingSteps)
            next.put(v, sum);
          else
            std::copy_n(sum, columns, rows.row(v));
        }
      }
    });
    std::swap(current, next);
  }
  return rows;
}

Matrix smoothed(const Csr& edges, Matrix rows, double share, ThreadPool& pool, bool apart) {
  if (share == 0) return rows;
  if (rows.rows() <= kManyRows) return smoothed_whole(edges, std::move(rows), share, pool);
  return apart ? smoothed_rounded<HalfRows>(edges, std::move(rows), share, pool)
               : smoothed_rounded<ByteRows>(edges, std::move(rows), share, pool);
}

}  // namespace graphsr
