// One file per verb. Each adds its subcommand with options, help and an example, and gives back what to do
// when it is chosen.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/data_options.h"

namespace graphsr::app {

using Action = std::function<void()>;

// `words` are those of the command line: a preset that they name sets the defaults of other options.
Action add_fit(CLI::App& app, const std::vector<std::string>& words);
Action add_augment(CLI::App& app, const std::vector<std::string>& words);
Action add_predict(CLI::App& app);
Action add_report(CLI::App& app);
Action add_bench(CLI::App& app);
Action add_data(CLI::App& app);

// Options that verbs share.
struct CommonOptions : DataOptions {
  int threads = 0;  // 0: all
  bool json = false, quiet = false;
};
void add_common_options(CLI::App& verb, CommonOptions& options);
void add_general_options(CLI::App& verb, CommonOptions& options);  // without --dataset and --threads

// Makes a folder and those above it; nothing where the path is empty.
void make_folder(const std::filesystem::path& folder);

// Every option of a verb that has a value, by name, for the run card.
std::vector<std::pair<std::string, std::string>> option_values(const CLI::App& verb);

// The command that does the same once more, as a shell reads it: what was given, without what only says how
// to start or to tell of it.
std::string command_again(const CLI::App& verb);

}  // namespace graphsr::app
