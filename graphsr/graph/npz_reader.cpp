#include "graphsr/graph/npz_reader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/array_masks.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/npz.h"
#include "graphsr/graph/npz_csr.h"
#include "graphsr/graph/pieces_reader.h"
#include "graphsr/graph/stored_graph.h"

namespace graphsr {

namespace {

namespace fs = std::filesystem;

constexpr size_t kLongestMeta = 1 << 20;  // bytes

Features read_features(const Npz& npz, int64_t nodes, const ReadOptions& options, Dataset& dataset) {
  const bool sparse = npz.has("attr_data"), dense = npz.has("attr_matrix");
  if (sparse && dense) bad_input(npz.path(), "has both attr_data and attr_matrix", "keep one of them");
  if (!sparse && !dense && !options.features_required) return no_features(nodes);
  if (!sparse && !dense)
    bad_input(npz.path(), "has no features: neither attr_data nor attr_matrix is there",
              "add a feature matrix, for example the identity");
  if (dense) return features_from(npz.array("attr_matrix"), nodes);
  return features_from(read_csr(npz, "attr"), nodes, npz.place("attr_indices"), dataset);
}

// "class_names" in <stem>.meta.json beside the file, if there is such a list of the right length.
std::vector<std::string> published_class_names(const Input& input, size_t classes) {
  const std::string meta = fs::path(input.files().front()).replace_extension(".meta.json").string();
  if (!input.has(meta)) return {};
  try {
    const auto document = nlohmann::json::parse(read_all(*input.open(meta), kLongestMeta));
    auto names = document.at("class_names").get<std::vector<std::string>>();
    if (names.size() == classes) return names;
  } catch (const Error&) {
  } catch (const nlohmann::json::exception&) {
  }
  return {};
}

void read_classes(const Input& input, const Npz& npz, const std::string& labels, Dataset& dataset) {
  const bool named = npz.has("class_names");
  if (named) {
    dataset.class_names = npz.strings("class_names");
    const int64_t limit = class_limit(dataset.nodes());
    if (dataset.classes() > limit)
      bad_input(npz.place("class_names"),
                fmt::format("has {} names, and {} classes are the most", dataset.classes(), limit));
  }
  if (labels.empty() || !npz.has(labels)) return set_no_labels("there is no array 'labels'", dataset);
  set_labels(npz.integers(labels), npz.place(labels), dataset, named);
  if (named) return;
  std::vector<std::string> names = published_class_names(input, dataset.class_names.size());
  if (!names.empty()) dataset.class_names = std::move(names);
}

std::vector<std::string> read_node_ids(const Npz& npz, int64_t nodes) {
  if (!npz.has("node_names")) return {};
  std::vector<std::string> ids = npz.strings("node_names");
  if (std::ssize(ids) != nodes)
    bad_input(npz.place("node_names"),
              fmt::format("has {} elements, but there are {} nodes", ids.size(), nodes));
  return ids;
}

const std::vector<std::string> kBenchmark = {"adj_data",    "adj_indices",  "adj_indptr",  "adj_shape",
                                             "attr_data",   "attr_indices", "attr_indptr", "attr_shape",
                                             "attr_matrix", "labels",       "class_names", "node_names"};
const std::vector<std::string> kArrays = {
    "edges",     "edge_index", "node_features", "features", "x",         "node_labels",
    "labels",    "y",          "train_mask",    "val_mask", "test_mask", "train_masks",
    "val_masks", "test_masks", "class_names",   "format",   "shape"};

// In memory as a whole only where it is already: of files, only the arrays that are being used.
Npz opened(const Input& input, const std::vector<std::string>& wanted) {
  if (!input.is_in_memory()) return Npz(input.path(), wanted);
  return Npz(*input.open(input.files().front()), wanted);
}

Dataset read_benchmark(const Input& input, const Npz& npz, const ReadOptions& options) {
  Dataset dataset;
  auto graph = std::make_shared<Graph>();
  graph->edges = edges_from(read_csr(npz, "adj"), npz.place("adj_shape"), options, dataset);
  graph->features = read_features(npz, graph->nodes(), options, dataset);
  dataset.graph = std::move(graph);
  read_classes(input, npz, "labels", dataset);
  dataset.node_ids = read_node_ids(npz, dataset.nodes());
  return dataset;
}

// The first of these arrays that is there; "" when none is.
std::string present(const Npz& npz, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (npz.has(name)) return name;
  return "";
}

// Arrays as the heterophilous-graphs collection and people's own savez calls have them.
Dataset read_arrays(const Input& input, const Npz& npz, const ReadOptions& options) {
  const std::string features = present(npz, {"node_features", "features", "x"}),
                    labels = present(npz, {"node_labels", "labels", "y"}),
                    edges = present(npz, {"edges", "edge_index"});
  if (features.empty() && (options.features_required || labels.empty()))
    bad_input(npz.path(), "has no features: neither node_features nor features nor x is there",
              "add a feature matrix, for example the identity");
  const std::vector<int64_t>& shape = npz.shape(features.empty() ? labels : features);
  const bool has_nodes = !shape.empty() && std::find(shape.begin(), shape.end(), 0) == shape.end();
  const int64_t nodes = has_nodes ? shape[0] : 0;
  if (nodes < 1 || nodes > std::numeric_limits<int32_t>::max())
    bad_input(npz.place(features.empty() ? labels : features), fmt::format("says {} nodes", nodes));
  Dataset dataset;
  auto graph = std::make_shared<Graph>();
  graph->features = features.empty() ? no_features(nodes) : features_from(npz.array(features), nodes);
  std::vector<Edge> pairs = edge_pairs(npz.array(edges), nodes, edges == "edge_index");
  if (options.direction == Direction::both) drop_opposite(pairs);
  graph->edges = finish_edges(nodes, std::move(pairs), {}, options, dataset);
  dataset.graph = std::move(graph);
  read_classes(input, npz, labels, dataset);
  std::array<std::optional<NpyArray>, 3> masks;
  const char* const parts[] = {"train", "val", "test"};
  for (size_t i = 0; i < masks.size(); ++i)
    for (const char* end : {"_mask", "_masks"})
      if (npz.has(parts[i] + std::string(end))) masks[i] = npz.array(parts[i] + std::string(end));
  add_masks(masks, dataset);
  // Collections publish many splits (_masks); one is what a person saves.
  dataset.own_masks = npz.has("train_mask") || npz.has("val_mask") || npz.has("test_mask");
  return dataset;
}

}  // namespace

Dataset read_npz(const Input& input, const ReadOptions& options) {
  std::vector<std::string> wanted = kBenchmark;
  wanted.insert(wanted.end(), kArrays.begin(), kArrays.end());
  const Npz npz = opened(input, wanted);
  if (npz.has("format") && npz.has("shape") && !npz.has("adj_shape")) {  // one of several files
    if (recognises_pieces(input)) return read_pieces(input, options);
    bad_input(input.path(), "holds one sparse matrix of scipy's, not a whole graph",
              "put adj.npz, features.npz and labels.npy into a folder and name that");
  }
  const bool arrays = !npz.has("adj_shape") && (npz.has("edges") || npz.has("edge_index"));
  Dataset dataset = arrays ? read_arrays(input, npz, options) : read_benchmark(input, npz, options);
  dataset.name = fs::path(input.path()).stem().string();
  return dataset;
}

bool recognises_npz(const Input& input) { return input.is_file() && input.head().starts_with("PK"); }

Dataset read_npz(const std::string& path, const ReadOptions& options) {
  return read_npz(Input(path), options);
}

}  // namespace graphsr
