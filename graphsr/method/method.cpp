#include "graphsr/method/method.h"

#include <vector>

#include "graphsr/base/choice.h"

namespace graphsr {

std::span<const Method> methods() {
  static const Method table[] = {
      {"vanilla", "cross-entropy on the labelled nodes, nothing else", vanilla},
  };
  return table;
}

const Method& method_named(const std::string& name) {
  std::vector<std::string> known;
  for (const Method& method : methods()) {
    if (method.name == name) return method;
    known.push_back(method.name);
  }
  unknown_name("--method", name, known);
}

}  // namespace graphsr
