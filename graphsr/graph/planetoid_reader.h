// The citation graphs of Planetoid: ind.NAME.x, y, tx, ty, allx, ally, graph (pickles) and test.index (text).
// Yang, Cohen and Salakhutdinov, 2016: https://github.com/kimiyoung/planetoid
#pragma once

#include <optional>
#include <string>

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

// Any of the files may be named, or a folder with those of one graph, or DIR/NAME. Nodes are the rows of
// allx, then tx in the order of test.index. Numbers that test.index leaves out are nodes with neither
// features nor label (CiteSeer has 15). The mask is the public split: rows of y for training, the next 500
// for validation, test.index for test.
// What DIR/NAME leads to: DIR/ind.NAME.graph, if that is there.
std::optional<std::string> planetoid_file(const std::string& path);

bool recognises_planetoid(const Input& input);
Dataset read_planetoid(const Input& input, const ReadOptions& options);

}  // namespace graphsr
