#include "graphsr/select/pseudo_label.h"

#include <gtest/gtest.h>

#include "tests/matrices.h"

namespace graphsr {
namespace {

TEST(PseudoLabels, are_the_most_probable_class_and_its_probability) {
  const Matrix probability = test::matrix({{0.2f, 0.5f, 0.3f}, {0.9f, 0.05f, 0.05f}, {0.1f, 0.2f, 0.7f}});
  const std::vector<int32_t> nodes = {2, 0};
  const PseudoLabels out = pseudo_labels(probability, nodes);
  EXPECT_EQ(out.nodes, nodes);
  EXPECT_EQ(out.labels, (std::vector<int32_t>{2, 1}));
  EXPECT_EQ(out.confidence, (std::vector<Real>{0.7f, 0.5f}));
}

TEST(PseudoLabels, of_equals_are_the_first) {
  const std::vector<int32_t> nodes = {0};
  EXPECT_EQ(pseudo_labels(test::matrix({{0.2f, 0.4f, 0.4f}}), nodes).labels, std::vector<int32_t>{1});
}

TEST(PseudoLabels, of_no_nodes_are_none) {
  EXPECT_TRUE(pseudo_labels(Matrix(3, 2, 0.5f), {}).labels.empty());
}

}  // namespace
}  // namespace graphsr
