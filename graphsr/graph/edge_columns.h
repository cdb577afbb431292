// What the columns of a table or list of edges mean.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphsr/graph/fields.h"
#include "graphsr/graph/lines.h"

namespace graphsr {

struct EdgeColumns {
  static constexpr size_t kNone = SIZE_MAX;
  size_t source = 0, target = 1, weight = kNone, count = 2;
  bool header = false;              // the first line names them
  std::vector<std::string> unused;  // names of columns that mean nothing
};

// From the first line that is not skipped; see read_edge_table for the names. Refuses what can be neither a
// header nor an edge.
EdgeColumns edge_columns(const Lines& lines, const Fields& first);

// Empty lines and those that begin with # or %.
bool is_skipped_line(std::string_view line);

// Whether text that begins like this may be a table or list of edges.
bool looks_like_edges(std::string_view head);

}  // namespace graphsr
