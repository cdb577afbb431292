// From the words of the command line to what is parsed: --config is replaced by the options in its file, and
// mistakes are answered with the nearest known word.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace graphsr::app {

// The options in a configuration file, as words: {"--rho", "0.1", "--json"}. JSON when it begins with a
// brace, else TOML's plain form: name = value, one per line, with comments. Lists become values with commas
// between them.
std::vector<std::string> config_words(const std::string& path);

// Each "--config FILE" (or --config=FILE) replaced by the file's options, put directly behind the verb, so
// that options on the command line win.
std::vector<std::string> with_config(std::vector<std::string> words);

// The last value that the words give to an option ("--preset"), or nothing.
std::string option_in(const std::vector<std::string>& words, const std::string& name);

// Parses words without --config; a wrong word becomes Error(Fault::usage) with a suggestion. Help is thrown
// as CLI::CallForHelp, as usual.
void parse(CLI::App& app, const std::vector<std::string>& words);

}  // namespace graphsr::app
