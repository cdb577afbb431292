// The parts of a graph out of arrays and matrices, whatever file those stood in. What is refused names the
// array.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graphsr/graph/builder.h"
#include "graphsr/graph/dataset.h"
#include "graphsr/graph/npz_csr.h"

namespace graphsr {

// The edges of a square matrix: an entry in row i and column j is one from i to j. Entries that are 0 or
// lighter than asked for are left out; notes say so. `place` is the matrix's.
Csr edges_from(StoredCsr adjacency, const std::string& place, const ReadOptions& options, Dataset& dataset);

// The edges of an integer array: (E,2), or (2,E), which is preferred for `by_column` when it could be both.
std::vector<Edge> edge_pairs(const NpyArray& array, int64_t nodes, bool by_column);

// Lists that hold every undirected edge in both directions hold it twice by nature; of those, one is left.
// False, and nothing is done, for other lists.
bool drop_opposite(std::vector<Edge>& edges);

// Notes, if any, that weights are not used.
void note_weights(int64_t weighted, Dataset& dataset);

// Refuse a number of rows that is not the number of nodes, no columns, and places stored twice.
Features features_from(StoredCsr matrix, int64_t nodes, const std::string& place, Dataset& dataset);
Features features_from(const NpyArray& array, int64_t nodes);
Features no_features(int64_t nodes);

// Classes from 0, or -1 for nodes without one: the labels of a dataset that has its graph. Where `named` the
// dataset has its class names, else they become numbers.
void set_labels(const std::vector<int64_t>& stored, const std::string& place, Dataset& dataset,
                bool named = false);
void set_no_labels(const std::string& why, Dataset& dataset);

// How many classes there may be.
int64_t class_limit(int64_t nodes);

// Labels of a table with one column per class in which each node has 1 in at most one; none: -1.
std::vector<int64_t> from_one_hot(const NpyArray& array);

}  // namespace graphsr
