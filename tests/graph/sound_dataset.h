// What every dataset must be, wherever it came from.
#pragma once

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "graphsr/graph/dataset.h"

namespace graphsr {

inline void expect_sound(const Dataset& dataset, bool symmetric = true) {
  const Csr& edges = dataset.graph->edges;
  const int64_t nodes = dataset.nodes();
  ASSERT_GT(nodes, 0);
  ASSERT_EQ(edges.cols, nodes);
  ASSERT_EQ(std::ssize(edges.offsets), nodes + 1);
  ASSERT_EQ(edges.offsets.back(), edges.nonzeros());
  ASSERT_TRUE(edges.values.empty());
  if (symmetric) {
    ASSERT_EQ(transposed(edges).matrix, edges);
  }
  for (int64_t node = 0; node < nodes; ++node) {
    int32_t before = -1;
    for (const int32_t neighbour : edges.row(node)) {
      ASSERT_GT(neighbour, before);
      ASSERT_NE(neighbour, node);
      before = neighbour;
    }
  }
  const Features& features = dataset.graph->features;
  ASSERT_EQ(features.rows(), nodes);
  ASSERT_GT(features.cols(), 0);
  if (features.is_sparse()) {
    const Csr& sparse = features.sparse();
    ASSERT_TRUE(sparse.values.empty() || sparse.values.size() == sparse.columns.size());
    for (int64_t row = 0; row < nodes; ++row) {
      int32_t before = -1;
      for (const int32_t column : sparse.row(row)) {
        ASSERT_GT(column, before);
        ASSERT_LT(column, sparse.cols);
        before = column;
      }
    }
    for (const Real value : sparse.values) ASSERT_TRUE(std::isfinite(value) && value != 0);
  } else {
    for (const Real value : features.dense().values()) ASSERT_TRUE(std::isfinite(value));
  }
  ASSERT_EQ(std::ssize(dataset.labels), nodes);
  for (const int32_t label : dataset.labels) ASSERT_TRUE(label >= kUnlabelled && label < dataset.classes());
  ASSERT_TRUE(dataset.node_ids.empty() || std::ssize(dataset.node_ids) == nodes);
}

}  // namespace graphsr
