// A graph of the user's own in two CSV tables, edges and nodes: as two files, or as edges.csv and nodes.csv
// in a folder. There, edges may also be a matrix adj.mtx and features a matrix features.mtx, each with a row
// for every row of nodes.csv; classes.csv, with a header and a name in each line, lists classes in order.
#pragma once

#include <string>

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

// What --edges and --nodes name; see read_edge_table and read_node_table for their columns. The dataset is
// called like the node table's file, without its ending.
Dataset read_tables(const std::string& edges, const std::string& nodes, const ReadOptions& options = {});

// The same for sources that are open already.
Dataset read_tables(SourcePtr edges, SourcePtr nodes, const ReadOptions& options);

bool recognises_tables(const Input& input);
Dataset read_tables(const Input& input, const ReadOptions& options);

}  // namespace graphsr
