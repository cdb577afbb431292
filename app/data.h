// The verbs of graphsr data, one file each.
#pragma once

#include "app/verbs.h"

namespace graphsr::app {

Action add_data_list(CLI::App& data);
Action add_data_inspect(CLI::App& data);
Action add_data_convert(CLI::App& data);
Action add_data_generate(CLI::App& data);
Action add_data_split(CLI::App& data);
Action add_data_fetch(CLI::App& data);

// The graph as a first word, instead of --dataset, and how it is read.
void add_graph_argument(CLI::App& verb, DataOptions& options);

// --json, --quiet.
void add_telling_options(CLI::App& verb, CommonOptions& options);

// What reading changed, on stderr, unless quiet.
void tell_notes(const Dataset& dataset, bool quiet);

// "957 kB"; kB and MB are 1000 and 1000000 bytes.
std::string size_text(int64_t bytes);

constexpr const char* kFormatHelp =
    "npz, prepared (loads at once: it is mapped), csv, mtx; auto: npz for NAME.npz, prepared for NAME.graph, "
    "else csv";

// Where a graph is written, and how.
struct WritingOptions {
  std::string out, format = "auto";
  bool force = false;
};

// In the form that the format names, or the ending of `out`; refuses what exists unless `force`. What could
// not be written is said on stderr, unless quiet.
void write_dataset(const Dataset& dataset, const WritingOptions& options, bool quiet);

}  // namespace graphsr::app
