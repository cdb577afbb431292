#include "graphsr/model/block.h"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "graphsr/model/conv.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

std::vector<int32_t> numbers_to(int32_t end) {
  std::vector<int32_t> numbers(end);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST(Block, reads_the_outputs_first_and_then_their_neighbours) {
  const Csr edges = test::cycle(6);
  const std::vector<int32_t> outputs = {4, 1};
  const Inputs inputs = inputs_of(edges, outputs);
  EXPECT_EQ(inputs.nodes, (std::vector<int32_t>{4, 1, 3, 5, 0, 2}));
  EXPECT_EQ(inputs.place, (std::vector<int32_t>{4, 1, 5, 2, 0, 3}));
}

TEST(Block, touches_only_the_neighbourhood) {
  const Csr edges = test::cycle(1000);
  const std::vector<int32_t> outputs = {500};
  const Inputs one_hop = inputs_of(edges, outputs);
  EXPECT_EQ(one_hop.nodes.size(), 3u);
  EXPECT_EQ(inputs_of(edges, one_hop.nodes).nodes.size(), 5u);
}

TEST(Block, weighs_messages_by_both_ends) {
  const Csr edges = test::star(4);
  Messages messages;
  messages.to = {1, 2, 3, 4};
  messages.from = {10, 20, 30, 40};
  const std::vector<int32_t> outputs = {2, 0};
  const Inputs inputs = inputs_of(edges, outputs);
  const Block block = block_of(edges, messages, inputs, 0, 2, true);
  EXPECT_EQ(block.gather.matrix.offsets, (std::vector<int64_t>{0, 1, 4}));
  EXPECT_EQ(block.gather.matrix.columns, (std::vector<int32_t>{1, 0, 2, 3}));  // 2 hears 0; 0 hears 2, 1, 3
  EXPECT_EQ(block.gather.matrix.values, (std::vector<Real>{30, 30, 20, 40}));
  EXPECT_EQ(transposed(block.gather.back.matrix).matrix, block.gather.matrix);
}

TEST(Block, what_is_gathered_from_all_nodes_is_the_block_of_all_of_them) {
  const Csr edges = test::random_edges(40, 90, 1);
  const std::vector<int32_t> everyone = numbers_to(40), some = {7, 39, 3};
  for (const ConvEntry& entry : convs()) {
    const Messages messages = entry.conv.messages(edges);
    const Csr all = gathering(edges, messages, everyone);
    EXPECT_EQ(all, block_of(edges, messages, inputs_of(edges, everyone), 0, 40, false).gather.matrix);
    EXPECT_EQ(gathering(edges, messages, some), gathered(all, some)) << entry.name;
  }
}

TEST(Block, of_a_range_equals_those_rows_of_the_whole) {
  const Csr edges = test::random_edges(40, 90, 1);
  const Messages messages = conv_named("gcn").messages(edges);
  const std::vector<int32_t> everyone = numbers_to(40);
  const Inputs inputs = inputs_of(edges, everyone);
  const Csr whole = block_of(edges, messages, inputs, 0, 40, false).gather.matrix;
  const Block part = block_of(edges, messages, inputs, 10, 25, false);
  EXPECT_EQ(part.first_output, 10);
  EXPECT_EQ(part.gather.matrix, gathered(whole, std::span(everyone).subspan(10, 15)));
}

TEST(Block, inputs_say_whether_they_are_all_nodes_in_their_order) {
  const Csr edges = test::random_edges(40, 90, 1);
  std::vector<int32_t> everyone = numbers_to(40);
  const Inputs ordered = inputs_of(edges, everyone);
  EXPECT_TRUE(ordered.in_order);
  std::swap(everyone[0], everyone[1]);
  EXPECT_FALSE(inputs_of(edges, everyone).in_order);
  EXPECT_FALSE(inputs_of(edges, std::span(everyone).first(1)).in_order);
}

}  // namespace
}  // namespace graphsr
