#include "graphsr/graph/tables_reader.h"

#include <filesystem>
#include <utility>

#include "graphsr/graph/edge_table.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/node_table.h"

namespace graphsr {

namespace {

// "edges.csv", or "edges.csv.gz", if there is one.
std::string present(const Input& input, const std::string& name) {
  return input.has(name) ? name : input.has(name + ".gz") ? name + ".gz" : "";
}

}  // namespace

Dataset read_tables(SourcePtr edge_source, SourcePtr node_source, const ReadOptions& options) {
  Lines node_lines(std::move(node_source));
  NodeTable nodes = read_node_table(node_lines);
  Lines edge_lines(std::move(edge_source));
  EdgeTable edges = read_edge_table(edge_lines, nodes.index,
                                    options.unknown_ends.value_or(UnknownEnds::refuse), nodes.place, options);
  add_blank_nodes(nodes);
  Dataset dataset;
  note_edges(edges, dataset);
  auto graph = std::make_shared<Graph>();
  graph->edges = finish_edges(nodes.index.size(), std::move(edges.edges), edges.dropped, options, dataset);
  graph->features = finish_nodes(std::move(nodes), dataset, options.features_required);
  dataset.graph = std::move(graph);
  dataset.own_masks = !dataset.masks.empty();
  return dataset;
}

Dataset read_tables(const std::string& edges, const std::string& nodes, const ReadOptions& options) {
  Dataset dataset = read_tables(open_source(edges), open_source(nodes), options);
  dataset.name = std::filesystem::path(without_gz(nodes)).stem().string();
  dataset.format = "tables";
  return dataset;
}

bool recognises_tables(const Input& input) {
  return !input.is_file() && !present(input, "edges.csv").empty() && !present(input, "nodes.csv").empty();
}

Dataset read_tables(const Input& input, const ReadOptions& options) {
  return read_tables(input.open(present(input, "edges.csv")), input.open(present(input, "nodes.csv")),
                     options);
}

}  // namespace graphsr
