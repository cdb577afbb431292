#include "graphsr/tensor/csr.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace graphsr {

Csr view_of(const Csr& matrix, std::shared_ptr<const void> keeper) {
  Csr out;
  out.rows = matrix.rows;
  out.cols = matrix.cols;
  out.offsets = Array<int64_t>::view(matrix.offsets, keeper);
  out.columns = Array<int32_t>::view(matrix.columns, keeper);
  out.values = Array<Real>::view(matrix.values, keeper);
  return out;
}

Transposed transposed(const Csr& matrix) {
  Transposed out;
  Csr& t = out.matrix;
  t.rows = matrix.cols;
  t.cols = matrix.rows;
  t.offsets.assign(static_cast<size_t>(t.rows) + 1, 0);
  t.columns.resize(matrix.columns.size());
  t.values.resize(matrix.values.size());
  out.source.resize(matrix.columns.size());
  for (const int32_t column : matrix.columns) ++t.offsets[column + 1];
  for (int64_t i = 0; i < t.rows; ++i) t.offsets[i + 1] += t.offsets[i];
  std::vector<int64_t> next(t.offsets.begin(), t.offsets.end() - 1);
  for (int64_t i = 0; i < matrix.rows; ++i) {
    for (int64_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) {
      const int64_t place = next[matrix.columns[e]]++;
      t.columns[place] = static_cast<int32_t>(i);
      if (!matrix.values.empty()) t.values[place] = matrix.values[e];
      out.source[place] = e;
    }
  }
  return out;
}

Csr in_bands(const Csr& matrix, int64_t columns) {
  assert(columns > 0);
  const int64_t bands = (matrix.cols + columns - 1) / columns;
  Csr out;
  out.rows = bands * matrix.rows;
  out.cols = matrix.cols;
  out.columns.reserve(matrix.columns.size());
  out.values.reserve(matrix.values.size());
  std::vector<int64_t> next(matrix.offsets.begin(), matrix.offsets.end() - 1);  // entry of each row
  for (int64_t k = 0; k < bands; ++k)
    for (int64_t i = 0; i < matrix.rows; ++i) {
      int64_t& e = next[i];
      for (; e < matrix.offsets[i + 1] && matrix.columns[e] < (k + 1) * columns; ++e) {
        out.columns.push_back(matrix.columns[e]);
        if (!matrix.values.empty()) out.values.push_back(matrix.values[e]);
      }
      out.offsets.push_back(out.nonzeros());
    }
  return out;
}

Csr gathered(const Csr& matrix, std::span<const int32_t> rows) {
  Csr out;
  out.rows = static_cast<int64_t>(rows.size());
  out.cols = matrix.cols;
  out.offsets.reserve(rows.size() + 1);
  for (const int32_t row : rows) out.offsets.push_back(out.offsets.back() + matrix.length(row));
  out.columns.reserve(out.offsets.back());
  if (!matrix.values.empty()) out.values.reserve(out.offsets.back());
  for (const int32_t row : rows) {
    const int64_t begin = matrix.offsets[row], end = matrix.offsets[row + 1];
    out.columns.insert(out.columns.end(), matrix.columns.begin() + begin, matrix.columns.begin() + end);
    if (!matrix.values.empty())
      out.values.insert(out.values.end(), matrix.values.begin() + begin, matrix.values.begin() + end);
  }
  return out;
}

Csr product(const Csr& a, const Csr& b) {
  Csr out;
  out.rows = a.rows;
  out.cols = b.cols;
  out.offsets.reserve(static_cast<size_t>(a.rows) + 1);
  std::vector<Real> sum(static_cast<size_t>(b.cols), 0);
  std::vector<int64_t> seen(static_cast<size_t>(b.cols), -1);
  std::vector<int32_t> touched;
  for (int64_t i = 0; i < a.rows; ++i) {
    touched.clear();
    for (int64_t e = a.offsets[i]; e < a.offsets[i + 1]; ++e) {
      const int32_t j = a.columns[e];
      const Real weight = a.values.empty() ? 1 : a.values[e];
      for (int64_t k = b.offsets[j]; k < b.offsets[j + 1]; ++k) {
        const int32_t column = b.columns[k];
        if (seen[column] != i) {
          seen[column] = i;
          sum[column] = 0;
          touched.push_back(column);
        }
        sum[column] += b.values.empty() ? weight : weight * b.values[k];
      }
    }
    std::sort(touched.begin(), touched.end());
    for (const int32_t column : touched) {
      out.columns.push_back(column);
      out.values.push_back(sum[column]);
    }
    out.offsets.push_back(static_cast<int64_t>(out.columns.size()));
  }
  return out;
}

int64_t product_nonzeros(const Csr& a, const Csr& b, int64_t stride) {
  std::vector<int64_t> seen(static_cast<size_t>(b.cols), -1);
  int64_t count = 0;
  for (int64_t i = 0; i < a.rows; i += stride)
    for (const int32_t j : a.row(i))
      for (const int32_t column : b.row(j))
        if (seen[column] != i) {
          seen[column] = i;
          ++count;
        }
  return count;
}

}  // namespace graphsr
