#pragma once

#include <string>

namespace graphsr {

// What a variable of the environment holds; empty when it is not set.
std::string environment(const char* name);

}  // namespace graphsr
