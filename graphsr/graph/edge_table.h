// Edges in text: a CSV table with columns src_id and dst_id, or a plain list of pairs.
#pragma once

#include <vector>

#include "graphsr/graph/builder.h"
#include "graphsr/graph/dataset.h"
#include "graphsr/graph/lines.h"
#include "graphsr/graph/node_index.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

struct EdgeTable {
  std::vector<Edge> edges;
  BuildCounts dropped;              // unknown_ends and light
  int64_t weighted = 0;             // edges with a weight other than 1
  std::vector<std::string> unused;  // columns that mean nothing here
};

// With a header, the columns src_id (or src, source, from) and dst_id (or dst, target, to) are the ends and
// weight (or w) is the weight; columns are set apart by tabs, commas or semicolons. Without one, each line
// has two ends and at most a weight, set apart by these or by blanks. Lines that begin with # or % and empty
// lines are skipped.
//
// Ends that `nodes` does not have are dealt with as `unknown` says; `known` tells where nodes come from, for
// errors: "nodes.csv".
EdgeTable read_edge_table(Lines& lines, NodeIndex& nodes, UnknownEnds unknown, const std::string& known,
                          const ReadOptions& options);

// What to say of weights and unused columns, in the dataset's notes.
void note_edges(const EdgeTable& table, Dataset& dataset);

}  // namespace graphsr
