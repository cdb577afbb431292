// Node property graphs of the Open Graph Benchmark as they are downloaded: NAME/raw with edge.csv.gz,
// node-feat.csv.gz, node-label.csv.gz, num-node-list.csv.gz and num-edge-list.csv.gz (no headers), and
// NAME/split/KIND with train, valid and test.csv.gz. https://ogb.stanford.edu
#pragma once

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

// NAME, NAME/raw or an archive with these files may be named. Files are streamed: the peak of memory is about
// twice the features, or 1.5 times the edges. Classes are the numbers in node-label; "nan" is none. Every
// split becomes a mask. Graphs with several kinds of nodes, several labels per node or many graphs are
// refused.
bool recognises_ogb(const Input& input);
Dataset read_ogb(const Input& input, const ReadOptions& options);

}  // namespace graphsr
