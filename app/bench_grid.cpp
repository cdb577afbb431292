// From the words of `graphsr bench` to a grid.
#include <algorithm>
#include <charconv>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/arguments.h"
#include "app/bench.h"
#include "graphsr/base/error.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/graph/data_folder.h"
#include "graphsr/graph/protocols.h"
#include "graphsr/method/method.h"
#include "graphsr/model/conv.h"

namespace graphsr::app {

namespace {

bool is_registered(const std::string& name) {
  const auto& table = methods();
  return std::any_of(table.begin(), table.end(), [&](const Method& m) { return name == m.name; });
}

// The cell of a method with the shared options that `verb` was given, read once more with the method's own
// values as defaults. `without`: names that it does not read.
struct Reading {
  Cell cell;
  std::vector<Unread> unread;
};
Reading read_cell(const CLI::App& verb, const GridMethod& method, const std::vector<Unread>& without) {
  CLI::App own("options", verb.get_name());
  own.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  CellOptions o;
  o.cell = method.cell;
  add_shared_options(own, o);
  std::vector<std::string> words;
  for (const CLI::Option* option : own.get_options()) {
    const std::string name = "--" + option->get_name(false, false).substr(2);
    const CLI::Option* given = verb.get_option_no_throw(name);
    const bool left_out =
        std::any_of(without.begin(), without.end(), [&](const Unread& u) { return u.name == name; });
    if (given != nullptr && given->count() > 0 && !left_out)
      words.push_back(name + "=" + given->results().back());
  }
  parse(own, {words, {}});
  finish_shared_options(o);
  return {o.cell, unread_options(own, o.cell)};
}

// Every method with the options it reads; an option that none of them reads is refused.
std::vector<GridMethod> with_options(const CLI::App& verb, std::vector<GridMethod> methods) {
  std::vector<Unread> by_all;
  for (size_t i = 0; i < methods.size(); ++i) {
    const Reading all = read_cell(verb, methods[i], {});
    methods[i].cell = all.unread.empty() ? all.cell : read_cell(verb, methods[i], all.unread).cell;
    if (method_named(methods[i].cell.method).has_preset()) check(methods[i].cell.select);
    std::vector<Unread> still;
    for (const Unread& option : i == 0 ? all.unread : by_all)
      if (std::any_of(all.unread.begin(), all.unread.end(),
                      [&](const Unread& u) { return u.name == option.name; }))
        still.push_back(option);
    by_all = still;
  }
  if (!by_all.empty())
    wrong_usage(by_all.front().name, "no method of this grid reads it: " + by_all.front().problem,
                "leave it out, or add a method that reads it, such as graphsr");
  return methods;
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

// The words between commas.
std::vector<std::string> listed(const char* option, const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text + ",");
  for (std::string word; std::getline(stream, word, ',');) {
    if (word.empty()) wrong_usage(option, fmt::format("'{}' names nothing between two commas", text));
    words.push_back(word);
  }
  return words;
}

std::vector<double> parsed_rhos(const std::string& text) {
  std::vector<double> rhos;
  for (const std::string& word : listed("--rhos", text)) {
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size())
      wrong_usage("--rhos", fmt::format("'{}' is not a number", word), "give numbers such as 0.1,0.3");
    rhos.push_back(value);
  }
  return rhos;
}

// Those that the user names are opened, and refused, later; of a table's own those that are there.
std::vector<std::string> found_datasets(const BenchOptions& o, const PaperTable& table,
                                        const DataFolders& folders, std::vector<std::string>& notes) {
  std::vector<std::string> found, missing;
  if (!o.datasets.empty()) found = listed("--datasets", o.datasets);
  if (!o.edges.empty() && !o.nodes.empty()) found.push_back(o.nodes);  // own tables go by this path
  if (!found.empty()) return found;
  for (const std::string& name : table.datasets)
    (name == "demo" || dataset_file(name, folders) ? found : missing).push_back(name);
  if (found.empty())
    wrong_usage("--table", fmt::format("none of its data sets is there: {}", joined(missing)),
                "give their folder as --data-dir, or name others by --datasets");
  if (!missing.empty())
    notes.push_back(fmt::format(
        "left out, since the data are not there: {}; --data-dir DIR says where they are", joined(missing)));
  return found;
}

std::vector<GridMethod> found_methods(const BenchOptions& o, const PaperTable& table,
                                      std::vector<std::string>& notes) {
  std::vector<GridMethod> found;
  std::vector<std::string> missing;
  if (!o.methods.empty()) {
    for (const std::string& name : listed("--methods", o.methods)) found.push_back(grid_method(name));
    return found;
  }
  for (const std::string& name : table.methods)
    if (is_registered(name))
      found.push_back(grid_method(name));
    else
      missing.push_back(name);
  if (!missing.empty())
    notes.push_back(fmt::format("left out, since this version does not have them: {}", joined(missing)));
  return found;
}

// Places of a table's data sets that are not there: tables show the gap.
std::vector<Place> left_out(const Grid& grid, const PaperTable& table) {
  std::vector<Place> places;
  for (const std::string& dataset : table.datasets) {
    if (std::find(grid.datasets.begin(), grid.datasets.end(), dataset) != grid.datasets.end()) continue;
    for (const std::string& model : grid.models)
      for (const double rho : grid.rhos)
        for (const GridMethod& method : grid.methods)
          for (const uint64_t seed : grid.seeds) places.push_back({dataset, model, method.name, rho, seed});
  }
  return places;
}

}  // namespace

AskedGrid asked_grid(const CLI::App& verb, const BenchOptions& o, const DataFolders& folders) {
  const PaperTable own{"",   "", {"demo"}, {"sage"}, {"graphsr", "su-selection", "ru-selection", "vanilla"},
                       {0.3}};
  const PaperTable& table = o.table.empty() ? own : paper_table(o.table);
  AskedGrid asked;
  asked.grid.seeds = parsed_seeds(o.seeds);
  asked.grid.models = o.models.empty() ? table.models : listed("--models", o.models);
  asked.grid.datasets = found_datasets(o, table, folders, asked.notes);
  asked.grid.methods = with_options(verb, found_methods(o, table, asked.notes));
  if (!o.rhos.empty())
    asked.grid.rhos = parsed_rhos(o.rhos);
  else if (reads_rho(asked.grid.methods.front().cell.split.protocol))
    asked.grid.rhos = table.rhos;
  if (o.datasets.empty() && o.edges.empty()) asked.left_out = left_out(asked.grid, table);
  return asked;
}

void print_list(bool json) {
  nlohmann::ordered_json all;
  const auto add = [&](const char* kind, const auto& table) {
    if (!json) fmt::print("{}\n", kind);
    for (const auto& entry : table) {
      all[kind].push_back({{"name", entry.name}, {"summary", entry.summary}});
      if (!json) fmt::print("  {:<20} {}\n", entry.name, entry.summary);
    }
  };
  add("tables", paper_tables());
  add("methods", methods());
  add("presets", presets());
  add("models", convs());
  if (json) fmt::print("{}", json_text(all));
}

}  // namespace graphsr::app
