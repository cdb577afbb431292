// The options that say which graph is read, and how: shared by all verbs that read one.
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "graphsr/graph/dataset.h"

namespace graphsr::app {

struct DataOptions {
  std::string dataset = "demo", data_dir;
  std::string edges, nodes;  // own tables, instead of a dataset
  std::string direction = "both", unknown_ends = "auto";
  std::optional<double> min_weight;
};

// --dataset; `reading` are the others but for --data-dir.
void add_dataset_option(CLI::App& verb, DataOptions& options);
void add_reading_options(CLI::App& verb, DataOptions& options);

// What the parsed words mean; refuses names that are not known and one table without the other.
ReadOptions read_options(const DataOptions& options);

// What --protocol can be, for its help.
std::string protocol_help();

// The graph that --dataset, or --edges and --nodes, name. Learning needs features, looking does not.
Dataset opened_dataset(const CLI::App& verb, const DataOptions& options, bool features_required = true);

}  // namespace graphsr::app
