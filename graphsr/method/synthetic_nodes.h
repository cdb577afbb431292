// New nodes between labelled ones of a class: in any space, and in that of an encoder's output z, with whom
// they may be linked.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graphsr/base/random.h"
#include "graphsr/base/thread_pool.h"
#include "graphsr/graph/blend.h"
#include "graphsr/graph/task.h"

namespace graphsr {

// `count` blends of a class's labelled nodes. `from` goes through them in random order, and round again; `to`
// is the nearest other one, the first among equals, or `from` itself where there is no other; shares are
// uniform, one for each.
using Distance = std::function<double(int32_t a, int32_t b)>;
std::vector<Blend> class_blends(const std::vector<int32_t>& members, size_t count, const Distance& distance,
                                Stream& stream, ThreadPool& pool);

// z' = z_from + share * (z_to - z_from), between two labelled nodes of a class.
struct SyntheticNode {
  Blend blend;
  int32_t label;
};

// Blends in z, in which node v has row row_of[v]: as many of each class as it has labelled nodes fewer than
// the largest; none of a class without any.
std::vector<SyntheticNode> synthetic_nodes(const Examples& labelled, int classes, const Matrix& z,
                                           std::span<const int32_t> row_of, Stream stream, ThreadPool& pool);

// (K+M,K): times z of K rows it is z and under it the M new rows.
Csr blending(std::span<const SyntheticNode> made, int64_t rows, std::span<const int32_t> row_of);

// (M,N): whom new nodes may be linked with, the neighbours of both ends of the blend, as far as they have a
// row.
Csr candidate_links(const Csr& edges, std::span<const SyntheticNode> made, std::span<const int32_t> row_of);

// The links whose probability, (links,1) in their order, is at least one half.
Csr likely_links(const Csr& links, const Matrix& probability);

}  // namespace graphsr
