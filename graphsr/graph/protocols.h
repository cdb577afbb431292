// Ways to draw a split, by name. See split.h for what each does.
#pragma once

#include <span>

#include "graphsr/graph/split.h"

namespace graphsr {

struct Protocol {
  const char* name;
  const char* summary;
  void (*draw)(const Dataset&, const SplitOptions&, Split&);  // fills in all but the order of nodes
};

std::span<const Protocol> protocols();

}  // namespace graphsr
