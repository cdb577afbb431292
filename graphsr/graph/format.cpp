#include "graphsr/graph/format.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/dgl_reader.h"
#include "graphsr/graph/edge_list_reader.h"
#include "graphsr/graph/linqs_reader.h"
#include "graphsr/graph/npz_reader.h"
#include "graphsr/graph/ogb_reader.h"
#include "graphsr/graph/pieces_reader.h"
#include "graphsr/graph/planetoid_reader.h"
#include "graphsr/graph/prepared_reader.h"
#include "graphsr/graph/pubmed_reader.h"
#include "graphsr/graph/tables_reader.h"

namespace graphsr {

namespace {

constexpr Format kFormats[] = {
    {"npz", "archives with adj_*, attr_* and labels, or edges, node_features and node_labels", recognises_npz,
     read_npz},
    {"prepared", "a graph that 'graphsr data convert' made for mapping", recognises_prepared, read_prepared},
    {"planetoid", "ind.NAME.x, y, tx, ty, allx, ally, graph and test.index", recognises_planetoid,
     read_planetoid},
    {"linqs", "NAME.content and NAME.cites", recognises_linqs, read_linqs},
    {"pubmed", "NAME.NODE.paper.tab and NAME.DIRECTED.cites.tab", recognises_pubmed, read_pubmed},
    {"ogb", "a folder with raw/edge.csv.gz, node-feat, node-label, num-node-list and num-edge-list",
     recognises_ogb, read_ogb},
    {"dgl", "a folder with meta.yaml and CSV tables", recognises_dgl, read_dgl},
    {"tables", "a folder with edges.csv and nodes.csv", recognises_tables, read_tables},
    {"pieces", "adj, features and labels as .npy, .npz, .mtx, .svm or .csv in a folder", recognises_pieces,
     read_pieces},
    {"edges", "lines with two node ids", recognises_edge_list, read_edge_list},  // the least particular: last
};

[[noreturn]] void refuse_unknown(const Input& input) {
  if (input.is_file() && input.head().empty()) bad_input(input.path(), "is empty", "check the path");
  const std::filesystem::path path = input.path();
  const auto inside = path / ((path.has_filename() ? path : path.parent_path()).filename() += ".npz");
  std::error_code error;
  if (input.kind() == Input::Kind::folder && std::filesystem::exists(inside, error))
    bad_input(input.path(), "is a folder with a graph inside", "give the path " + inside.string());
  std::string looked_for;
  for (const Format& format : kFormats)
    looked_for += fmt::format("{}{} ({})", looked_for.empty() ? "" : ", ", format.name, format.summary);
  const char* kind = input.is_file() ? "file" : input.kind() == Input::Kind::folder ? "folder" : "archive";
  bad_input(input.path(), fmt::format("this {} is in no known format; looked for {}", kind, looked_for),
            "check the path, or give --edges and --nodes");
}

}  // namespace

std::span<const Format> formats() { return kFormats; }

Dataset read_dataset(const std::string& path, const ReadOptions& options) {
  std::error_code error;
  const bool is_there = std::filesystem::exists(path, error);
  return read_dataset(Input(is_there ? path : planetoid_file(path).value_or(path)), options);
}

Dataset read_dataset(const Input& input, const ReadOptions& options) {
  for (const Format& format : kFormats) {
    if (!format.recognises(input)) continue;
    Dataset dataset = format.read(input, options);
    dataset.format = format.name;
    if (dataset.name.empty()) dataset.name = std::filesystem::path(input.name()).stem().string();
    return dataset;
  }
  refuse_unknown(input);
}

Csr finish_edges(int64_t nodes, std::vector<Edge> edges, BuildCounts dropped, const ReadOptions& options,
                 Dataset& dataset) {
  BuiltEdges built = build_edges(nodes, std::move(edges), options.direction);
  built.counts.unknown_ends = dropped.unknown_ends;
  built.counts.light = dropped.light;
  built.counts.read += dropped.unknown_ends + dropped.light;
  dataset.counts = built.counts;
  if (built.counts.any_dropped()) dataset.notes.push_back(built.counts.sentence());
  if (options.direction != Direction::both)
    dataset.notes.push_back(options.direction == Direction::as_read
                                ? "edges have a direction: a node hears those that point to it"
                                : "edges have a direction: a node hears those that it points to");
  return std::move(built.edges);
}

}  // namespace graphsr
