// Graphs whose edges, features and labels are files of their own in one folder: arrays (.npy), sparse
// matrices (scipy's .npz, MatrixMarket .mtx), svmlight text and CSV tables, in any mixture. Also one
// MatrixMarket file: a graph without features.
#pragma once

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

// What is looked for, each with or without a further .gz:
//   edges     adj, adjacency, edges, edge_index or graph     .npz .mtx .npy .csv .tsv .txt
//   features  features, feat, node_features or x, attr       .npz .mtx .npy .svm .svmlight .libsvm
//   labels    labels, label, node_labels or y                .npy .csv .tsv .txt
//   masks     train_mask, val_mask, test_mask                .npy
// The folder may be named, or one of the first three files. Nodes are numbered from 0 in all of them (from 1
// in .mtx). svmlight's first column is used for labels when there is no file of them.
bool recognises_pieces(const Input& input);
Dataset read_pieces(const Input& input, const ReadOptions& options);

}  // namespace graphsr
