#include "graphsr/graph/blend.h"

#include <algorithm>

namespace graphsr {

namespace {

// Calls action(column, value in row a, value in row b) for every column that either row has.
template <class Action>
void for_both_rows(const Csr& m, int32_t a, int32_t b, const Action& action) {
  const auto value = [&m](int64_t k) { return m.values.empty() ? Real(1) : m.values[k]; };
  int64_t i = m.offsets[a], j = m.offsets[b];
  const int64_t i_end = m.offsets[a + 1], j_end = m.offsets[b + 1];
  while (i < i_end || j < j_end) {
    const bool has_a = i < i_end && (j == j_end || m.columns[i] <= m.columns[j]);
    const bool has_b = j < j_end && (i == i_end || m.columns[j] <= m.columns[i]);
    action(has_a ? m.columns[i] : m.columns[j], has_a ? value(i) : 0, has_b ? value(j) : 0);
    i += has_a;
    j += has_b;
  }
}

}  // namespace

static Csr blended_rows(const Csr& old, std::span<const Blend> blends) {
  Csr rows;
  rows.cols = old.cols;
  for (const Blend& blend : blends) {
    auto masked = blend.mask.begin();
    for_both_rows(old, blend.from, blend.to, [&](int32_t column, Real from, Real to) {
      masked = std::find_if(masked, blend.mask.end(), [=](int32_t mask) { return mask >= column; });
      const bool is_masked = masked != blend.mask.end() && *masked == column;
      if (is_masked && from == 0) return;
      rows.columns.push_back(column);
      rows.values.push_back(is_masked ? from : from + blend.share * (to - from));
    });
    rows.offsets.push_back(static_cast<int64_t>(rows.columns.size()));
  }
  rows.rows = static_cast<int64_t>(blends.size());
  return rows;
}

static Matrix blended_rows(const Matrix& old, std::span<const Blend> blends) {
  Matrix rows(static_cast<int64_t>(blends.size()), old.cols());
  for (int64_t k = 0; k < rows.rows(); ++k) {
    const Real *from = old.row(blends[k].from), *to = old.row(blends[k].to);
    for (int64_t j = 0; j < old.cols(); ++j) rows(k, j) = from[j] + blends[k].share * (to[j] - from[j]);
    for (const int32_t column : blends[k].mask) rows(k, column) = from[column];
  }
  return rows;
}

Features blended(const Features& features, std::span<const Blend> blends) {
  if (features.is_sparse()) return Features(blended_rows(features.sparse(), blends));
  return Features(blended_rows(features.dense(), blends));
}

Features with_blends(const Features& features, std::span<const Blend> blends) {
  if (features.is_sparse()) {
    Csr rows = features.sparse();
    if (rows.values.empty()) rows.values.assign(rows.columns.size(), 1);
    const Csr added = blended_rows(features.sparse(), blends);
    rows.columns.insert(rows.columns.end(), added.columns.begin(), added.columns.end());
    rows.values.insert(rows.values.end(), added.values.begin(), added.values.end());
    for (int64_t k = 0; k < added.rows; ++k) rows.offsets.push_back(rows.offsets.back() + added.length(k));
    rows.rows += added.rows;
    return Features(std::move(rows));
  }
  const Matrix &old = features.dense(), added = blended_rows(old, blends);
  Matrix rows(old.rows() + added.rows(), old.cols());
  std::copy_n(old.data(), old.size(), rows.data());
  std::copy_n(added.data(), added.size(), rows.data() + old.size());
  return Features(std::move(rows));
}

Csr with_listeners(const Csr& edges, std::span<const int32_t> sources) {
  Csr out = edges;
  for (const int32_t source : sources) {
    const auto heard = edges.row(source);
    out.columns.insert(out.columns.end(), heard.begin(), heard.end());
    if (!edges.values.empty())
      out.values.insert(out.values.end(), edges.values.begin() + edges.offsets[source],
                        edges.values.begin() + edges.offsets[source + 1]);
    out.offsets.push_back(static_cast<int64_t>(out.columns.size()));
  }
  out.rows += static_cast<int64_t>(sources.size());
  out.cols = out.rows;
  return out;
}

double squared_distance(const Features& features, int32_t a, int32_t b) {
  double sum = 0;
  const auto add = [&sum](Real x, Real y) {
    const double difference = static_cast<double>(x) - static_cast<double>(y);
    sum += difference * difference;
  };
  if (features.is_sparse())
    for_both_rows(features.sparse(), a, b, [&](int32_t, Real x, Real y) { add(x, y); });
  else
    for (int64_t j = 0; j < features.cols(); ++j) add(features.dense()(a, j), features.dense()(b, j));
  return sum;
}

}  // namespace graphsr
