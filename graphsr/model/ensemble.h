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
                   ThreadPool& pool, bool with_embedding = true, PredictionSpace* shared = nullptr);

// Of every node, by several ensembles with as many classes and the same smoothing, which is done for all of
// them together: what it costs is finding each neighbour's row. In graphs of many nodes the columns of all
// ensembles are rounded together between its steps (smoothing.h).
std::vector<Matrix> joint_probabilities(std::span<const Ensemble* const> ensembles, const Graph& graph,
                                        ThreadPool& pool, PredictionSpace* shared = nullptr);

}  // namespace graphsr
