// The citation graphs of LINQS: NAME.content with "id, words as 0 and 1, class" and NAME.cites with "cited,
// citing" in each line, tabs between them; also as .gz, in a folder or in a .tgz.
#pragma once

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

// Either of the two files may be named; the other is looked for beside it. An edge goes from the citing to
// the cited paper. Papers named only in .cites are unknown ends, dropped unless options say otherwise.
bool recognises_linqs(const Input& input);
Dataset read_linqs(const Input& input, const ReadOptions& options);

}  // namespace graphsr
