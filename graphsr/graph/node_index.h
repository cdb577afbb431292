// From the ids that files use to the numbers of nodes. Ids are any strings and compare as strings; those that
// are whole numbers are kept as numbers, and those that number the nodes 0, 1, 2, ... take no memory at all.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphsr/graph/id_table.h"

namespace graphsr {

class NodeIndex {
 public:
  explicit NodeIndex(int64_t most = std::numeric_limits<int32_t>::max()) : most_(most) {}

  // With the nodes 0 to nodes - 1, called so, and no more.
  static NodeIndex counted(int64_t nodes) {
    NodeIndex index(nodes);
    index.size_ = nodes;
    return index;
  }

  struct Added {
    int32_t node;
    bool fresh;  // false: it was there
  };

  // Gives an id the next number unless it has one. Refuses (bad input, naming `place`) more nodes than there
  // may be.
  Added add(std::string_view id, const std::string& place);

  // Makes finding faster where ids are numbers in a small range. Call it when most have been added.
  void settle();

  static constexpr int32_t kNone = IdTable::kNone;
  int32_t find(std::string_view id) const;
  int32_t find(int64_t id) const {  // the same for the id that is printed like this
    if (form_ == Form::counted) return id < size_ ? static_cast<int32_t>(id) : kNone;
    return find_number(id);
  }

  // The same for many at once, of which each is looked up while others wait for memory: several times as fast
  // as one after the other where there are many nodes.
  void find(std::span<const int64_t> ids, int32_t* nodes) const;

  // Where has_texts(): those of these keys. The texts of the long ones stand one after the other.
  void find(std::span<const IdKey> keys, std::string_view long_ids, int32_t* nodes) const;

  bool has_texts() const { return form_ == Form::texts; }  // some id is not a plain number
  int64_t size() const { return size_; }

  // One per node; empty when node i is called i.
  std::vector<std::string> ids() const;

  // Where all ids are numbers: the nodes in the order of their ids; else empty.
  std::vector<int32_t> in_order_of_numbers() const;

 private:
  enum class Form { counted, numbers, texts };
  int32_t find_number(int64_t id) const;
  void become_numbers();
  void become_texts();
  void put(int64_t id);
  void put(std::string_view id);

  int64_t most_, size_ = 0;
  Form form_ = Form::counted;
  std::vector<int64_t> numbers_;  // id of each node, for Form::numbers
  std::vector<int32_t> dense_;    // number of the node by id - first_, after settle(), instead of the table
  int64_t first_ = 0;
  IdTexts texts_;  // for Form::texts
  IdTable table_;  // for numbers and texts
};

}  // namespace graphsr
