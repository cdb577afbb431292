#include "graphsr/graph/tables_reader.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/edge_table.h"
#include "graphsr/graph/fields.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/matrix_pieces.h"
#include "graphsr/graph/node_table.h"

namespace graphsr {

namespace {

// "edges.csv", or "edges.csv.gz", if there is one.
std::string present(const Input& input, const std::string& name) {
  return input.has(name) ? name : input.has(name + ".gz") ? name + ".gz" : "";
}

// What a graph's tables are in; the last two may be missing.
struct Parts {
  SourcePtr edges, nodes, features, classes;
  bool edges_are_matrix;
};

std::vector<std::string> class_list(SourcePtr source) {
  std::vector<std::string> names;
  if (!source) return names;
  Lines lines(std::move(source));
  Fields fields(',');
  for (bool header = true; lines.next(); header = false) {
    fields.cut(lines);
    fields.expect(lines, 1, "one class in each line");
    if (header) continue;
    if (!is_utf8(fields[0])) bad_input(lines.place(), "the class is not UTF-8", "save the file as UTF-8");
    names.emplace_back(fields[0]);
  }
  return names;
}

// Columns of the node table, or a matrix of its own with a row for each of the table's nodes.
Features features_of(NodeTable nodes, Parts& parts, const ReadOptions& options, Dataset& dataset) {
  const std::vector<std::string> classes = class_list(std::move(parts.classes));
  if (!parts.features || nodes.feature_columns > 0)
    return finish_nodes(std::move(nodes), dataset, options.features_required, classes);
  const std::string place = parts.features->place();
  const int64_t count = nodes.index.size();
  Features features = matrix_market_features(std::move(parts.features), dataset);
  if (features.rows() != count)
    bad_input(place, fmt::format("has {} rows, but there are {} nodes", features.rows(), count),
              "give every node a row");
  finish_nodes(std::move(nodes), dataset, false, classes);
  return features;
}

Dataset read_parts(Parts parts, const ReadOptions& options) {
  Lines node_lines(std::move(parts.nodes));
  NodeTable nodes = read_node_table(node_lines);
  Dataset dataset;
  auto graph = std::make_shared<Graph>();
  if (parts.edges_are_matrix) {
    const std::string place = parts.edges->place();
    graph->edges = matrix_market_edges(std::move(parts.edges), options, dataset);
    if (graph->nodes() != nodes.index.size())
      bad_input(place, fmt::format("is for {} nodes, but there are {}", graph->nodes(), nodes.index.size()),
                "give every node a row of its own in both files");
  } else {
    Lines lines(std::move(parts.edges));
    EdgeTable edges = read_edge_table(lines, nodes.index, options.unknown_ends.value_or(UnknownEnds::refuse),
                                      nodes.place, options);
    add_blank_nodes(nodes);
    note_edges(edges, dataset);
    graph->edges = finish_edges(nodes.index.size(), std::move(edges.edges), edges.dropped, options, dataset);
  }
  graph->features = features_of(std::move(nodes), parts, options, dataset);
  dataset.graph = std::move(graph);
  dataset.own_masks = !dataset.masks.empty();
  return dataset;
}

}  // namespace

Dataset read_tables(SourcePtr edges, SourcePtr nodes, const ReadOptions& options) {
  return read_parts({std::move(edges), std::move(nodes), {}, {}, false}, options);
}

Dataset read_tables(const std::string& edges, const std::string& nodes, const ReadOptions& options) {
  Dataset dataset = read_tables(open_source(edges), open_source(nodes), options);
  dataset.name = std::filesystem::path(without_gz(nodes)).stem().string();
  dataset.format = "tables";
  return dataset;
}

bool recognises_tables(const Input& input) {
  return !input.is_file() && !present(input, "nodes.csv").empty() &&
         (!present(input, "edges.csv").empty() || !present(input, "adj.mtx").empty());
}

Dataset read_tables(const Input& input, const ReadOptions& options) {
  const auto open = [&](const std::string& name) {
    const std::string file = present(input, name);
    return file.empty() ? nullptr : input.open(file);
  };
  const bool matrix = present(input, "edges.csv").empty();
  return read_parts({open(matrix ? "adj.mtx" : "edges.csv"), open("nodes.csv"), open("features.mtx"),
                     open("classes.csv"), matrix},
                    options);
}

}  // namespace graphsr
