// A small task that every model learns, for tests of training.
#pragma once

#include <string>

#include "graphsr/model/conv.h"
#include "tests/small_graphs.h"

namespace graphsr::test {

// Two blocks of 100 nodes, five labels and ten validation nodes each.
struct TwoBlocks {
  GraphPtr graph = std::make_shared<const Graph>(two_blocks(100, 3));
  TrainingSet set{graph, {}};
  Examples validation;

  TwoBlocks() {
    for (int32_t k = 0; k < 5; ++k)
      for (const int32_t c : {0, 1}) add(set.examples, c * 100 + k, c);
    for (int32_t k = 5; k < 15; ++k)
      for (const int32_t c : {0, 1}) add(validation, c * 100 + k, c);
  }
  static void add(Examples& examples, int32_t node, int32_t label) {
    examples.nodes.push_back(node);
    examples.labels.push_back(label);
  }
};

inline ModelOptions small_model(const std::string& conv) {
  ModelOptions options;
  options.conv = conv;
  options.width = 16;
  return options;
}

}  // namespace graphsr::test
