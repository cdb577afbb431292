// The options that determine a result, shared by the verbs that train: one list for command line and files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/verbs.h"
#include "graphsr/experiment/run.h"

namespace graphsr::app {

struct CellOptions : CommonOptions {
  Cell cell;
  std::string split_file, out, optimiser, pool, preset;
  bool force = false, resume = false;
};

// Adds the options that a grid's cells share, with the values of o.cell as defaults: all but method, preset,
// model, rho, seed and what concerns one run.
void add_shared_options(CLI::App& verb, CellOptions& options);

// Adds the options with the defaults of the method and preset that `words` name.
void add_cell_options(CLI::App& verb, CellOptions& options, const std::vector<std::string>& words);

// What the parsed words mean; refuses names that are not known and options that the method does not read.
void finish_cell_options(const CLI::App& verb, CellOptions& options);

// What add_shared_options has added, as cell and method mean it: names are checked, texts become values.
void finish_shared_options(CellOptions& options);

// Options that were given and that the cell's method does not read, with the sentence that refuses them.
struct Unread {
  std::string name, problem, remedy;  // "--jury"
};
std::vector<Unread> unread_options(const CLI::App& verb, const Cell& cell);

// Refuses options of the split that the protocol does not read; "auto" is what it is for this data.
void refuse_undrawn_options(const CLI::App& verb, const CellOptions& options, const Dataset& dataset);

// The split that --split names, if any.
std::optional<Split> given_split(const CellOptions& options, const Dataset& dataset);

}  // namespace graphsr::app
