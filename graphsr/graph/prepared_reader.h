// Graphs in one file that is mapped into memory and used where it lies; prepared_layout.h has its form.
#pragma once

#include <string>

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

bool recognises_prepared(const Input& input);

// Edges and features are views into the file, which stays mapped as long as the graph is there; the rest is
// copied.
//
// All of the file is gone through once, at the speed of memory. Whatever it says, nothing outside its
// sections is ever looked at: offsets ascend and end where they must, rows ascend and stay in range, labels
// and masks too, values are finite, names are UTF-8. Accidental damage of any byte is refused (checksums).
// Taken from the file unproved are the counts of edges read and dropped, whether edges have a direction, and
// the fingerprint; only someone who forges a file can make these wrong, and nothing in a run depends on the
// first two.
//
// Direction and weights were settled when the file was made: a least weight, and the reverse of edges that
// have a direction, are refused.
Dataset read_prepared(const Input& input, const ReadOptions& options);

}  // namespace graphsr
