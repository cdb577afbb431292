// graphsr data split: draws a split and saves it, for --split of every other verb.
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/checks.h"
#include "app/data.h"
#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/graph/split.h"

namespace graphsr::app {

namespace {

struct SplitCommand : CommonOptions {
  SplitOptions split;
  std::string out;
  bool force = false;
};

void run_split(const CLI::App& verb, const SplitCommand& o) {
  if (std::filesystem::exists(o.out) && !o.force)
    wrong_usage("--out", "'" + o.out + "' exists", "choose another --out or add --force");
  const Dataset dataset = opened_dataset(verb, o);
  tell_notes(dataset, o.quiet);
  const Split split = draw_split(dataset, o.split);
  write_file(o.out, split_json(split));
  if (o.json) {
    fmt::print("{}", json_text({{"file", o.out},
                                {"protocol", split.protocol},
                                {"rho", split.rho},
                                {"train", split.train.size()},
                                {"validation", split.validation.size()},
                                {"test", split.test.size()},
                                {"split_sha256", split_sha256(split)}}));
  } else if (!o.quiet) {
    fmt::print("{}: protocol {}, {} training, {} validation, {} test nodes, rho {:.3f}, sha256 {}\n", o.out,
               split.protocol, split.train.size(), split.validation.size(), split.test.size(), split.rho,
               split_sha256(split).substr(0, 16));
    const auto per_class = [&](const std::vector<int32_t>& nodes) {
      std::vector<int64_t> counts(dataset.classes());
      for (const int32_t v : nodes) ++counts[dataset.labels[v]];
      return counts;
    };
    const auto train = per_class(split.train), validation = per_class(split.validation),
               test = per_class(split.test);
    for (int c = 0; c < dataset.classes(); ++c)
      fmt::print("{:>7} {:>7} {:>7}  {}\n", train[c], validation[c], test[c],
                 on_one_line(dataset.class_names[c]));
  }
}

}  // namespace

Action add_data_split(CLI::App& data) {
  CLI::App* verb = data.add_subcommand("split", "draw training, validation and test nodes and save them");
  auto o = std::make_shared<SplitCommand>();
  add_graph_argument(*verb, *o);
  SplitOptions& s = o->split;
  const auto add = [&](const char* name, auto& value, const std::string& text) {
    verb->add_option(name, value, text)->capture_default_str();
  };
  verb->add_option("--out", o->out, "JSON file to write")->required()->type_name("FILE")->check(not_empty());
  add("--protocol", s.protocol, protocol_help());
  add("--minority", s.minority, "auto, random:N, or class names with commas between them");
  add("--rho", s.rho,
      "labels of a minority class / of a majority class; long-tail: of the smallest / the largest");
  add("--train", s.train, "training nodes of a majority class");
  add("--validation", s.validation, "validation nodes of each class");
  add("--test", s.test, "test nodes of each class");
  add("--seed", s.seed, "of the random numbers");
  verb->add_flag("--force", o->force, "replace the file if it exists");
  add_telling_options(*verb, *o);
  verb->footer(
      "Example:\n"
      "  graphsr data split demo --rho 0.1 --seed 3 --out split.json\n"
      "  graphsr fit --split split.json\n");
  return [verb, o] { run_split(*verb, *o); };
}

}  // namespace graphsr::app
