// What networks of one architecture share that train on one large graph and predict it: what all nodes gather
// of dense features. Memory for rows between layers is not kept here: it would save the system clearing it, a
// few seconds of a fit of 2.4 million nodes, and take as much as a layer.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "graphsr/model/conv.h"
#include "graphsr/model/layer_rows.h"
#include "graphsr/tensor/half_rows.h"

namespace graphsr {

class PredictionSpace {
 public:
  PredictionSpace(std::shared_ptr<const Graph> graph, const Conv& conv)
      : graph_(std::move(graph)), conv_(conv) {}

  // Are dense features of this graph, many rows that are not wider than a layer, gathered before anything
  // else is done with them?
  static bool gathers_first(const Graph& graph, int64_t width) {
    return graph.nodes() > kManyRows && !graph.features.is_sparse() && graph.features.cols() <= width;
  }

  bool is_for(const Graph& graph, const Conv& conv) const {
    return graph_.get() == &graph && &conv_ == &conv;
  }

  // gather·X in 16 bits, (N,F), made on all threads when it is first asked for; `messages` are the
  // architecture's. Only for a graph whose dense features are gathered by_edges (streamed_input.h).
  const HalfRows& gathered_features(const Messages& messages, ThreadPool& pool);
  // The same if it was made and predictions of some nodes may use it; else null.
  const HalfRows* known_features() const;
  // What was given out is gone then.
  void forget_gathered_features();

 private:
  std::shared_ptr<const Graph> graph_;
  const Conv& conv_;
  mutable std::mutex making_;
  std::optional<HalfRows> gathered_;
};

}  // namespace graphsr
