// Ways to draw a split, by name. See split.h for what each does.
#pragma once

#include <span>

#include "graphsr/graph/split.h"

namespace graphsr {

struct Protocol {
  const char* name;
  const char* summary;
  bool reads_rho;                                             // else classes stay as frequent as they are
  void (*draw)(const Dataset&, const SplitOptions&, Split&);  // fills in all but the order of nodes
};

std::span<const Protocol> protocols();

// The named one; "auto" is own where labels are missing or masks are given, else paper. Refuses unknown
// names.
const Protocol& protocol_for(const Dataset& dataset, const std::string& name);

// Whether rho changes what a protocol draws; that of "auto", which asks the data, may.
bool reads_rho(const std::string& protocol);

}  // namespace graphsr
