#include "graphsr/graph/stored_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/format.h"

namespace graphsr {

namespace {

constexpr int64_t kMostColumns = std::numeric_limits<int32_t>::max();
constexpr int64_t kUsualClasses = 10000;  // more only in graphs with as many nodes

// SplitMix64's finish: every bit of the edge changes every bit of the number.
uint64_t mixed(int32_t low, int32_t high, uint64_t salt) {
  uint64_t x = (static_cast<uint64_t>(low) << 32 | static_cast<uint64_t>(high)) + salt;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

void expect_rows(int64_t rows, int64_t nodes, const std::string& place) {
  if (rows != nodes) bad_input(place, fmt::format("has {} rows, but there are {} nodes", rows, nodes));
}

void note_empty_classes(Dataset& dataset) {
  std::vector<bool> has_node(dataset.class_names.size());
  for (const int32_t label : dataset.labels)
    if (label != kUnlabelled) has_node[static_cast<size_t>(label)] = true;
  const auto empty = std::count(has_node.begin(), has_node.end(), false);
  if (empty == 0) return;
  const auto first =
      static_cast<size_t>(std::find(has_node.begin(), has_node.end(), false) - has_node.begin());
  dataset.notes.push_back(fmt::format("{} of {} classes have no labelled node, first {}", empty,
                                      has_node.size(), in_quotes(dataset.class_names[first])));
}

}  // namespace

int64_t class_limit(int64_t nodes) { return std::max(kUsualClasses, nodes); }

void note_weights(int64_t weighted, Dataset& dataset) {
  if (weighted > 0)
    dataset.notes.push_back(
        fmt::format("edge weights are not used: {} a weight other than 1",
                    weighted == 1 ? "1 edge has" : fmt::format("{} edges have", weighted)));
}

Csr edges_from(StoredCsr adjacency, const std::string& place, const ReadOptions& options, Dataset& dataset) {
  Csr& stored = adjacency.matrix;
  if (stored.rows != stored.cols)
    bad_input(place, fmt::format("says {} x {}, and a graph's must be square", stored.rows, stored.cols));
  if (adjacency.zeros > 0)
    dataset.notes.push_back(
        fmt::format("edges of weight 0 were dropped: the file stores {}", adjacency.zeros));

  // A symmetric matrix holds each undirected edge twice by nature; only others have duplicates worth a note.
  const std::optional<int64_t> loops =
      options.direction == Direction::both && !adjacency.repeats ? loops_if_symmetric(stored) : std::nullopt;
  const bool mirrored = loops.has_value();
  const auto value = [&](int64_t e) { return stored.values.empty() ? Real(1) : stored.values[e]; };
  std::vector<Edge> edges;
  BuildCounts dropped;
  int64_t weighted = 0;
  const bool has_weights = !stored.values.empty() || options.min_weight;
  for (int64_t row = 0; has_weights && row < stored.rows; ++row)
    for (int64_t e = stored.offsets[row]; e < stored.offsets[row + 1]; ++e) {
      if (mirrored && stored.columns[e] < row) continue;
      const bool light = options.min_weight && value(e) < *options.min_weight;
      dropped.light += light;
      weighted += !light && value(e) != 1;
    }
  note_weights(weighted, dataset);
  if (loops == 0 && dropped.light == 0) {  // it is what building would give
    dataset.counts.read = dataset.counts.kept = stored.nonzeros() / 2;
    stored.values = {};
    return std::move(stored);
  }
  edges.reserve(static_cast<size_t>(mirrored ? stored.nonzeros() / 2 + *loops : stored.nonzeros()));
  for (int64_t row = 0; row < stored.rows; ++row)
    for (int64_t e = stored.offsets[row]; e < stored.offsets[row + 1]; ++e) {
      if (mirrored && stored.columns[e] < row) continue;
      if (options.min_weight && value(e) < *options.min_weight) continue;
      edges.push_back({static_cast<int32_t>(row), stored.columns[e]});
    }
  const int64_t nodes = stored.rows;
  adjacency = {};
  return finish_edges(nodes, std::move(edges), dropped, options, dataset);
}

std::vector<Edge> edge_pairs(const NpyArray& array, int64_t nodes, bool by_column) {
  expect_dimensions(array, 2);
  const bool rows_fit = array.shape[0] == 2, columns_fit = array.shape[1] == 2;
  if (!rows_fit && !columns_fit)
    bad_input(array.place,
              fmt::format("is {} x {}, and edges are E x 2 or 2 x E", array.shape[0], array.shape[1]));
  const bool in_rows = rows_fit && (by_column || !columns_fit);
  const int64_t count = in_rows ? array.shape[1] : array.shape[0];
  std::vector<Edge> edges(static_cast<size_t>(count));
  const auto take = [&](int64_t i, auto value) {
    const std::optional<int64_t> node = whole_number(value);
    const int64_t edge = in_rows ? i % count : i / 2;
    if (!node || *node < 0 || *node >= nodes)
      bad_input(array.place,
                fmt::format("edge {} has the end {}, and nodes are 0 to {}", edge, value, nodes - 1),
                "number nodes from 0");
    const bool first = in_rows ? i < count : i % 2 == 0;
    (first ? edges[edge].from : edges[edge].to) = static_cast<int32_t>(*node);
  };
  if (!for_numbers(array, take)) bad_input(array.place, "holds text, expected integers");
  return edges;
}

// Compared as multisets, by two sums that do not depend on order.
bool drop_opposite(std::vector<Edge>& edges) {
  constexpr uint64_t kSalts[] = {0x9e3779b97f4a7c15u, 0xd1b54a32d192ed03u};
  int64_t balance = 0, opposite = 0;
  uint64_t sums[] = {0, 0};
  for (const auto [from, to] : edges) {
    if (from == to) continue;
    const bool up = from < to;
    balance += up ? 1 : -1;
    opposite += !up;
    for (int i = 0; i < 2; ++i) {
      const uint64_t number = mixed(std::min(from, to), std::max(from, to), kSalts[i]);
      sums[i] += up ? number : 0 - number;
    }
  }
  if (opposite == 0 || balance != 0 || sums[0] != 0 || sums[1] != 0) return false;
  std::erase_if(edges, [](Edge edge) { return edge.from > edge.to; });
  return true;
}

Features features_from(StoredCsr stored, int64_t nodes, const std::string& place, Dataset& dataset) {
  Csr& matrix = stored.matrix;
  expect_rows(matrix.rows, nodes, place);
  if (stored.zeros > 0)
    dataset.notes.push_back(
        fmt::format("zeros were dropped from the features: the file stores {}", stored.zeros));
  if (stored.repeats) {
    const auto repeat = first_repeat(matrix);
    bad_input(place, fmt::format("row {} has column {} twice", repeat->row, repeat->column),
              "add such entries up with sum_duplicates()");
  }
  return Features(std::move(matrix));
}

Features features_from(const NpyArray& array, int64_t nodes) {
  expect_dimensions(array, 2);
  const std::vector<int64_t>& shape = array.shape;
  expect_rows(shape[0], nodes, array.place);
  if (shape[1] < 1 || shape[1] > kMostColumns)
    bad_input(array.place,
              fmt::format("has {} columns, and it must have from 1 to {}", shape[1], kMostColumns));
  Matrix matrix(shape[0], shape[1]);
  const auto take = [&](int64_t i, auto value) {
    if (!std::isfinite(static_cast<double>(value)))
      bad_input(array.place,
                fmt::format("row {}, column {} is not a finite number", i / shape[1], i % shape[1]),
                "replace it by a number");
    if (std::abs(static_cast<double>(value)) > std::numeric_limits<float>::max())
      bad_input(array.place, fmt::format("element {} is {}, too large for float32", i, value));
    matrix.data()[i] = static_cast<Real>(value);
  };
  if (!for_numbers(array, take)) bad_input(array.place, "holds text, expected numbers");
  return Features(std::move(matrix));
}

Features no_features(int64_t nodes) {
  return Features(Csr{nodes, 0, std::vector<int64_t>(static_cast<size_t>(nodes) + 1), {}, {}});
}

void set_labels(const std::vector<int64_t>& stored, const std::string& place, Dataset& dataset, bool named) {
  const int64_t nodes = dataset.nodes();
  if (std::ssize(stored) != nodes)
    bad_input(place, fmt::format("has {} elements, but there are {} nodes", stored.size(), nodes));
  const int64_t limit = named ? dataset.classes() : class_limit(nodes);
  for (int64_t i = 0; i < nodes; ++i) {
    if (stored[i] < kUnlabelled)
      bad_input(place, fmt::format("element {} is {}", i, stored[i]), "use -1 for nodes without a label");
    if (stored[i] >= limit)
      bad_input(place, fmt::format("element {} is {}, but there can be only {} classes", i, stored[i], limit),
                named ? "add the missing class_names" : "number the classes 0, 1, 2, ...");
  }
  dataset.labels.assign(stored.begin(), stored.end());
  if (!named) {
    const int32_t last = nodes == 0 ? -1 : *std::max_element(dataset.labels.begin(), dataset.labels.end());
    for (int32_t c = 0; c <= last; ++c) dataset.class_names.push_back(std::to_string(c));
  }
  note_empty_classes(dataset);
}

void set_no_labels(const std::string& why, Dataset& dataset) {
  dataset.labels.assign(static_cast<size_t>(dataset.nodes()), kUnlabelled);
  dataset.notes.push_back(why + ": every node is unlabelled");
}

std::vector<int64_t> from_one_hot(const NpyArray& array) {
  expect_dimensions(array, 2);
  const int64_t classes = array.shape[1];
  if (classes < 1) bad_input(array.place, "has no columns, expected one per class");
  std::vector<int64_t> labels(static_cast<size_t>(array.shape[0]), kUnlabelled);
  const auto take = [&](int64_t i, auto value) {
    if (value == 0) return;
    int64_t& label = labels[static_cast<size_t>(i / classes)];
    if (value != 1 || label != kUnlabelled)
      bad_input(array.place,
                fmt::format("row {} has more than one 1, or other numbers than 0 and 1", i / classes),
                "save one column per class with a single 1 in each row");
    label = i % classes;
  };
  if (!for_numbers(array, take)) bad_input(array.place, "holds text, expected 0 and 1");
  return labels;
}

}  // namespace graphsr
