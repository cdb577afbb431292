// Nodes in a CSV table: their ids, classes, features and, where wanted, the parts of a split.
#pragma once

#include <string>
#include <vector>

#include "graphsr/graph/class_column.h"
#include "graphsr/graph/dataset.h"
#include "graphsr/graph/feature_rows.h"
#include "graphsr/graph/lines.h"
#include "graphsr/graph/node_index.h"

namespace graphsr {

struct NodeTable {
  std::string place;
  NodeIndex index;
  ClassColumn classes;
  FeatureRows features{FeatureRows::Form::by_share};
  int64_t feature_columns = 0;
  std::vector<std::string> feature_names;  // where each has a column of its own
  std::vector<SplitPart> mask;             // empty: the table has no masks
  bool has_labels = false;                 // there is a column of labels
  std::vector<std::string> unused;         // columns that mean nothing here
};

// The first line is a header; columns are set apart by commas, semicolons or tabs. node_id (or node, id)
// names the nodes, label their classes ("" and -1: none). Features are the numbers in `feat`, with commas,
// semicolons or blanks between them, or else every other column, one number each; graph_id is not used.
// train_mask, val_mask and test_mask hold 0 or 1, or true or false. Lines that begin with # and empty lines
// are skipped.
NodeTable read_node_table(Lines& lines);

// Nodes that the edge table added: without label, all features 0, in no mask.
void add_blank_nodes(NodeTable& table);

// The table's part of the dataset, and notes on what is missing or not used. Edges come separately.
// `classes` lists them in order, where that is known.
Features finish_nodes(NodeTable table, Dataset& dataset, bool features_required,
                      const std::vector<std::string>& classes = {});

}  // namespace graphsr
