// Folders in the form of DGL's CSVDataset: meta.yaml names one table of nodes and one of edges.
#pragma once

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

// Of meta.yaml, dataset_name and the file_name in node_data and edge_data are used. Graphs with several kinds
// of nodes or edges, and folders of many graphs, are refused.
bool recognises_dgl(const Input& input);
Dataset read_dgl(const Input& input, const ReadOptions& options);

}  // namespace graphsr
