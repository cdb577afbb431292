#include "graphsr/base/environment.h"

#include <cstdlib>

namespace graphsr {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace graphsr
