// Graphs in the npz form of the gnn-benchmark collection: adj_* and attr_* as CSR pieces (or attr_matrix,
// dense), labels, and optionally node_names and class_names.
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
