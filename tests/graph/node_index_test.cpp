#include "graphsr/graph/node_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

NodeIndex index_of(const std::vector<std::string>& ids) {
  NodeIndex index;
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto [node, fresh] = index.add(ids[i], "");
    EXPECT_TRUE(fresh);
    EXPECT_EQ(node, static_cast<int32_t>(i));
  }
  return index;
}

void expect_found(const NodeIndex& index, const std::vector<std::string>& ids) {
  for (size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(index.find(ids[i]), static_cast<int32_t>(i)) << ids[i];
  for (const char* other : {"x", "", "07", "-1", "12345678901234567890", "999"})
    EXPECT_EQ(index.find(std::string_view(other)), NodeIndex::kNone) << other;
}

TEST(NodeIndex, finds_ids_of_every_form_before_and_after_settling) {
  const std::vector<std::vector<std::string>> forms = {
      {"0", "1", "2"},         {"3", "1", "2", "0"},
      {"1", "2", "3", "4"},    {"31336", "1061127", "999999999999999999", "0"},
      {"0", "1", "zwei", "3"}, {"7", "0007", "a b", "\"", "1.0"},
  };
  for (const auto& ids : forms) {
    NodeIndex index = index_of(ids);
    expect_found(index, ids);
    index.settle();
    expect_found(index, ids);
    EXPECT_FALSE(index.add(ids[1], "").fresh);
    EXPECT_TRUE(index.add("new", "").fresh);
    EXPECT_EQ(index.find(std::string_view("new")), std::ssize(ids));
    for (size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(index.find(ids[i]), static_cast<int32_t>(i));
  }
}

TEST(NodeIndex, names_nodes_only_where_they_are_not_counted) {
  EXPECT_THAT(index_of({"0", "1"}).ids(), IsEmpty());
  EXPECT_THAT(index_of({"1", "0"}).ids(), ElementsAre("1", "0"));
  EXPECT_THAT(index_of({"0", "b"}).ids(), ElementsAre("0", "b"));
  EXPECT_THAT(index_of({"10", "9", "11"}).in_order_of_numbers(), ElementsAre(1, 0, 2));
  EXPECT_THAT(index_of({"10", "a"}).in_order_of_numbers(), IsEmpty());
}

TEST(NodeIndex, holds_many) {
  for (const char* prefix : {"", "1", "n"}) {
    NodeIndex index;
    for (int i = 0; i < 50000; ++i) index.add(prefix + std::to_string((i * 7919) % 50000), "");
    index.settle();
    EXPECT_EQ(index.size(), 50000);
    for (int i = 0; i < 50000; ++i) ASSERT_EQ(index.find(prefix + std::to_string((i * 7919) % 50000)), i);
  }
}

TEST(NodeIndex, may_begin_with_counted_nodes) {
  NodeIndex index = NodeIndex::counted(3);
  expect_found(index, {"0", "1", "2"});
  EXPECT_EQ(index.find(std::string_view("3")), NodeIndex::kNone);
  EXPECT_EQ(index.size(), 3);
  EXPECT_THAT(index.ids(), IsEmpty());
  EXPECT_THAT(refusal([&] { index.add("3", "x.csv:4"); }).what(), HasSubstr("more than 3 nodes"));
}

TEST(NodeIndex, refuses_more_nodes_than_there_may_be) {
  NodeIndex index(2);
  index.add("a", "");
  index.add("b", "");
  EXPECT_FALSE(index.add("a", "").fresh);
  EXPECT_THAT(refusal([&] { index.add("c", "nodes.csv"); }).what(),
              HasSubstr("nodes.csv: there are more than 2 nodes"));
}

}  // namespace
}  // namespace graphsr
