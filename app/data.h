// The verbs of graphsr data, one file each.
#pragma once

#include "app/verbs.h"

namespace graphsr::app {

Action add_data_list(CLI::App& data);
Action add_data_inspect(CLI::App& data);
Action add_data_convert(CLI::App& data);
Action add_data_generate(CLI::App& data);
Action add_data_split(CLI::App& data);

// The graph as a first word, instead of --dataset, and how it is read.
void add_graph_argument(CLI::App& verb, DataOptions& options);

// --json, --quiet.
void add_telling_options(CLI::App& verb, CommonOptions& options);

// What reading changed, on stderr, unless quiet.
void tell_notes(const Dataset& dataset, bool quiet);

// Writes to `path` in the form that its ending names, or that `format` does; refuses what exists unless
// `force`.
void write_dataset(const Dataset& dataset, const std::string& path, const std::string& format, bool force);

}  // namespace graphsr::app
