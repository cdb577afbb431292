#include "graphsr/graph/id_table.h"

#include <set>

#include <gtest/gtest.h>

#include "graphsr/graph/node_index.h"

namespace graphsr {
namespace {

TEST(IdTable, key_of_a_short_id_says_all_of_it) {
  std::set<IdKey> keys;
  size_t made = 0;
  for (const char filling : {'a', 'b', '\0', '\xff'})
    for (size_t size = 0; size <= 20; ++size)
      for (size_t other = 0; other <= size; ++other) {
        std::string id(size, filling);
        if (other < size) id[other] = 'x';
        const IdKey key = key_of(id);
        EXPECT_EQ(key.is_short(), size <= 16);
        EXPECT_EQ(key.is_short() ? text_of(key) : id, id);
        made += keys.insert(key).second;
      }
  EXPECT_EQ(made, 4u * 21 * 22 / 2 - 3 - 3);  // the empty id, and "x" alone, were made four times
}

// Ids that all begin their search at the same place of the table that holds them.
std::vector<std::string> colliding(size_t count, size_t places, const std::string& prefix) {
  std::vector<std::string> ids;
  for (int64_t i = 0; ids.size() < count; ++i) {
    const std::string id = prefix + std::to_string(i);
    const IdKey key = prefix.empty() ? key_of(i) : key_of(std::string_view(id));
    if (IdTable::place(key, places) == 7) ids.push_back(id);
  }
  return ids;
}

TEST(IdTable, ids_made_to_collide_go_to_the_tree_and_are_found) {
  for (const std::string prefix : {"n", "an id that is longer than sixteen bytes "}) {
    constexpr size_t kCount = 300;
    const std::vector<std::string> ids = colliding(kCount + 1, 1024, prefix);
    IdTable table;
    IdTexts texts;
    for (size_t i = 0; i < kCount; ++i) {
      table.put(key_of(std::string_view(ids[i])), ids[i], static_cast<int32_t>(i), texts);
      texts.add(ids[i]);
    }
    EXPECT_EQ(table.crowded(), kCount - IdTable::kMostLooks);
    for (size_t i = 0; i <= kCount; ++i)
      EXPECT_EQ(table.find(key_of(std::string_view(ids[i])), ids[i], texts),
                i < kCount ? static_cast<int32_t>(i) : IdTable::kNone);
    for (size_t i = kCount; i < 3 * kCount; ++i) {  // and when the table has grown
      const std::string id = prefix + "-" + std::to_string(i);
      table.put(key_of(std::string_view(id)), id, static_cast<int32_t>(i), texts);
      texts.add(id);
    }
    for (size_t i = 0; i < 3 * kCount; ++i)
      EXPECT_EQ(table.find(key_of(texts[static_cast<int64_t>(i)]), texts[static_cast<int64_t>(i)], texts),
                static_cast<int32_t>(i));
  }
}

TEST(IdTable, node_index_finds_ids_that_collide_in_every_form) {
  for (const std::string prefix : {"", "n", "an id that is longer than sixteen bytes "}) {
    const std::vector<std::string> ids = colliding(300, 1024, prefix);
    NodeIndex index;
    for (size_t i = 0; i < ids.size(); ++i) EXPECT_TRUE(index.add(ids[i], "").fresh);
    for (size_t i = 0; i < ids.size(); ++i) {
      ASSERT_EQ(index.find(std::string_view(ids[i])), static_cast<int32_t>(i));
      EXPECT_FALSE(index.add(ids[i], "").fresh);
    }
  }
}

TEST(IdTable, long_ids_of_one_beginning_are_told_apart) {
  NodeIndex index;
  const std::string base(60, 'a');
  for (size_t i = 0; i < base.size(); ++i) {
    std::string id = base;
    id[i] = 'b';
    EXPECT_TRUE(index.add(id, "").fresh);
  }
  EXPECT_EQ(index.find(std::string_view(base)), NodeIndex::kNone);
  std::string long_ids;
  std::vector<IdKey> keys;
  for (const std::string& id : index.ids()) {
    keys.push_back(key_of(std::string_view(id)));
    long_ids += id;
  }
  std::vector<int32_t> nodes(keys.size());
  index.find(keys, long_ids, nodes.data());
  for (size_t i = 0; i < nodes.size(); ++i) EXPECT_EQ(nodes[i], static_cast<int32_t>(i));
}

}  // namespace
}  // namespace graphsr
