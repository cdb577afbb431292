#include "graphsr/graph/pubmed_reader.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/node_table.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

constexpr std::string_view kNodes = ".NODE.paper.tab", kEdges = ".DIRECTED.cites.tab";
constexpr const char* kOther = "is this a file of Pubmed-Diabetes?";

using WordColumns = std::unordered_map<std::string, int32_t>;

bool goes_to(Lines& lines, std::string_view expected) {
  return lines.next() && trimmed(lines.text()).starts_with(expected);
}

// "cat=1,2,3:label  numeric:w-rat:0.0  ...  string:summary": the features are those that are numeric.
WordColumns word_columns(Lines& lines) {
  if (!goes_to(lines, "NODE")) bad_input(lines.file() + ":1", "does not begin with NODE", kOther);
  if (!goes_to(lines, "cat=")) bad_input(lines.file() + ":2", "does not begin with cat=", kOther);
  WordColumns columns;
  Fields fields('\t');
  fields.cut(lines);
  for (size_t i = 0; i < fields.size(); ++i) {
    std::string_view name = fields[i];
    if (!name.starts_with("numeric:")) continue;
    name.remove_prefix(std::string_view("numeric:").size());
    name = name.substr(0, name.find(':'));
    if (!columns.emplace(std::string(name), static_cast<int32_t>(columns.size())).second)
      bad_input(fields.place(lines, i), fmt::format("the feature {} is named twice", in_quotes(name)),
                kOther);
  }
  if (columns.empty()) bad_input(lines.place(), "names no numeric features", kOther);
  return columns;
}

// Adds "w-rat=0.09" and its kind to the row; the class comes from "label=1".
void read_paper(const Lines& lines, const Fields& fields, const WordColumns& words, NodeTable& table) {
  std::string_view label;
  std::vector<std::pair<int32_t, Real>> row;
  for (size_t i = 1; i < fields.size(); ++i) {
    const size_t equals = fields[i].find('=');
    const std::string_view name = fields[i].substr(0, equals);
    if (equals == std::string_view::npos || name == "summary") continue;
    const std::string_view value = fields[i].substr(equals + 1);
    if (name == "label") {
      label = value;
      continue;
    }
    const auto column = words.find(std::string(name));
    if (column == words.end())
      bad_input(fields.place(lines, i), fmt::format("the feature {} is not in line 2", in_quotes(name)),
                kOther);
    const ParsedReal parsed = parsed_real(value);
    if (parsed.fault != NumberFault::none) refuse_number(fields.place(lines, i), value, parsed.fault);
    row.emplace_back(column->second, parsed.value);
  }
  std::sort(row.begin(), row.end());
  for (size_t i = 0; i < row.size(); ++i) {
    if (i > 0 && row[i].first == row[i - 1].first)
      bad_input(lines.place(), "a feature appears twice", "remove one of them");
    table.features.add(row[i].first, row[i].second);
  }
  expect_utf8(lines.place(), label, "the class");
  table.classes.add(label);
  table.features.end_row(table.feature_columns);
}

NodeTable read_papers(Lines& lines) {
  const WordColumns words = word_columns(lines);
  NodeTable table;
  table.place = lines.file();
  table.has_labels = true;
  table.features = FeatureRows(FeatureRows::Form::sparse);
  table.feature_columns = std::ssize(words);
  Fields fields('\t');
  while (lines.next()) {
    if (trimmed(lines.text()).empty()) continue;
    fields.cut(lines);
    if (fields[0].empty()) bad_input(lines.place(1), "there is no paper id", "fill it in");
    expect_utf8(lines.place(1), fields[0], "the paper id");
    if (!table.index.add(fields[0], lines.file()).fresh)
      bad_input(lines.place(1), fmt::format("there is a paper {} already", in_quotes(fields[0])),
                "remove one of them");
    read_paper(lines, fields, words, table);
  }
  if (table.index.size() == 0) bad_input(lines.file(), "has no papers", kOther);
  table.index.settle();
  return table;
}

class CitationReader {
 public:
  CitationReader(Lines& lines, NodeTable& nodes, UnknownEnds unknown)
      : lines_(lines), nodes_(nodes), unknown_(unknown) {}

  std::vector<Edge> edges;
  BuildCounts dropped;

  void read() {
    if (!goes_to(lines_, "DIRECTED")) bad_input(lines_.file() + ":1", "does not begin with DIRECTED", kOther);
    if (!goes_to(lines_, "NO_FEATURES")) bad_input(lines_.file() + ":2", "is not NO_FEATURES", kOther);
    Fields fields('\t');
    while (lines_.next()) {
      if (trimmed(lines_.text()).empty()) continue;
      fields.cut(lines_);
      fields.expect(lines_, 4, "lines are like '1, paper:12, |, paper:34' with tabs between them");
      const std::optional<int32_t> from = end_at(fields, 1), to = end_at(fields, 3);
      if (from && to)
        edges.push_back({*from, *to});
      else
        ++dropped.unknown_ends;
    }
  }

 private:
  std::optional<int32_t> end_at(const Fields& fields, size_t column) {
    std::string_view id = fields[column];
    if (!id.starts_with("paper:"))
      bad_input(fields.place(lines_, column), fmt::format("{} does not begin with paper:", in_quotes(id)),
                kOther);
    id.remove_prefix(std::string_view("paper:").size());
    if (const int32_t node = nodes_.index.find(id); node != NodeIndex::kNone) return node;
    expect_utf8(fields.place(lines_, column), id, "the paper id");
    if (unknown_ == UnknownEnds::add) return nodes_.index.add(id, fields.place(lines_, column)).node;
    if (unknown_ == UnknownEnds::drop) return std::nullopt;
    bad_input(fields.place(lines_, column),
              fmt::format("there is no paper {} in {}", in_quotes(id), nodes_.place),
              "give --unknown-ends drop or add");
  }

  Lines& lines_;
  NodeTable& nodes_;
  UnknownEnds unknown_;
};

bool has_ending(const Input& input, std::string_view ending) {
  return std::any_of(input.files().begin(), input.files().end(),
                     [&](const std::string& file) { return without_gz(file).ends_with(ending); });
}

std::string required(const Input& input, std::string_view ending) {
  if (const auto file = input.ending(ending)) return *file;
  bad_input(input.path(), fmt::format("there is no file whose name ends in {}", ending),
            "put it beside the other");
}

}  // namespace

bool recognises_pubmed(const Input& input) { return has_ending(input, kNodes) || has_ending(input, kEdges); }

Dataset read_pubmed(const Input& input, const ReadOptions& options) {
  const std::string parent = std::filesystem::path(input.path()).parent_path().string();
  const Input folder = input.is_file() ? Input(parent.empty() ? "." : parent) : input;
  const std::string node_file = required(folder, kNodes);
  Lines papers(folder.open(node_file));
  NodeTable nodes = read_papers(papers);
  Lines lines(folder.open(required(folder, kEdges)));
  CitationReader citations(lines, nodes, options.unknown_ends.value_or(UnknownEnds::drop));
  citations.read();
  add_blank_nodes(nodes);
  Dataset dataset;
  dataset.name = without_gz(node_file).substr(0, without_gz(node_file).size() - kNodes.size());
  auto graph = std::make_shared<Graph>();
  graph->edges =
      finish_edges(nodes.index.size(), std::move(citations.edges), citations.dropped, options, dataset);
  graph->features = finish_nodes(std::move(nodes), dataset, options.features_required);
  dataset.graph = std::move(graph);
  return dataset;
}

}  // namespace graphsr
