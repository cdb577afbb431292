// What the agent of the simulated game sees of a pair (node, pseudo-label). Sizes and units do not matter:
// the columns are standardised by those of the pairs that the agent learns from.
#pragma once

#include <span>
#include <vector>

#include "graphsr/select/cross_fit.h"

namespace graphsr {

struct Pair {
  int32_t node = 0, label = 0;
};

constexpr int64_t kPairFeatures = 8;

// One row per pair: log-odds and margin of the fold teachers' probability of the label, its mean over the
// neighbours, the label's share in the labels spread from what the teachers knew and from the labelled nodes
// alone, log degree, whether the label is a minority class, 1. A judged node is seen by the teacher of its
// own fold alone, which has not seen its label; any other node by the mean of all.
Matrix pair_features(const CrossFit& cross_fit, const Task& task, std::span<const Pair> pairs,
                     ThreadPool& pool);

// Mean 0 and deviation 1 for each column of what it was made from; constant columns are left as they are.
struct Standardiser {
  std::vector<Real> shift, scale;
};
Standardiser standardiser_of(const Matrix& rows);
Matrix standardised(const Matrix& rows, const Standardiser& by);

}  // namespace graphsr
