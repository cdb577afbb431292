#include "graphsr/graph/edge_list_reader.h"

#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/edge_columns.h"
#include "graphsr/graph/edge_table.h"
#include "graphsr/graph/format.h"

namespace graphsr {

namespace {

// Renumbers nodes by their ids, where those are numbers, and gives the ids in the new order.
std::vector<std::string> sort_nodes(const NodeIndex& index, std::vector<Edge>& edges) {
  std::vector<std::string> ids = index.ids(), sorted;
  const std::vector<int32_t> order = index.in_order_of_numbers();
  if (ids.empty() || order.empty()) return ids;
  std::vector<int32_t> place(order.size());
  bool counted = true;
  for (size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<int32_t>(i);
    counted &= ids[order[i]] == std::to_string(i);
    sorted.push_back(std::move(ids[order[i]]));
  }
  for (Edge& edge : edges) edge = {place[edge.from], place[edge.to]};
  return counted ? std::vector<std::string>() : sorted;
}

}  // namespace

bool recognises_edge_list(const Input& input) { return input.is_file() && looks_like_edges(input.head()); }

Dataset read_edge_list(const Input& input, const ReadOptions& options) {
  if (options.features_required)
    bad_input(input.path(), "is a list of edges, without features and labels",
              fmt::format("give a table of nodes too: --edges {} --nodes NODES.csv", input.path()));
  Lines lines(input.open(input.files().front()));
  NodeIndex index;
  EdgeTable table = read_edge_table(lines, index, UnknownEnds::add, "", options);
  if (index.size() == 0) bad_input(input.path(), "has no edges", "check the path");
  Dataset dataset;
  note_edges(table, dataset);
  dataset.node_ids = sort_nodes(index, table.edges);
  auto graph = std::make_shared<Graph>();
  graph->edges = finish_edges(index.size(), std::move(table.edges), table.dropped, options, dataset);
  graph->features =
      Features(Csr{index.size(), 0, std::vector<int64_t>(static_cast<size_t>(index.size()) + 1), {}, {}});
  dataset.graph = std::move(graph);
  dataset.labels.assign(static_cast<size_t>(index.size()), kUnlabelled);
  dataset.notes.emplace_back("a list of edges has no features and no labels");
  return dataset;
}

}  // namespace graphsr
