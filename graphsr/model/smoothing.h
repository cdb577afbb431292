// Probabilities smoothed over the graph: neighbours usually share a class.
#pragma once

#include "graphsr/base/thread_pool.h"
#include "graphsr/tensor/csr.h"

namespace graphsr {

constexpr int kSmoothingSteps = 10;

// kSmoothingSteps times F <- share * D^-1 (A + I) F + (1 - share) * F0, starting at F0 = `rows` (N,C); D is
// the diagonal of A + I's row sums, A is `edges` (N,N). A share of 0 changes nothing. Columns do not know of
// each other. Many rows that are wider than a cache line are kept in 16 bits between the steps
// (layer_rows.h), and what a column is rounded to there may depend on its place.
Matrix smoothed(const Csr& edges, Matrix rows, double share, ThreadPool& pool);

}  // namespace graphsr
