// The classes of nodes as files name them. They are numbered when all are known: by their number where all
// names are whole numbers, else in the order of their names, so that the order of rows does not matter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace graphsr {

class ClassColumn {
 public:
  // The class of the next node; "" and "-1" are none.
  void add(std::string_view name);

  int64_t size() const { return static_cast<int64_t>(labels_.size()); }
  bool last_has_label() const { return labels_.back() >= 0; }

  struct Classes {
    std::vector<std::string> names;
    std::vector<int32_t> labels;
  };
  // Nothing is left here. With `order`, classes are numbered as it lists them, and may lack nodes; names that
  // it lacks follow.
  Classes finish(const std::vector<std::string>& order = {});

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, int32_t, Hash, std::equal_to<>> numbers_;  // in the order of appearance
  std::vector<int32_t> labels_;
};

}  // namespace graphsr
