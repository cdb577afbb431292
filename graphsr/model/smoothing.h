// Probabilities smoothed over the graph: neighbours usually share a class.
#pragma once

#include "graphsr/base/thread_pool.h"
#include "graphsr/tensor/csr.h"

namespace graphsr {

constexpr int kSmoothingSteps = 10;

// kSmoothingSteps times F <- share * D^-1 (A + I) F + (1 - share) * F0, starting at F0 = `rows` (N,C); D is
// the diagonal of A + I's row sums, A is `edges` (N,N). A share of 0 changes nothing. Columns do not know of
// each other, unless the rows are many (layer_rows.h): those are kept in 8 bits between the steps, in a range
// that all columns share. Where that may not be, columns are `apart`: then it is 16 bits, in about twice the
// time.
Matrix smoothed(const Csr& edges, Matrix rows, double share, ThreadPool& pool, bool apart = false);

}  // namespace graphsr
