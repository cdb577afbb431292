#include "graphsr/model/propagation.h"

#include <gtest/gtest.h>

#include "graphsr/model/predict.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

TEST(Propagation, reads_only_what_its_steps_reach) {
  const std::vector<int32_t> node = {50};
  const Hops hops = hops_of(test::cycle(100), {}, node, {3, 0.5}, false);
  EXPECT_EQ(hops.inputs.size(), 7u);
  EXPECT_EQ(hops.inputs.front(), 50);
  ASSERT_EQ(hops.blocks.size(), 3u);
  EXPECT_EQ(hops.blocks[0].outputs, 1);
  EXPECT_EQ(hops.blocks[2].outputs, 5);
}

TEST(Propagation, keeps_one_block_for_all_steps_that_reach_nobody_new) {
  const std::vector<int32_t> node = {2};
  EXPECT_EQ(hops_of(test::star(9), {}, node, {10, 0.5}, false).blocks.size(), 3u);
  EXPECT_EQ(hops_of(test::star(9), {}, node, {10, 0.5}, false).inputs.size(), 9u);
}

// Against the same steps over all nodes at once, for every number of steps around the graph's diameter.
TEST(Propagation, gives_some_nodes_what_it_gives_all) {
  const Csr edges = test::cycle(12);
  const Messages messages = gcn().messages(edges);
  const Matrix h = test::random_matrix(12, 3, 1);
  ThreadPool pool(1);
  for (int steps = 0; steps <= 9; ++steps) {
    Matrix z = h;
    for (int step = 0; step < steps; ++step) {
      Matrix next(12, 3, 0);
      for (int32_t v = 0; v < 12; ++v)
        for (int64_t c = 0; c < 3; ++c)
          next(v, c) =
              (z(v, c) + z((v + 1) % 12, c) + z((v + 11) % 12, c)) / 3 + static_cast<Real>(0.2) * h(v, c);
      z = next;
    }
    const std::vector<int32_t> nodes = {7, 3};
    const Propagation propagation = {steps, static_cast<Real>(0.2)};
    const Hops hops = hops_of(edges, messages, nodes, propagation, false);
    const Matrix inputs = gathered(h, hops.inputs);
    Tape tape(pool);
    const Matrix& some = tape.value(propagated(tape, hops, propagation, tape.constant(inputs)));
    ASSERT_EQ(some.rows(), 2);
    for (int64_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(some(0, c), z(7, c), 1e-4) << steps;
      EXPECT_NEAR(some(1, c), z(3, c), 1e-4) << steps;
    }
  }
}

TEST(Appnp, touches_ten_steps_around_the_labelled_nodes_and_no_further) {
  const Graph graph{test::cycle(100), Features(test::random_csr(100, 9, 0.3, false, 1))};
  const Network network = make_network({.conv = "appnp", .width = 8}, 9, 2, 0);
  const std::vector<int32_t> node = {0};
  Reading reading(network, graph, appnp().messages(graph.edges), node, true);
  EXPECT_EQ(reading.upper().hops.inputs.size(), 21u);
  EXPECT_EQ(reading.features().block().outputs, 21);
  ASSERT_EQ(reading.upper().blocks.size(), 1u);
  EXPECT_EQ(reading.upper().blocks[0].outputs, 21);
}

}  // namespace
}  // namespace graphsr
