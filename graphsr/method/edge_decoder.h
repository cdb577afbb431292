// GraphSMOTE's edge decoder: the probability of an edge between two nodes is σ(d_i · d_j), d = z·S, for z of
// an encoder and a square matrix S that is trained. Its loss is computed on the edges among some nodes and a
// few other pairs of them, so that memory is of the order of the edges.
#pragma once

#include <cstdint>
#include <vector>

#include "graphsr/base/random.h"
#include "graphsr/tensor/ops.h"

namespace graphsr {

// Pairs of nodes and what they count in pair_loss().
struct EdgePairs {
  SparseOperand pairs;                // (K,K), each as often as it was drawn
  std::vector<Real> to_one, to_zero;  // one per pair
};

// Pairs whose pair_loss() is in expectation
//   total / E * sum over all i, j of w_ij (σ(d_i · d_j) - A_ij)²,  w = 1 on edges, E / (K² - E) on other
//   pairs,
// where A is `edges` (K,K) and E the number of its entries. So edges and other pairs have the same say, and
// the sum is as large as that of a graph with `total` edges. Each node gives all its edges, and five times as
// many pairs as nodes have edges on average, drawn evenly among all of its pairs; of more than `most` nodes
// as many are drawn. Without edges there are no pairs.
EdgePairs sampled_pairs(const Csr& edges, int64_t total, int64_t most, Stream stream);

}  // namespace graphsr
