// Nodes that stand behind those of a graph for a while. They hear old nodes and nobody hears them, so the old
// ones stay what they are.
#pragma once

#include <cstdint>
#include <span>

#include "graphsr/graph/graph.h"

namespace graphsr {

struct NewNodes {
  Csr edges;          // (S,N): row k lists the old nodes that node N+k hears from; ascending, no duplicates
  Features features;  // (S,F), sparse or dense as those of the graph

  int64_t count() const { return edges.rows; }
};

// A graph whose new nodes come and go at their own cost: edges are copied once, features of old nodes never.
class ExtendedGraph {
 public:
  explicit ExtendedGraph(GraphPtr graph) : graph_(std::move(graph)), edges_(graph_->edges) {}

  const GraphPtr& graph() const { return graph_; }  // the old part

  // These in place of the ones before.
  void put(std::shared_ptr<const NewNodes> nodes);

  const Csr& edges() const { return edges_; }                  // (N+S,N+S)
  Features features_of(std::span<const int32_t> nodes) const;  // their rows, in the given order

 private:
  GraphPtr graph_;
  std::shared_ptr<const NewNodes> added_;
  Csr edges_;
};

}  // namespace graphsr
