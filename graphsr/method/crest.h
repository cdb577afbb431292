// The two laws of CReST, apart from its generations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsr/tensor/matrix.h"

namespace graphsr {

// The share of the nodes predicted as each class that is kept. With classes by labelled count, largest first:
// (N_(L+1-k) / N_1)^alpha for the k-th of L; classes with equal counts get the mean of theirs, those without
// labels 0.
std::vector<double> crest_shares(const std::vector<int64_t>& labelled, double alpha);

// The pool's rows of `probability` (N,C) with each class's column times labelled^power / (its sum over the
// pool), rows summing to 1 again: as many are predicted as the labelled nodes suggest. At power 0 all classes
// are as frequent.
Matrix crest_aligned(const Matrix& probability, std::span<const int32_t> pool,
                     const std::vector<int64_t>& labelled, double power);

}  // namespace graphsr
