// graphsr data: what there is, what is in it, and other forms of it.
#include "app/data.h"

#include <fmt/format.h>

#include "graphsr/base/error.h"

namespace graphsr::app {

void add_graph_argument(CLI::App& verb, DataOptions& o) {
  verb.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  verb.add_option("graph,--dataset", o.dataset,
                  "'demo', a name in a data folder, or a path, as --dataset has it elsewhere")
      ->capture_default_str();
  verb.add_option("--data-dir", o.data_dir,
                  "where named data sets are, before $GRAPHSR_DATA and ~/.local/share/graphsr")
      ->type_name("DIR");
  add_reading_options(verb, o);
}

void add_telling_options(CLI::App& verb, CommonOptions& o) {
  verb.add_flag("--json", o.json, "one JSON document on stdout instead of text");
  verb.add_flag("--quiet", o.quiet, "no notes on stderr");
}

void tell_notes(const Dataset& dataset, bool quiet) {
  if (quiet) return;
  for (const std::string& note : dataset.notes) fmt::print(stderr, "{}: {}\n", dataset.name, note);
}

Action add_data(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("data", "list, inspect, convert, generate, split and fetch data sets");
  verb->require_subcommand(0, 1);
  verb->footer(
      "Examples:\n"
      "  graphsr data inspect cora.content\n"
      "  graphsr data convert cora.content cora.npz\n"
      "  graphsr data fetch cora\n");
  const std::vector<std::pair<std::string, Action>> actions = {
      {"list", add_data_list(*verb)},       {"inspect", add_data_inspect(*verb)},
      {"convert", add_data_convert(*verb)}, {"generate", add_data_generate(*verb)},
      {"split", add_data_split(*verb)},     {"fetch", add_data_fetch(*verb)},
  };
  return [verb, actions] {
    for (const auto& [name, action] : actions)
      if (verb->got_subcommand(name)) return action();
    wrong_usage("data", "what to do is missing", "say one of list, inspect, convert, generate, split, fetch");
  };
}

}  // namespace graphsr::app
