// Graphs in one npz file. The form of the gnn-benchmark collection: adj_* and attr_* as CSR pieces (or
// attr_matrix, dense), labels, and optionally node_names and class_names. The form of heterophilous-graphs:
// edges (E,2) or edge_index (2,E), node_features (or features, x), node_labels (or labels, y), and
// train_masks, val_masks, test_masks (or _mask), all of whose splits become masks.
#pragma once

#include <string>

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

// Labels are classes from 0, or -1 for nodes without one; without the array no node has one. Class names come
// from class_names, else from "class_names" in <stem>.meta.json beside the file, else they are numbers.
// Everything is checked before use; what reading changed or left out stands in the notes.
//
// An entry in row i and column j is an edge from i to j.
Dataset read_npz(const std::string& path, const ReadOptions& options = {});

bool recognises_npz(const Input& input);
Dataset read_npz(const Input& input, const ReadOptions& options);

}  // namespace graphsr
