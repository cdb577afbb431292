// The formats that graphs come in. A new one is a file with `recognises` and `read`, and a line in the table
// of format.cpp.
#pragma once

#include <span>
#include <string>

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/input.h"
#include "graphsr/graph/read_options.h"

namespace graphsr {

struct Format {
  const char* name;     // "linqs"
  const char* summary;  // "LINQS .content and .cites"

  // By content, or by the names of files in a folder; looks at no more than input.head() and input.files(),
  // and throws nothing. Formats are asked in the order of the table.
  bool (*recognises)(const Input& input);

  // Everything is checked before use. Fills in all fields of the dataset but `format`; name too, where it is
  // not input.name() up to its last ending.
  Dataset (*read)(const Input& input, const ReadOptions& options);
};

std::span<const Format> formats();

// Reads a file, folder or tar archive in the first format that recognises it; refuses what none does with a
// list of what was looked for.
Dataset read_dataset(const std::string& path, const ReadOptions& options = {});
Dataset read_dataset(const Input& input, const ReadOptions& options = {});

// The last steps that readers share. Builds the edges into `graph` and fills in counts and notes of the
// dataset; `counts` has what the reader dropped, `read` is set here.
Csr finish_edges(int64_t nodes, std::vector<Edge> edges, BuildCounts dropped, const ReadOptions& options,
                 Dataset& dataset);

}  // namespace graphsr
