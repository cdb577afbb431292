#include "graphsr/base/choice.h"

#include "graphsr/base/error.h"
#include "graphsr/base/nearest.h"

namespace graphsr {

void unknown_name(const std::string& option, const std::string& name, std::span<const std::string> known) {
  const std::string nearest = nearest_name(name, known);
  std::string all;
  for (const std::string& one : known) all += (all.empty() ? "" : ", ") + one;
  wrong_usage(
      option, "there is no '" + name + "'",
      nearest.empty() ? "choose one of " + all : "did you mean '" + nearest + "'? (known: " + all + ")");
}

}  // namespace graphsr
