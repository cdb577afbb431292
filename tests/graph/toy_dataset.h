// Small graphs with known labels.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graphsr/graph/builder.h"
#include "graphsr/graph/dataset.h"

namespace graphsr {

inline Dataset dataset_of(Csr edges, Features features, std::vector<int32_t> labels,
                          std::vector<std::string> class_names) {
  Dataset dataset;
  dataset.name = "toy";
  dataset.graph = std::make_shared<Graph>(Graph{std::move(edges), std::move(features)});
  dataset.labels = std::move(labels);
  dataset.class_names = std::move(class_names);
  return dataset;
}

// counts[i] nodes of class i, called "red", "green", "blue", "black", "white", then `unlabelled` nodes; the
// classes take turns so that no class stands in one piece. The graph is a cycle and every node has one
// feature, 1.
inline Dataset toy_dataset(std::vector<int> counts, int unlabelled = 0) {
  const std::vector<std::string> names = {"red", "green", "blue", "black", "white"};
  const std::vector<std::string> class_names(names.begin(), names.begin() + std::ssize(counts));
  std::vector<int32_t> labels;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < counts.size(); ++i) {
      if (counts[i]-- <= 0) continue;
      labels.push_back(static_cast<int32_t>(i));
      more = true;
    }
  }
  labels.insert(labels.end(), unlabelled, kUnlabelled);
  const auto nodes = static_cast<int32_t>(labels.size());
  std::vector<Edge> cycle;
  for (int32_t i = 0; i < nodes; ++i) cycle.push_back({i, (i + 1) % nodes});
  Csr ones{nodes, 1, {0}, std::vector<int32_t>(nodes, 0), {}};
  for (int64_t i = 1; i <= nodes; ++i) ones.offsets.push_back(i);
  return dataset_of(build_edges(nodes, cycle).edges, Features(std::move(ones)), std::move(labels),
                    class_names);
}

}  // namespace graphsr
