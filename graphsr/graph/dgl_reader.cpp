// Of YAML only what such files use is read: keys at the beginning of a line, lists of "- key: value" under
// them, comments, and values with or without quotes.
#include "graphsr/graph/dgl_reader.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/fields.h"
#include "graphsr/graph/lines.h"
#include "graphsr/graph/tables_reader.h"

namespace graphsr {

namespace {

constexpr const char* kMeta = "meta.yaml";
using Entry = std::map<std::string, std::string>;

struct Meta {
  std::string name;
  std::map<std::string, std::vector<Entry>> lists;  // by key: node_data, edge_data, graph_data
};

std::string_view without_comment(std::string_view line) {
  for (size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1))
    if (at == 0 || line[at - 1] == ' ') return line.substr(0, at);
  return line;
}

std::string unquoted(std::string_view value) {
  value = trimmed(value);
  if (value.size() > 1 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0])
    value = value.substr(1, value.size() - 2);
  return std::string(value);
}

Meta read_meta(SourcePtr source) {
  Lines lines(std::move(source));
  Meta meta;
  std::string key;
  while (lines.next()) {
    const std::string_view line = without_comment(lines.text());
    std::string_view text = trimmed(line);
    if (text.empty() || text == "---") continue;
    const bool item = text.starts_with("- "), top = !item && line[0] != ' ';
    if (item) text = trimmed(text.substr(2));
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos || (!top && key.empty()))
      bad_input(lines.place(), fmt::format("{} is not understood", in_quotes(text)),
                "write 'key: value' lines, as DGL's guide to CSVDataset shows them");
    const std::string name = unquoted(text.substr(0, colon)), value = unquoted(text.substr(colon + 1));
    if (top) {
      key = name;
      if (key == "dataset_name") meta.name = value;
      continue;
    }
    std::vector<Entry>& list = meta.lists[key];
    if (item || list.empty()) list.emplace_back();
    list.back()[name] = value;
  }
  return meta;
}

std::string file_of(const Input& input, const Meta& meta, const std::string& key, const char* kind) {
  const auto list = meta.lists.find(key);
  if (list == meta.lists.end() || !list->second.front().contains("file_name"))
    bad_input(input.place(kMeta), fmt::format("{} names no file_name", key), "add the table's file");
  if (list->second.size() > 1)
    bad_input(input.place(kMeta),
              fmt::format("{} names {} tables, and graphs with several kinds of {} are not read", key,
                          list->second.size(), kind),
              "put all into one table");
  const std::string& file = list->second.front().at("file_name");
  if (file.find('/') != std::string::npos || !input.has(file))
    bad_input(input.place(kMeta), fmt::format("there is no {} beside it", in_quotes(file)),
              "check file_name");
  return file;
}

}  // namespace

bool recognises_dgl(const Input& input) { return !input.is_file() && input.has(kMeta); }

Dataset read_dgl(const Input& input, const ReadOptions& options) {
  const Meta meta = read_meta(input.open(kMeta));
  if (meta.lists.contains("graph_data"))
    bad_input(input.place(kMeta), "it describes many graphs", "give a folder with one");
  const std::string nodes = file_of(input, meta, "node_data", "nodes");
  const std::string edges = file_of(input, meta, "edge_data", "edges");
  Dataset dataset = read_tables(input.open(edges), input.open(nodes), options);
  dataset.name = is_utf8(meta.name) ? meta.name : "";
  return dataset;
}

}  // namespace graphsr
