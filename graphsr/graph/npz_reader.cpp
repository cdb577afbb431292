#include "graphsr/graph/npz_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/builder.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/npz.h"
#include "graphsr/graph/npz_csr.h"

namespace graphsr {

namespace {

namespace fs = std::filesystem;

constexpr int64_t kMostColumns = std::numeric_limits<int32_t>::max();
constexpr int64_t kUsualClasses = 10000;     // more only in graphs with as many nodes
constexpr uintmax_t kLongestMeta = 1 << 20;  // bytes

int64_t class_limit(int64_t nodes) { return std::max(kUsualClasses, nodes); }

Csr read_edges(const Npz& npz, const ReadOptions& options, Dataset& dataset) {
  const auto [stored, zeros] = read_csr(npz, "adj");
  if (stored.rows != stored.cols)
    bad_input(npz.place("adj_shape"),
              fmt::format("says {} x {}, and a graph's must be square", stored.rows, stored.cols));
  if (zeros > 0)
    dataset.notes.push_back(fmt::format("edges of weight 0 were dropped: the file stores {}", zeros));

  // A symmetric matrix holds each undirected edge twice by nature; only others have duplicates worth a note.
  const bool mirrored =
      options.direction == Direction::both && !first_repeat(stored) && transposed(stored).matrix == stored;
  std::vector<Edge> edges;
  BuildCounts dropped;
  int64_t weighted = 0;
  for (int64_t row = 0; row < stored.rows; ++row)
    for (int64_t e = stored.offsets[row]; e < stored.offsets[row + 1]; ++e) {
      if (mirrored && stored.columns[e] < row) continue;
      if (options.min_weight && stored.values[e] < *options.min_weight) {
        ++dropped.light;
        continue;
      }
      edges.push_back({static_cast<int32_t>(row), stored.columns[e]});
      weighted += stored.values[e] != 1;
    }
  if (weighted > 0)
    dataset.notes.push_back(
        fmt::format("edge weights are not used: {} a weight other than 1",
                    weighted == 1 ? "1 edge has" : fmt::format("{} edges have", weighted)));
  return finish_edges(stored.rows, std::move(edges), dropped, options, dataset);
}

Features sparse_features(const Npz& npz, int64_t nodes, std::vector<std::string>& notes) {
  auto [matrix, zeros] = read_csr(npz, "attr");
  if (matrix.rows != nodes)
    bad_input(npz.place("attr_shape"),
              fmt::format("says {} rows, but there are {} nodes", matrix.rows, nodes));
  if (zeros > 0)
    notes.push_back(fmt::format("zeros were dropped from the features: the file stores {}", zeros));
  if (const auto repeat = first_repeat(matrix))
    bad_input(npz.place("attr_indices"),
              fmt::format("row {} has column {} twice", repeat->row, repeat->column),
              "add such entries up with sum_duplicates()");
  if (std::all_of(matrix.values.begin(), matrix.values.end(), [](Real value) { return value == 1; }))
    matrix.values = {};
  return Features(std::move(matrix));
}

Features dense_features(const Npz& npz, int64_t nodes) {
  const std::string name = "attr_matrix";
  expect_dimensions(npz.array(name), 2);
  const std::vector<int64_t>& shape = npz.array(name).shape;
  if (shape[0] != nodes)
    bad_input(npz.place(name), fmt::format("has {} rows, but there are {} nodes", shape[0], nodes));
  if (shape[1] < 1 || shape[1] > kMostColumns)
    bad_input(npz.place(name),
              fmt::format("has {} columns, and it must have from 1 to {}", shape[1], kMostColumns));
  const std::vector<float> values = npz.floats(name);
  Matrix matrix(shape[0], shape[1]);
  for (int64_t i = 0; i < matrix.size(); ++i) {
    if (!std::isfinite(values[i]))
      bad_input(npz.place(name),
                fmt::format("row {}, column {} is not a finite number", i / shape[1], i % shape[1]),
                "replace it by a number");
    matrix.data()[i] = values[i];
  }
  return Features(std::move(matrix));
}

Features read_features(const Npz& npz, int64_t nodes, std::vector<std::string>& notes) {
  const bool sparse = npz.has("attr_data"), dense = npz.has("attr_matrix");
  if (sparse && dense) bad_input(npz.path(), "has both attr_data and attr_matrix", "keep one of them");
  if (!sparse && !dense)
    bad_input(npz.path(), "has no features: neither attr_data nor attr_matrix is there",
              "add a feature matrix, for example the identity");
  return sparse ? sparse_features(npz, nodes, notes) : dense_features(npz, nodes);
}

std::vector<int32_t> read_labels(const Npz& npz, int64_t nodes, std::optional<int64_t> classes) {
  const std::string name = "labels";
  const std::vector<int64_t> stored = npz.integers(name);
  if (std::ssize(stored) != nodes)
    bad_input(npz.place(name), fmt::format("has {} elements, but there are {} nodes", stored.size(), nodes));
  const int64_t limit = classes.value_or(class_limit(nodes));
  for (int64_t i = 0; i < nodes; ++i) {
    if (stored[i] < kUnlabelled)
      bad_input(npz.place(name), fmt::format("element {} is {}", i, stored[i]),
                "use -1 for nodes without a label");
    if (stored[i] >= limit)
      bad_input(npz.place(name),
                fmt::format("element {} is {}, but there can be only {} classes", i, stored[i], limit),
                classes ? "add the missing class_names" : "number the classes 0, 1, 2, ...");
  }
  return {stored.begin(), stored.end()};
}

// "class_names" in <stem>.meta.json beside the file, if there is such a list of the right length.
std::vector<std::string> published_class_names(const std::string& path, size_t classes) {
  const fs::path meta = fs::path(path).replace_extension(".meta.json");
  std::error_code error;
  if (!fs::is_regular_file(meta, error) || fs::file_size(meta, error) > kLongestMeta || error) return {};
  try {
    auto names = nlohmann::json::parse(read_file(meta)).at("class_names").get<std::vector<std::string>>();
    if (names.size() == classes) return names;
  } catch (const Error&) {
  } catch (const nlohmann::json::exception&) {
  }
  return {};
}

void read_classes(const Npz& npz, Dataset& dataset) {
  std::optional<int64_t> named;
  if (npz.has("class_names")) {
    dataset.class_names = npz.strings("class_names");
    named = std::ssize(dataset.class_names);
    const int64_t limit = class_limit(dataset.nodes());
    if (*named > limit)
      bad_input(npz.place("class_names"),
                fmt::format("has {} names, and {} classes are the most", *named, limit));
  }
  if (!npz.has("labels")) {
    dataset.labels.assign(static_cast<size_t>(dataset.nodes()), kUnlabelled);
    dataset.notes.push_back("there is no array 'labels': every node is unlabelled");
    return;
  }
  dataset.labels = read_labels(npz, dataset.nodes(), named);
  if (!named) {
    const auto classes =
        static_cast<size_t>(*std::max_element(dataset.labels.begin(), dataset.labels.end()) + 1);
    dataset.class_names = published_class_names(npz.path(), classes);
    for (size_t c = dataset.class_names.size(); c < classes; ++c)
      dataset.class_names.push_back(std::to_string(c));
  }
  std::vector<bool> has_node(dataset.class_names.size());
  for (const int32_t label : dataset.labels)
    if (label != kUnlabelled) has_node[static_cast<size_t>(label)] = true;
  std::vector<std::string> empty;
  for (size_t c = 0; c < has_node.size(); ++c)
    if (!has_node[c]) empty.push_back(in_quotes(dataset.class_names[c]));
  if (!empty.empty())
    dataset.notes.push_back(fmt::format("{} of {} classes have no labelled node, first {}", empty.size(),
                                        has_node.size(), empty.front()));
}

std::vector<std::string> read_node_ids(const Npz& npz, int64_t nodes) {
  if (!npz.has("node_names")) return {};
  std::vector<std::string> ids = npz.strings("node_names");
  if (std::ssize(ids) != nodes)
    bad_input(npz.place("node_names"),
              fmt::format("has {} elements, but there are {} nodes", ids.size(), nodes));
  return ids;
}

}  // namespace

Dataset read_npz(const std::string& path, const ReadOptions& options) {
  const Npz npz(path, {"adj_data", "adj_indices", "adj_indptr", "adj_shape", "attr_data", "attr_indices",
                       "attr_indptr", "attr_shape", "attr_matrix", "labels", "class_names", "node_names"});
  Dataset dataset;
  dataset.name = fs::path(path).stem().string();
  auto graph = std::make_shared<Graph>();
  graph->edges = read_edges(npz, options, dataset);
  graph->features = read_features(npz, graph->nodes(), dataset.notes);
  dataset.graph = std::move(graph);
  read_classes(npz, dataset);
  dataset.node_ids = read_node_ids(npz, dataset.nodes());
  return dataset;
}

bool recognises_npz(const Input& input) { return input.is_file() && input.head().starts_with("PK"); }

Dataset read_npz(const Input& input, const ReadOptions& options) { return read_npz(input.path(), options); }

}  // namespace graphsr
