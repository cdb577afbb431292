// From the words of the command line to what is parsed: --config is replaced by the options in its file, and
// mistakes are answered with the nearest known word.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace graphsr::app {

// One option of a configuration file.
struct ConfigEntry {
  std::string name, text;   // "rho", "0.1"; lists have commas between their items, as CSV has them
  bool is_boolean = false;  // true or false, written as such
  std::string place;        // "FILE:LINE", of JSON "FILE"
};

// The entries of a configuration file. JSON when it begins with a brace, else TOML's plain form: name =
// value, one per line, with comments. Refuses names that are given twice and texts that are empty.
std::vector<ConfigEntry> config_entries(const std::string& path);

// The words of a command line, and where some of them came from.
struct Arguments {
  std::vector<std::string> words;
  std::vector<ConfigEntry> entries;
};

// Each "--config FILE" (or --config=FILE) replaced by the file's options, put directly behind the verb, so
// that options on the command line win.
Arguments with_config(std::vector<std::string> words);

// The last value that the words give to an option ("--preset"), or nothing.
std::string option_in(const std::vector<std::string>& words, const std::string& name);

// Parses words without --config; a wrong word becomes Error(Fault::usage) with a suggestion, an entry of a
// file whose value is of the wrong kind Error(Fault::input). Help is thrown as CLI::CallForHelp, as usual.
void parse(CLI::App& app, const Arguments& arguments);

}  // namespace graphsr::app
