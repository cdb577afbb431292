// Labels in text: "node,label" lines, or one label per line in the order of nodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsr/graph/class_column.h"
#include "graphsr/graph/dataset.h"
#include "graphsr/graph/source.h"

namespace graphsr {

struct LabelTable {
  std::string place;
  ClassColumn classes;
  std::vector<int32_t> nodes;  // of each line
  int64_t highest = -1;        // node
};

// A first line that names node (or node_id, id) and label (or class, y) is a header; the node is a number
// from 0. "" and -1 are no label. Refuses a node that has two.
LabelTable read_label_table(SourcePtr source);

// The labels of a dataset that has its graph; nodes that the table does not name have none. Refuses others
// than the graph has.
void use_labels(LabelTable table, Dataset& dataset);

}  // namespace graphsr
