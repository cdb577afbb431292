// The tables of Pubmed-Diabetes: NAME.NODE.paper.tab with "id, label=1, w-word=0.1, ..." in each line below
// two of header, and NAME.DIRECTED.cites.tab with "number, paper:A, |, paper:B"; also as .gz, in a folder or
// in a .tgz.
#pragma once

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

// Either of the two files may be named; the other is looked for beside it. An edge goes from A, which cites,
// to B. Papers named only in the second file are unknown ends, dropped unless options say otherwise.
bool recognises_pubmed(const Input& input);
Dataset read_pubmed(const Input& input, const ReadOptions& options);

}  // namespace graphsr
