// Networks that vote: the mean of their probabilities, smoothed over the graph where that is asked for.
#pragma once

#include <span>
#include <vector>

#include "graphsr/model/predict.h"

namespace graphsr {

struct Ensemble {
  std::vector<Network> members;  // of one architecture; at least one
  double smooth = 0;             // share of smoothed(), 0 to below 1; 0: none
};

// For any nodes of the graph, each once. The embedding is the first member's.
Prediction predict(const Ensemble& ensemble, const Graph& graph, std::span<const int32_t> nodes,
                   ThreadPool& pool, bool with_embedding = true);

}  // namespace graphsr
