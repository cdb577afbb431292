// A graph of communities that a classifier can tell apart in a few epochs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graphsr/base/random.h"
#include "graphsr/graph/split.h"
#include "tests/graph/toy_dataset.h"

namespace graphsr {

// `classes` communities of `size` nodes each, class by class: node v has class v / size, three edges of which
// four in five stay inside, and a few of 8 words per class, most of them its own. `alone` nodes of class 0
// without an edge stand at the end.
inline Dataset blocks_dataset(int classes = 4, int32_t size = 40, int32_t alone = 0) {
  Stream stream(5, Purpose::test, 4);
  const auto count = static_cast<uint32_t>(size);
  const int32_t joined = classes * size, nodes = joined + alone;
  std::vector<Edge> edges;
  std::vector<int32_t> labels;
  Csr words;
  words.rows = nodes;
  words.cols = 8 * classes;
  for (int32_t v = 0; v < nodes; ++v) {
    const int32_t label = v < joined ? v / size : 0;
    labels.push_back(label);
    for (int k = 0; k < 3 && v < joined; ++k) {
      const int32_t block = stream.uniform() < 0.8 ? label : static_cast<int32_t>(stream.below(classes));
      edges.push_back({v, block * size + static_cast<int32_t>(stream.below(count))});
    }
    for (int32_t word = 0; word < words.cols; ++word)
      if (stream.uniform() < (word / 8 == label ? 0.3 : 0.1)) words.columns.push_back(word);
    words.offsets.push_back(static_cast<int64_t>(words.columns.size()));
  }
  std::vector<std::string> names;
  for (int c = 0; c < classes; ++c) names.push_back("class " + std::to_string(c));
  return dataset_of(build_edges(nodes, edges).edges, Features(std::move(words)), std::move(labels),
                    std::move(names));
}

// For blocks of 40 nodes: 8 labelled nodes of a majority class, 2 of a minority class, 5 for validation and
// 10 for testing of each.
inline SplitOptions blocks_split(uint64_t seed = 0) {
  return {.minority = "random:2", .rho = 0.25, .train = 8, .validation = 5, .test = 10, .seed = seed};
}

}  // namespace graphsr
