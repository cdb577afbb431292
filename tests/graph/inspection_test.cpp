#include "graphsr/graph/inspection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/toy_dataset.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Inspection, counts_components_in_either_direction) {
  EXPECT_EQ(components(test::cycle(7)).count, 1);
  EXPECT_EQ(components(test::cycle(7)).largest, 7);
  const Csr two = test::edges_of(6, {{0, 1}, {3, 4}, {4, 5}});
  EXPECT_EQ(components(two).count, 3);
  EXPECT_EQ(components(two).largest, 3);
  const Csr one_way = build_edges(3, {{0, 1}, {2, 1}}, Direction::as_read).edges;
  EXPECT_EQ(components(one_way).count, 1);
  EXPECT_EQ(components(Csr{0, 0, {0}, {}, {}}).count, 0);
}

TEST(Inspection, of_a_sound_graph_has_its_figures_and_no_warning) {
  const Dataset d = toy_dataset({200, 160}, 0);
  const Inspection i = inspect(d);
  EXPECT_EQ(i.nodes, 360);
  EXPECT_EQ(i.edges, 360);
  EXPECT_FALSE(i.directed);
  EXPECT_EQ(i.features.columns, 1);
  EXPECT_TRUE(i.features.binary);
  EXPECT_EQ(i.features.empty_rows, 0);
  EXPECT_DOUBLE_EQ(i.rho, 0.8);
  EXPECT_EQ(i.components, 1);
  EXPECT_DOUBLE_EQ(i.degrees.mean, 2);
  EXPECT_THAT(i.degrees.quantiles, testing::Each(2));
}

TEST(Inspection, of_a_directed_graph_counts_every_edge) {
  Dataset d = toy_dataset({3, 3});
  d.graph = std::make_shared<Graph>(
      Graph{build_edges(6, {{0, 1}, {2, 1}, {1, 0}}, Direction::as_read).edges, d.graph->features});
  const Inspection i = inspect(d);
  EXPECT_TRUE(i.directed);
  EXPECT_EQ(i.edges, 3);
  EXPECT_EQ(i.isolated, 3);
}

TEST(Inspection, warns_of_every_class_that_is_too_small) {
  EXPECT_THAT(
      inspect(toy_dataset({200, 130, 131})).warnings,
      Contains(HasSubstr("class 'green' has 130 labelled nodes: --validation 30 and --test 100 need 131")));
  EXPECT_THAT(inspect(toy_dataset({5, 1}, 3)).warnings, Contains(HasSubstr("'green' has one labelled node")));
  EXPECT_THAT(inspect(toy_dataset({0, 0}, 4)).warnings, Contains(HasSubstr("no node has a label")));
  EXPECT_THAT(inspect(toy_dataset({0, 5}, 4)).warnings, Contains(HasSubstr("'red' has no labelled node")));
}

}  // namespace
}  // namespace graphsr
