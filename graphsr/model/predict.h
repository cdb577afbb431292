// What trained networks think of nodes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graphsr/graph/graph.h"
#include "graphsr/model/network.h"
#include "graphsr/model/prediction_space.h"

namespace graphsr {

struct Prediction {
  Matrix embedding;    // (n, width); empty where it was not asked for
  Matrix probability;  // (n, classes)
};

// Takes z as it is made: row `first` of the nodes and those after it, each once, which are there during the
// call. Called by several threads at a time.
using EmbeddingSink = std::function<void(int64_t first, const Matrix& rows)>;

// For any nodes of the graph, each once. Layer by layer in parts of some rows: memory is two layers, not all
// intermediate results; without embedding, it is two layers less the last. Of more than kManyRows nodes, what
// lies between layers is kept in 8 bits (layer_rows.h) and what they gather of dense features in 16
// (prediction_space.h): then probabilities differ by a few thousandths from those of 32.
Prediction predict(const Network& network, const Graph& graph, std::span<const int32_t> nodes,
                   ThreadPool& pool, bool with_embedding = true);
// The probabilities; embeddings are handed over in parts, so that nobody has to hold all of them. Networks
// that propagate (appnp) hand them over all at once.
Matrix predict(const Network& network, const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool,
               const EmbeddingSink& embedding);

// The same for several networks of one shape, each prediction as if it were alone, with an embedding of the
// first at most. Networks that sum up dense features share what is gathered of them; with `shared`, if that
// is of this graph and architecture, predictions one after the other do too.
std::vector<Prediction> predict(std::span<const Network> networks, const Graph& graph,
                                std::span<const int32_t> nodes, ThreadPool& pool, bool with_embedding,
                                PredictionSpace* shared = nullptr);

}  // namespace graphsr
