#include "graphsr/graph/pieces_reader.h"

#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/array_masks.h"
#include "graphsr/graph/edge_table.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/label_table.h"
#include "graphsr/graph/matrix_market.h"
#include "graphsr/graph/matrix_pieces.h"
#include "graphsr/graph/npy_file.h"
#include "graphsr/graph/scipy_npz.h"
#include "graphsr/graph/stored_graph.h"
#include "graphsr/graph/svmlight.h"
#include "graphsr/graph/triplets.h"

namespace graphsr {

namespace {

using Names = std::span<const std::string_view>;
constexpr std::string_view kEdgeNames[] = {"adj", "adjacency", "edges", "edge_index", "graph"};
constexpr std::string_view kEdgeEnds[] = {".npz", ".mtx", ".npy", ".csv", ".tsv", ".txt"};
constexpr std::string_view kFeatureNames[] = {"features", "feat", "node_features", "x", "attr"};
constexpr std::string_view kFeatureEnds[] = {".npz", ".mtx", ".npy", ".svm", ".svmlight", ".libsvm"};
constexpr std::string_view kLabelNames[] = {"labels", "label", "node_labels", "y"};
constexpr std::string_view kLabelEnds[] = {".npy", ".csv", ".tsv", ".txt"};

// Files of one kind: the first name that is there.
std::string find_piece(const Input& input, Names names, Names ends) {
  for (const std::string_view name : names)
    for (const std::string_view end : ends)
      for (const char* packed : {"", ".gz"})
        if (const std::string file = fmt::format("{}{}{}", name, end, packed); input.has(file)) return file;
  return "";
}

struct Pieces {
  std::string edges, features, labels;  // "": there is none
};

Pieces find_pieces(const Input& input) {
  return {find_piece(input, kEdgeNames, kEdgeEnds), find_piece(input, kFeatureNames, kFeatureEnds),
          find_piece(input, kLabelNames, kLabelEnds)};
}

bool ends_with(const std::string& file, std::string_view end) { return without_gz(file).ends_with(end); }

// What was read of a graph so far.
struct Parts {
  std::optional<int64_t> nodes;
  std::optional<Features> features;
  std::optional<ClassColumn::Classes> classes;  // of svmlight
};

void read_features(const Input& input, const std::string& file, Parts& parts, Dataset& dataset) {
  SourcePtr source = input.open(file);
  const std::string place = source->place();
  if (ends_with(file, ".npy")) {
    const NpyArray array = read_npy(*source);
    expect_dimensions(array, 2);
    parts.features = features_from(array, array.shape[0]);
  } else if (ends_with(file, ".npz")) {
    StoredCsr matrix = read_scipy_npz(*source);
    const int64_t rows = matrix.matrix.rows;
    parts.features = features_from(std::move(matrix), rows, place, dataset);
  } else if (ends_with(file, ".mtx")) {
    parts.features = matrix_market_features(std::move(source), dataset);
  } else {
    Lines lines(std::move(source));
    Svmlight svmlight = read_svmlight(lines);
    parts.features = std::move(svmlight.features);
    parts.classes = std::move(svmlight.classes);
    dataset.notes.push_back(fmt::format("{}: feature numbers begin at {}", file, svmlight.from_zero ? 0 : 1));
  }
  parts.nodes = parts.features->rows();
  if (*parts.nodes < 1 || *parts.nodes > std::numeric_limits<int32_t>::max())
    bad_input(place, fmt::format("has {} rows", *parts.nodes), "give one row per node");
}

Csr read_edge_text(SourcePtr source, int64_t nodes, const ReadOptions& options, Dataset& dataset) {
  NodeIndex index = NodeIndex::counted(nodes);
  Lines lines(std::move(source));
  // Nodes cannot be added: there would be no row of features for them.
  const UnknownEnds unknown =
      options.unknown_ends == UnknownEnds::drop ? UnknownEnds::drop : UnknownEnds::refuse;
  EdgeTable table =
      read_edge_table(lines, index, unknown, fmt::format("the nodes 0 to {}", nodes - 1), options);
  note_edges(table, dataset);
  return finish_edges(nodes, std::move(table.edges), table.dropped, options, dataset);
}

Csr read_edges(const Input& input, const std::string& file, const Parts& parts, const ReadOptions& options,
               Dataset& dataset) {
  SourcePtr source = input.open(file);
  const std::string place = source->place();
  Csr edges;
  if (ends_with(file, ".mtx")) {
    edges = matrix_market_edges(std::move(source), options, dataset);
  } else if (ends_with(file, ".npz")) {
    edges = edges_from(read_scipy_npz(*source), place, options, dataset);
  } else {
    if (!parts.nodes)
      bad_input(place, "says nothing of how many nodes there are", "add features or labels to the folder");
    if (!ends_with(file, ".npy")) return read_edge_text(std::move(source), *parts.nodes, options, dataset);
    std::vector<Edge> pairs = edge_pairs(read_npy(*source), *parts.nodes, file.starts_with("edge_index"));
    if (options.direction == Direction::both) drop_opposite(pairs);
    return finish_edges(*parts.nodes, std::move(pairs), {}, options, dataset);
  }
  if (parts.nodes && *parts.nodes != edges.rows)
    bad_input(place, fmt::format("has {} nodes, but there are {} in the features or labels", edges.rows,
                                 *parts.nodes));
  return edges;
}

// One dimension of classes, or one column per class.
void set_array_labels(const NpyArray& array, Dataset& dataset) {
  if (array.shape.size() != 2) return set_labels(integers_of(array), array.place, dataset);
  if (array.shape[1] != 1) return set_labels(from_one_hot(array), array.place, dataset);
  NpyArray flat = array;
  flat.shape = {array.shape[0]};
  set_labels(integers_of(flat), array.place, dataset);
}

void read_masks(const Input& input, Dataset& dataset) {
  std::array<std::optional<NpyArray>, 3> masks;
  const char* const files[] = {"train_mask.npy", "val_mask.npy", "test_mask.npy"};
  for (size_t i = 0; i < masks.size(); ++i)
    if (input.has(files[i])) masks[i] = read_npy(*input.open(files[i]));
  add_masks(masks, dataset);
  dataset.own_masks = !dataset.masks.empty();
}

}  // namespace

bool recognises_pieces(const Input& input) {
  const Pieces pieces = find_pieces(input);
  if (!input.is_file()) return !pieces.edges.empty() && !(pieces.features.empty() && pieces.labels.empty());
  const std::string& file = input.files().front();
  const bool named = file == pieces.edges || file == pieces.features || file == pieces.labels;
  if (named && !pieces.edges.empty() && !(pieces.features.empty() && pieces.labels.empty())) return true;
  return is_matrix_market(input.head()) || looks_like_svmlight(input.head());
}

Dataset read_pieces(const Input& input, const ReadOptions& options) {
  Pieces pieces = find_pieces(input);
  const bool alone = input.is_file() && input.files().front() != pieces.edges &&
                     input.files().front() != pieces.features && input.files().front() != pieces.labels;
  if (alone && !is_matrix_market(input.head()))
    bad_input(input.path(), "has features in svmlight's form, but no edges",
              "call it features.svm, put edges.txt beside it and name the folder");
  if (alone) pieces = {input.files().front(), "", ""};
  if (pieces.edges.empty())
    bad_input(input.path(),
              "there are no edges beside it: neither adj.npz, .mtx nor edges.npy, .csv is there",
              "add them to the folder");
  if (pieces.features.empty() && options.features_required)
    bad_input(input.path(),
              "there are edges but no features: neither features.npy, .npz, .mtx nor .svm is there",
              "add a feature matrix, for example the identity");
  Dataset dataset;
  Parts parts;
  if (!pieces.features.empty()) read_features(input, pieces.features, parts, dataset);
  std::optional<NpyArray> labels;
  std::optional<LabelTable> table;
  if (ends_with(pieces.labels, ".npy"))
    labels = read_npy(*input.open(pieces.labels));
  else if (!pieces.labels.empty())
    table = read_label_table(input.open(pieces.labels));
  if (labels && labels->count() == 0) bad_input(labels->place, "has no elements", "save a label per node");
  if (!parts.nodes && labels && !labels->shape.empty()) parts.nodes = labels->shape[0];
  if (!parts.nodes && table) {
    parts.nodes = table->highest + 1;
    expect_plausible_rows(*parts.nodes, std::ssize(table->nodes), table->place);
  }
  if (parts.nodes && *parts.nodes < 1) bad_input(input.path(), "has no nodes", "check the files");

  auto graph = std::make_shared<Graph>();
  graph->edges = read_edges(input, pieces.edges, parts, options, dataset);
  graph->features = parts.features ? std::move(*parts.features) : no_features(graph->edges.rows);
  dataset.graph = std::move(graph);
  if (labels) {
    set_array_labels(*labels, dataset);
  } else if (table) {
    use_labels(std::move(*table), dataset);
  } else if (parts.classes) {
    dataset.class_names = std::move(parts.classes->names);
    dataset.labels = std::move(parts.classes->labels);
  } else {
    set_no_labels("there is no file of labels", dataset);
  }
  if (!alone) read_masks(input, dataset);
  if (input.is_file() && !alone)
    dataset.name = std::filesystem::absolute(input.path()).parent_path().filename().string();
  return dataset;
}

}  // namespace graphsr
