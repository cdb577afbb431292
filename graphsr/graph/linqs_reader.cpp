#include "graphsr/graph/linqs_reader.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/edge_table.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/node_table.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

constexpr std::string_view kContent = ".content", kCites = ".cites";

bool ends(const std::string& file, std::string_view ending) { return without_gz(file).ends_with(ending); }

bool has_ending(const Input& input, std::string_view ending) {
  return std::any_of(input.files().begin(), input.files().end(),
                     [&](const std::string& file) { return ends(file, ending); });
}

struct Pair {
  Input input;
  std::string content, cites, name;
};

// The file that belongs to one that was named: cora.content.gz to cora.cites; citeseer.sorted.content too.
std::string partner(const Input& folder, const std::string& stem, std::string_view ending) {
  for (const char* packing : {"", ".gz"})
    if (const std::string file = stem + std::string(ending) + packing; folder.has(file)) return file;
  for (const std::string& file : folder.files())
    if (file.starts_with(stem + ".") && ends(file, ending)) return file;
  for (const std::string& file : folder.files())  // the other way round: citeseer.cites to citeseer.sorted
    if (ends(file, ending) &&
        stem.starts_with(without_gz(file).substr(0, without_gz(file).size() - ending.size()) + "."))
      return file;
  bad_input(folder.path(), fmt::format("there is no file named like {}{}", stem, ending),
            "put it beside the other");
}

Pair pair_of(const Input& input) {
  if (!input.is_file()) {
    std::string content = input.ending(kContent).value(), cites = input.ending(kCites).value();
    return {input, content, cites, std::filesystem::path(without_gz(cites)).stem().string()};
  }
  const std::string& file = input.files().front();
  const std::string stem = std::filesystem::path(without_gz(file)).stem().string();
  const std::string parent = std::filesystem::path(input.path()).parent_path().string();
  Input folder(parent.empty() ? "." : parent);
  if (ends(file, kContent)) {
    const std::string cites = partner(folder, stem, kCites);
    return {std::move(folder), file, cites, std::filesystem::path(without_gz(cites)).stem().string()};
  }
  const std::string content = partner(folder, stem, kContent);
  return {std::move(folder), content, file, stem};
}

NodeTable read_content(Lines& lines) {
  NodeTable table;
  table.place = lines.file();
  table.has_labels = true;
  table.features = FeatureRows(FeatureRows::Form::sparse);
  Fields fields('\t');
  while (lines.next()) {
    if (trimmed(lines.text()).empty()) continue;
    if (table.index.size() == 0 && lines.text().find('\t') == std::string_view::npos)
      fields = Fields(kBlanks);
    fields.cut(lines);
    if (table.index.size() == 0) {
      if (fields.size() < 3)
        bad_input(lines.place(),
                  fmt::format("{} fields, expected an id, features and a class", fields.size()),
                  "check that this is a .content file");
      table.feature_columns = static_cast<int64_t>(fields.size()) - 2;
    }
    fields.expect(lines, static_cast<size_t>(table.feature_columns) + 2,
                  "every paper needs as many as the first");
    const std::string_view id = fields[0], label = fields[fields.size() - 1];
    if (id.empty()) bad_input(lines.place(), "there is no paper id", "fill it in");
    if (!plain_number(id)) expect_utf8(lines.place(), id, "the paper id");
    if (!table.index.add(id, lines.file()).fresh)
      bad_input(lines.place(), fmt::format("there is a paper {} already", in_quotes(id)),
                "remove one of them");
    expect_utf8(lines.place(), label, "the class");
    table.classes.add(label);
    for (int64_t i = 0; i < table.feature_columns; ++i)
      table.features.add(i, real_field(lines, fields, static_cast<size_t>(i) + 1));
    table.features.end_row(table.feature_columns);
  }
  if (table.index.size() == 0) bad_input(lines.file(), "is empty", "check the path");
  table.index.settle();
  return table;
}

}  // namespace

bool recognises_linqs(const Input& input) {
  const bool content = has_ending(input, kContent), cites = has_ending(input, kCites);
  return input.is_file() ? content || cites : content && cites;
}

Dataset read_linqs(const Input& input, const ReadOptions& options) {
  const Pair pair = pair_of(input);
  Lines content(pair.input.open(pair.content));
  NodeTable nodes = read_content(content);
  Lines cites(pair.input.open(pair.cites));
  EdgeTable edges = read_edge_table(cites, nodes.index, options.unknown_ends.value_or(UnknownEnds::drop),
                                    nodes.place, options);
  for (Edge& edge : edges.edges) std::swap(edge.from, edge.to);  // the file has "cited, citing"
  add_blank_nodes(nodes);
  Dataset dataset;
  dataset.name = pair.name;
  note_edges(edges, dataset);
  auto graph = std::make_shared<Graph>();
  graph->edges = finish_edges(nodes.index.size(), std::move(edges.edges), edges.dropped, options, dataset);
  graph->features = finish_nodes(std::move(nodes), dataset, options.features_required);
  dataset.graph = std::move(graph);
  return dataset;
}

}  // namespace graphsr
