// Choosing from a table by name.
#pragma once

#include <span>
#include <string>

namespace graphsr {

// Refuses `name`, given to `option`, with the nearest known name and the list of all.
[[noreturn]] void unknown_name(const std::string& option, const std::string& name,
                               std::span<const std::string> known);

}  // namespace graphsr
