#include "app/data_options.h"

#include <cmath>

#include <fmt/format.h>

#include "graphsr/base/choice.h"
#include "graphsr/base/error.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/protocols.h"
#include "graphsr/graph/tables_reader.h"

namespace graphsr::app {

namespace {

constexpr const char* kGroup = "Reading a graph";

struct DirectionName {
  const char* name;
  Direction direction;
};
constexpr DirectionName kDirections[] = {
    {"both", Direction::both}, {"as-read", Direction::as_read}, {"reversed", Direction::reversed}};

struct EndsName {
  const char* name;
  std::optional<UnknownEnds> ends;
};
constexpr EndsName kEnds[] = {{"auto", std::nullopt},
                              {"refuse", UnknownEnds::refuse},
                              {"drop", UnknownEnds::drop},
                              {"add", UnknownEnds::add}};

}  // namespace

void add_dataset_option(CLI::App& verb, DataOptions& o) {
  std::string known;
  for (const Format& format : formats())
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", format.name, format.summary);
  verb.add_option("--dataset", o.dataset,
                  "'demo' (built in), a name (NAME.npz or a folder NAME in a data folder; 'graphsr data "
                  "fetch' gets some), or the path of a file, folder or tar "
                  "archive, gzip or not, in one of the formats " +
                      known)
      ->capture_default_str();
}

void add_reading_options(CLI::App& verb, DataOptions& o) {
  verb.add_option("--edges", o.edges, "CSV table of a graph of your own: src_id,dst_id[,weight]")
      ->type_name("FILE")
      ->group(kGroup);
  verb.add_option("--nodes", o.nodes,
                  "its nodes: node_id,label (empty or -1: none) and feat or a column for each feature; "
                  "train_mask,val_mask,test_mask where wanted")
      ->type_name("FILE")
      ->group(kGroup);
  verb.add_option("--direction", o.direction,
                  "both: ends of an edge hear each other; as-read: the target hears the source; reversed")
      ->capture_default_str()
      ->group(kGroup);
  verb.add_option("--min-weight", o.min_weight,
                  "leave out edges of a smaller weight; those of weight 0 always are")
      ->group(kGroup);
  verb.add_option("--unknown-ends", o.unknown_ends,
                  "edges to nodes that have no row: refuse, drop, add (a node without label and features); "
                  "auto: drop for linqs and pubmed, else refuse")
      ->capture_default_str()
      ->group(kGroup);
}

ReadOptions read_options(const DataOptions& o) {
  if (o.edges.empty() != o.nodes.empty())
    wrong_usage(o.edges.empty() ? "--nodes" : "--edges",
                o.edges.empty() ? "needs a table of edges too" : "needs a table of nodes too",
                "give both --edges and --nodes");
  if (o.min_weight && !std::isfinite(*o.min_weight))
    wrong_usage("--min-weight", "is not a finite number", "give a number such as 0.5");
  ReadOptions options;
  options.direction = named_entry<DirectionName>("--direction", o.direction, kDirections).direction;
  options.unknown_ends = named_entry<EndsName>("--unknown-ends", o.unknown_ends, kEnds).ends;
  options.min_weight = o.min_weight;
  return options;
}

std::string protocol_help() {
  std::string text;
  for (const Protocol& protocol : protocols())
    text += fmt::format("{}: {}; ", protocol.name, protocol.summary);
  return text + "auto: own where labels are missing or tables have masks, else paper";
}

Dataset opened_dataset(const CLI::App& verb, const DataOptions& o, bool features_required) {
  ReadOptions options = read_options(o);
  options.features_required = features_required;
  if (o.edges.empty()) return open_dataset(o.dataset, data_folders(o.data_dir), options);
  if (verb.count("--dataset") > 0)
    wrong_usage("--dataset", "names a graph, and --edges and --nodes name another", "give one of them");
  return read_tables(o.edges, o.nodes, options);
}

}  // namespace graphsr::app
