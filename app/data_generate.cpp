// graphsr data generate: a block-model graph made to order.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/data.h"
#include "graphsr/base/process.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/graph/generate.h"

namespace graphsr::app {

namespace {

struct GenerateCommand : CommonOptions, WritingOptions {
  GenerateOptions graph;
};

void run_generate(const GenerateCommand& o) {
  ThreadPool pool(o.threads > 0 ? o.threads : hardware_threads());
  const Dataset dataset = generated_dataset(o.graph, pool);
  write_dataset(dataset, o, o.quiet);
  const double homophily = edge_homophily(dataset);
  if (o.json)
    fmt::print("{}", json_text({{"file", o.out},
                                {"nodes", dataset.nodes()},
                                {"edges", dataset.counts.kept},
                                {"homophily", homophily},
                                {"class_counts", class_counts(dataset)},
                                {"fingerprint", fingerprint(dataset)}}));
  else if (!o.quiet)
    fmt::print("{}: {} nodes, {} edges ({} drawn), homophily {:.3f}\n", o.out, dataset.nodes(),
               dataset.counts.kept, dataset.counts.read, homophily);
}

}  // namespace

Action add_data_generate(CLI::App& data) {
  CLI::App* verb =
      data.add_subcommand("generate", "make a graph: size, degrees, homophily, classes, features");
  verb->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  auto o = std::make_shared<GenerateCommand>();
  GenerateOptions& g = o->graph;
  verb->add_option("out", o->out, "what to write: NAME.npz, NAME.graph, or a folder")->required();
  const auto add = [&](const char* name, auto& value, const char* text) {
    verb->add_option(name, value, text)->capture_default_str();
  };
  add("--nodes", g.nodes, "number of nodes");
  add("--degree", g.degree, "mean number of neighbours, before repeated edges are dropped");
  add("--degree-law", g.degree_law, "power: heavy tail; even: about the same for all");
  add("--homophily", g.homophily, "share of edges drawn inside a class");
  add("--classes", g.classes, "number of classes");
  add("--rho", g.rho, "smallest class / largest");
  add("--features", g.features, "number of features");
  add("--feature-kind", g.feature_kind, "words: sparse 0/1; dense: numbers around a centre of the class");
  add("--signal", g.signal, "words: share of the class's own; dense: length of its centre");
  add("--words", g.words, "words that a node has");
  add("--seed", g.seed, "of the random numbers");
  verb->add_option("--threads", o->threads, "threads to use; 0: all. Results are the same for any number")
      ->capture_default_str()
      ->check(CLI::Range(0, 1024));
  add("--format", o->format, kFormatHelp);
  verb->add_flag("--force", o->force, "replace what exists");
  add_telling_options(*verb, *o);
  verb->footer("Example:\n  graphsr data generate big.npz --nodes 100000 --degree 20 --rho 0.05\n");
  return [o] { run_generate(*o); };
}

}  // namespace graphsr::app
