#include "graphsr/graph/ogb_reader.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/lines.h"
#include "graphsr/graph/row_store.h"
#include "graphsr/graph/stored_graph.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

namespace fs = std::filesystem;

constexpr const char* kAgain = "download it again";
constexpr int64_t kMostNodes = std::numeric_limits<int32_t>::max();

// "edge.csv.gz" or "edge.csv", or "".
std::string present(const Input& input, const std::string& name) {
  return input.has(name + ".csv.gz") ? name + ".csv.gz" : input.has(name + ".csv") ? name + ".csv" : "";
}

bool has_raw(const Input& input) {
  return !input.is_file() && !present(input, "edge").empty() && !present(input, "num-node-list").empty();
}

bool is_raw_folder(const fs::path& folder) {
  std::error_code error;
  for (const char* end : {".csv.gz", ".csv"})
    if (fs::is_regular_file(folder / (std::string("num-node-list") + end), error)) return true;
  return false;
}

Lines open(const Input& input, const std::string& name) {
  const std::string file = present(input, name);
  if (file.empty())
    bad_input(input.path(), fmt::format("there is no {}.csv.gz", name),
              "an OGB folder has edge, node-feat, node-label, num-node-list and num-edge-list");
  return Lines(input.open(file));
}

int64_t number_in(const Lines& lines, std::string_view text, int64_t limit, const char* what) {
  const std::optional<int64_t> number = plain_number(trimmed(text));
  if (!number || *number >= limit)
    bad_input(lines.place(), fmt::format("{} is no {} from 0 to {}", in_quotes(text), what, limit - 1),
              kAgain);
  return *number;
}

// The one number of num-node-list and num-edge-list.
int64_t read_count(const Input& input, const std::string& name) {
  Lines lines = open(input, name);
  if (!lines.next()) bad_input(lines.file(), "is empty", kAgain);
  const int64_t count = number_in(lines, lines.text(), int64_t{1} << 40, "count");
  if (lines.next() && !trimmed(lines.text()).empty())
    bad_input(lines.place(), "there are several graphs", "graphsr reads one graph with labelled nodes");
  return count;
}

Csr read_edges(const Input& input, int64_t nodes, const ReadOptions& options, Dataset& dataset) {
  // The count may lie: room is made for it when a part of the edges is there.
  constexpr int64_t kBelieved = 1 << 16, kMostReserved = 1 << 27;
  const int64_t count = read_count(input, "num-edge-list");
  std::vector<Edge> edges;
  Lines lines = open(input, "edge");
  while (lines.next()) {
    const std::string_view line = lines.text();
    const char *at = line.data(), *end = at + line.size();
    uint32_t from = 0, to = 0;
    const auto first = std::from_chars(at, end, from);
    const bool comma = first.ec == std::errc() && first.ptr < end && *first.ptr == ',';
    const auto second = comma ? std::from_chars(first.ptr + 1, end, to) : first;
    if (!comma || second.ec != std::errc() || second.ptr != end)
      bad_input(lines.place(), fmt::format("{} is not two numbers of nodes with a comma", in_quotes(line)),
                kAgain);
    if (from >= nodes || to >= nodes)
      bad_input(lines.place(),
                fmt::format("names node {}, and nodes are 0 to {}", std::max(from, to), nodes - 1), kAgain);
    if (std::ssize(edges) == kBelieved)
      edges.reserve(static_cast<size_t>(std::clamp(count, kBelieved, kMostReserved)));
    edges.push_back({static_cast<int32_t>(from), static_cast<int32_t>(to)});
  }
  if (std::ssize(edges) != count)
    bad_input(lines.file(), fmt::format("has {} edges, but num-edge-list says {}", edges.size(), count),
              kAgain);
  if (options.direction == Direction::both) drop_opposite(edges);
  return finish_edges(nodes, std::move(edges), {}, options, dataset);
}

Features read_features(const Input& input, int64_t nodes) {
  Lines lines = open(input, "node-feat");
  RowStore rows;
  std::vector<Real> row;
  while (lines.next()) {
    const std::string_view line = lines.text();
    row.clear();
    for (size_t begin = 0; begin <= line.size();) {
      const size_t end = std::min(line.find(',', begin), line.size());
      const std::string_view text = trimmed(line.substr(begin, end - begin));
      const ParsedReal value = parsed_real(text);
      if (value.fault != NumberFault::none) refuse_number(lines.place(begin + 1), text, value.fault);
      row.push_back(value.value);
      begin = end + 1;
    }
    if (rows.rows() == nodes || (rows.rows() > 0 && std::ssize(row) != rows.cols()))
      bad_input(lines.place(),
                rows.rows() == nodes ? fmt::format("there are more rows than the {} nodes", nodes)
                                     : fmt::format("{} numbers, expected {}", row.size(), rows.cols()),
                kAgain);
    rows.add(row);
  }
  if (rows.rows() != nodes)
    bad_input(lines.file(), fmt::format("has {} rows, but there are {} nodes", rows.rows(), nodes), kAgain);
  return Features(rows.finish());
}

struct Labels {
  std::string place;
  std::vector<int64_t> classes;
};

Labels read_labels(const Input& input, int64_t nodes) {
  Lines lines = open(input, "node-label");
  Labels labels{lines.file(), {}};
  while (lines.next()) {
    std::string_view text = trimmed(lines.text());
    if (text.find(',') != std::string_view::npos)
      bad_input(lines.place(), "a node has several labels", "graphsr reads graphs with one class per node");
    if (std::ssize(labels.classes) == nodes)
      bad_input(lines.place(), fmt::format("there are more labels than the {} nodes", nodes), kAgain);
    if (text.ends_with(".0")) text.remove_suffix(2);
    labels.classes.push_back(text == "nan" || text == "-1" || text.empty()
                                 ? kUnlabelled
                                 : number_in(lines, text, class_limit(nodes), "class"));
  }
  if (std::ssize(labels.classes) != nodes)
    bad_input(labels.place,
              fmt::format("has {} labels, but there are {} nodes", labels.classes.size(), nodes), kAgain);
  return labels;
}

void read_split(const Input& input, Dataset& dataset) {
  std::vector<SplitPart> mask(static_cast<size_t>(dataset.nodes()), SplitPart::none);
  const std::pair<const char*, SplitPart> parts[] = {
      {"train", SplitPart::train}, {"valid", SplitPart::validation}, {"test", SplitPart::test}};
  for (const auto& [name, part] : parts) {
    Lines lines = open(input, name);
    while (lines.next()) {
      if (trimmed(lines.text()).empty()) continue;
      SplitPart& of = mask[static_cast<size_t>(number_in(lines, lines.text(), dataset.nodes(), "node"))];
      if (of != SplitPart::none) bad_input(lines.place(), "this node is in two parts of the split", kAgain);
      of = part;
    }
  }
  dataset.masks.push_back(std::move(mask));
}

bool has_split(const Input& input) {
  return !present(input, "train").empty() && !present(input, "valid").empty() &&
         !present(input, "test").empty();
}

// The folders in split/ beside raw/, in the order of their names.
std::vector<std::string> split_folders(const fs::path& split) {
  std::vector<std::string> folders;
  std::error_code error;
  for (fs::directory_iterator entry(split, error), end; !error && entry != end; entry.increment(error))
    if (entry->is_directory(error)) folders.push_back(entry->path().string());
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace

bool recognises_ogb(const Input& input) {
  return has_raw(input) ||
         (input.kind() == Input::Kind::folder && is_raw_folder(fs::path(input.path()) / "raw"));
}

Dataset read_ogb(const Input& named, const ReadOptions& options) {
  if (!has_raw(named)) {
    Dataset dataset = read_ogb(Input((fs::path(named.path()) / "raw").string()), options);
    dataset.name = named.name();
    return dataset;
  }
  const int64_t nodes = read_count(named, "num-node-list");
  if (nodes < 1 || nodes > kMostNodes)
    bad_input(named.path(), fmt::format("num-node-list says {} nodes", nodes), kAgain);
  if (present(named, "node-feat").empty() && options.features_required)
    bad_input(named.path(), "there is no node-feat.csv.gz, so nodes have no features",
              "add one row of numbers per node");
  Dataset dataset;
  auto graph = std::make_shared<Graph>();
  const Labels labels = read_labels(named, nodes);  // first: they bear out the number of nodes
  graph->features = present(named, "node-feat").empty() ? no_features(nodes) : read_features(named, nodes);
  graph->edges = read_edges(named, nodes, options, dataset);
  dataset.graph = std::move(graph);
  set_labels(labels.classes, labels.place, dataset);
  if (named.kind() == Input::Kind::archive) {
    if (has_split(named)) read_split(named, dataset);
    return dataset;
  }
  const fs::path root = fs::absolute(fs::path(named.path()) / "..").lexically_normal();
  dataset.name = root.has_filename() ? root.filename().string() : root.parent_path().filename().string();
  for (const std::string& folder : split_folders(root / "split"))
    if (const Input split(folder); has_split(split)) read_split(split, dataset);
  return dataset;
}

}  // namespace graphsr
