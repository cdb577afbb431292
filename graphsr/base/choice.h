// Choosing from a table by name.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace graphsr {

// Refuses `name`, given to `option`, with the nearest known name and the list of all.
[[noreturn]] void unknown_name(const std::string& option, const std::string& name,
                               std::span<const std::string> known);

// The entry of this name in a table whose entries have names.
template <class Entry>
const Entry& named_entry(const std::string& option, const std::string& name, std::span<const Entry> table) {
  std::vector<std::string> known;
  for (const Entry& entry : table) {
    if (name == entry.name) return entry;
    known.push_back(entry.name);
  }
  unknown_name(option, name, known);
}

}  // namespace graphsr
