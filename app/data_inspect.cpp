// graphsr data inspect: all that there is to know of a graph before training.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/data.h"
#include "graphsr/base/text.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/graph/inspection.h"

namespace graphsr::app {

namespace {

using Json = nlohmann::ordered_json;

Json inspection_json(const Dataset& dataset, const Inspection& i) {
  Json classes = Json::array();
  for (int c = 0; c < dataset.classes(); ++c)
    classes.push_back({{"class", dataset.class_names[c]}, {"labelled", i.class_counts[c]}});
  Json quantiles = Json::object();
  for (size_t k = 0; k < kDegreeShares.size(); ++k)
    quantiles[fmt::format("{}", kDegreeShares[k])] = i.degrees.quantiles[k];
  return {{"dataset", dataset.name},
          {"format", dataset.format},
          {"nodes", i.nodes},
          {"edges",
           {{"count", i.edges},
            {"directed", i.directed},
            {"read", i.counts.read},
            {"kept", i.counts.kept},
            {"duplicates", i.counts.duplicates},
            {"self_loops", i.counts.self_loops},
            {"unknown_ends", i.counts.unknown_ends},
            {"light", i.counts.light}}},
          {"features",
           {{"count", i.features.columns},
            {"form", i.features.sparse ? "sparse" : "dense"},
            {"binary", i.features.binary},
            {"nonzeros", i.features.nonzeros},
            {"least", i.features.least},
            {"largest", i.features.largest},
            {"empty_rows", i.features.empty_rows}}},
          {"classes", classes},
          {"rho", i.rho},
          {"unlabelled", i.unlabelled},
          {"isolated", i.isolated},
          {"components", {{"count", i.components}, {"largest", i.largest_component}}},
          {"homophily", i.homophily},
          {"degrees", {{"mean", i.degrees.mean}, {"quantiles", quantiles}}},
          {"splits", dataset.masks.size()},
          {"memory_bytes",
           {{"data", i.memory.data}, {"training", i.memory.training}, {"prediction", i.memory.prediction}}},
          {"fingerprint", fingerprint(dataset)},
          {"notes", dataset.notes},
          {"warnings", i.warnings}};
}

void line(const char* name, const std::string& text) { fmt::print("  {:<12}{}\n", name, text); }

std::string edges_text(const Inspection& i) {
  std::string text = fmt::format("{} {}", i.edges, i.directed ? "directed" : "undirected");
  if (i.counts.read == 0) return text;
  text += fmt::format("; {} read, {} kept", i.counts.read, i.counts.kept);
  const std::pair<int64_t, const char*> dropped[] = {{i.counts.duplicates, "duplicates"},
                                                     {i.counts.self_loops, "self loops"},
                                                     {i.counts.unknown_ends, "with an unknown end"},
                                                     {i.counts.light, "too light"}};
  for (const auto& [count, what] : dropped)
    if (count > 0) text += fmt::format(", {} {}", count, what);
  return text;
}

std::string features_text(const Inspection& i) {
  const FeatureFigures& f = i.features;
  if (f.columns == 0) return "none";
  return fmt::format(
      "{}, {}, {}, {:.1f} nonzero a node; {} nodes without any", f.columns, f.sparse ? "sparse" : "dense",
      f.binary ? "0 or 1" : fmt::format("{:g} to {:g}", f.least, f.largest),
      static_cast<double>(f.nonzeros) / static_cast<double>(std::max<int64_t>(i.nodes, 1)), f.empty_rows);
}

std::string megabytes(double bytes) { return fmt::format("{:.{}f} MB", bytes / 1e6, bytes < 1e7 ? 1 : 0); }

void print(const Dataset& dataset, const Inspection& i) {
  fmt::print("{}: {}\n", dataset.name, dataset.format.empty() ? "made, not read" : dataset.format);
  line("nodes", fmt::format("{}", i.nodes));
  line("edges", edges_text(i));
  line("features", features_text(i));
  line("classes", fmt::format("{}, rho {:.3f} (smallest / largest)", dataset.classes(), i.rho));
  for (int c = 0; c < dataset.classes(); ++c)
    fmt::print("  {:>12}  {}\n", i.class_counts[c], on_one_line(dataset.class_names[c]));
  line("unlabelled", fmt::format("{}", i.unlabelled));
  line("isolated", fmt::format("{}", i.isolated));
  line("components", fmt::format("{}, the largest of {} nodes", i.components, i.largest_component));
  line("homophily", fmt::format("{:.4f} (edges inside a class)", i.homophily));
  std::string degrees = fmt::format("mean {:.1f};", i.degrees.mean);
  for (size_t k = 0; k < kDegreeShares.size(); ++k)
    degrees +=
        fmt::format("{} {:g} %: {}", k == 0 ? "" : ",", 100 * kDegreeShares[k], i.degrees.quantiles[k]);
  line("degrees", degrees);
  if (!dataset.masks.empty()) line("splits", fmt::format("{} came with the data", dataset.masks.size()));
  line("memory", fmt::format("about {}: {} for the data, {} to train, {} to predict all nodes",
                             megabytes(i.memory.peak()), megabytes(i.memory.data),
                             megabytes(i.memory.training), megabytes(i.memory.prediction)));
  for (const std::string& note : dataset.notes) fmt::print("note: {}\n", note);
  for (const std::string& warning : i.warnings) fmt::print("warning: {}\n", on_one_line(warning));
}

void run_inspect(const CLI::App& verb, const CommonOptions& o) {
  const Dataset dataset = opened_dataset(verb, o, false);
  const Inspection inspection = inspect(dataset);
  if (o.json)
    fmt::print("{}", json_text(inspection_json(dataset, inspection)));
  else
    print(dataset, inspection);
}

}  // namespace

Action add_data_inspect(CLI::App& data) {
  CLI::App* verb =
      data.add_subcommand("inspect", "format, size, classes, connectedness, memory, and warnings");
  auto o = std::make_shared<CommonOptions>();
  add_graph_argument(*verb, *o);
  add_telling_options(*verb, *o);
  verb->footer(
      "Examples:\n"
      "  graphsr data inspect demo\n"
      "  graphsr data inspect --edges edges.csv --nodes nodes.csv\n");
  return [verb, o] { run_inspect(*verb, *o); };
}

}  // namespace graphsr::app
