#include "graphsr/method/synthetic_nodes.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace graphsr {

static int32_t nearest_member(std::span<const int32_t> members, int32_t node, const Distance& distance) {
  int32_t best = node;
  double least = std::numeric_limits<double>::infinity();
  for (const int32_t other : members) {
    if (other == node) continue;
    const double found = distance(node, other);
    if (found < least) {
      least = found;
      best = other;
    }
  }
  return best;
}

std::vector<Blend> class_blends(const std::vector<int32_t>& members, size_t count, const Distance& distance,
                                Stream& stream, ThreadPool& pool) {
  constexpr int64_t kDistance = 128;  // multiply-adds, about
  const size_t sources = std::min(count, members.size());
  std::vector<int32_t> order = members, partner(sources);
  stream.shuffle(std::span(order));
  pool.for_rows(std::ssize(partner), std::ssize(members) * kDistance, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) partner[k] = nearest_member(members, order[k], distance);
  });
  std::vector<Blend> blends;
  for (size_t k = 0; k < count; ++k)
    blends.push_back({order[k % sources], partner[k % sources], static_cast<Real>(stream.uniform())});
  return blends;
}

static double squared_distance(const Matrix& z, int64_t a, int64_t b) {
  double sum = 0;
  for (int64_t k = 0; k < z.cols(); ++k) {
    const auto difference = static_cast<double>(z(a, k) - z(b, k));
    sum += difference * difference;
  }
  return sum;
}

std::vector<SyntheticNode> synthetic_nodes(const Examples& labelled, int classes, const Matrix& z,
                                           std::span<const int32_t> row_of, Stream stream, ThreadPool& pool) {
  std::vector<std::vector<int32_t>> members(static_cast<size_t>(classes));
  for (int64_t i = 0; i < labelled.size(); ++i) members[labelled.labels[i]].push_back(labelled.nodes[i]);
  size_t largest = 0;
  for (const auto& own : members) largest = std::max(largest, own.size());
  const Distance in_z = [&](int32_t a, int32_t b) { return squared_distance(z, row_of[a], row_of[b]); };
  std::vector<SyntheticNode> made;
  for (int32_t c = 0; c < classes; ++c) {
    const size_t count = members[c].empty() ? 0 : largest - members[c].size();
    for (const Blend& blend : class_blends(members[c], count, in_z, stream, pool)) made.push_back({blend, c});
  }
  return made;
}

Csr blending(std::span<const SyntheticNode> made, int64_t rows, std::span<const int32_t> row_of) {
  Csr out;
  out.rows = rows + std::ssize(made);
  out.cols = rows;
  const auto add = [&](int64_t column, Real value) {
    out.columns.push_back(static_cast<int32_t>(column));
    out.values.push_back(value);
  };
  for (int64_t i = 0; i < rows; ++i) {
    add(i, 1);
    out.offsets.push_back(std::ssize(out.columns));
  }
  for (const auto& [blend, label] : made) {
    const int32_t from = row_of[blend.from], to = row_of[blend.to];
    if (from < to) add(from, 1 - blend.share);
    add(to, from == to ? 1 : blend.share);
    if (from > to) add(from, 1 - blend.share);
    out.offsets.push_back(std::ssize(out.columns));
  }
  return out;
}

Csr candidate_links(const Csr& edges, std::span<const SyntheticNode> made, std::span<const int32_t> row_of) {
  Csr links;
  links.rows = std::ssize(made);
  links.cols = edges.rows;
  std::vector<int32_t> both;
  for (const SyntheticNode& node : made) {
    const auto a = edges.row(node.blend.from), b = edges.row(node.blend.to);
    both.clear();
    std::ranges::set_union(a, b, std::back_inserter(both));
    std::ranges::copy_if(both, std::back_inserter(links.columns), [&](int32_t v) { return row_of[v] >= 0; });
    links.offsets.push_back(std::ssize(links.columns));
  }
  return links;
}

Csr likely_links(const Csr& links, const Matrix& probability) {
  Csr out;
  out.rows = links.rows;
  out.cols = links.cols;
  for (int64_t s = 0; s < links.rows; ++s) {
    for (int64_t e = links.offsets[s]; e < links.offsets[s + 1]; ++e)
      if (probability(e, 0) >= Real(0.5)) out.columns.push_back(links.columns[e]);
    out.offsets.push_back(std::ssize(out.columns));
  }
  return out;
}

}  // namespace graphsr
