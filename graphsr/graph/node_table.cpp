#include "graphsr/graph/node_table.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

constexpr size_t kNoColumn = SIZE_MAX;
constexpr std::array<std::string_view, 3> kMasks = {"train_mask", "val_mask", "test_mask"};
constexpr std::array<SplitPart, 3> kParts = {SplitPart::train, SplitPart::validation, SplitPart::test};
constexpr const char* kFieldCount = "every line needs as many fields as the first";

struct Columns {
  size_t id = kNoColumn, label = kNoColumn, list = kNoColumn;  // list: the column feat
  std::array<size_t, 3> masks = {kNoColumn, kNoColumn, kNoColumn};
  std::vector<size_t> features;
  std::vector<std::string> unused;
  size_t count = 0;

  bool has_masks() const {
    return std::any_of(masks.begin(), masks.end(), [](size_t mask) { return mask != kNoColumn; });
  }
};

size_t take(std::vector<std::string>& names, std::string_view wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end()) return kNoColumn;
  found->clear();  // so that only columns without a meaning keep their names
  return static_cast<size_t>(found - names.begin());
}

// A table without labels is fine, but not one whose column of them would be taken for a feature.
void refuse_other_label(const Lines& lines, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    std::string lower;
    for (const char c : name) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (lower == "label" || lower == "labels" || lower == "class")
      bad_input(lines.place(), fmt::format("there is a column {} and none named 'label'", in_quotes(name)),
                "rename it to label; if it is a feature, to something else");
  }
}

Columns columns_of(const Lines& lines, const Fields& header) {
  std::vector<std::string> names;
  std::unordered_set<std::string_view> seen;
  for (size_t i = 0; i < header.size(); ++i) {
    expect_utf8(header.place(lines, i), header[i], "the column");
    if (header[i].empty())
      bad_input(header.place(lines, i), "the column has no name", "name it in the first line");
    if (!seen.insert(header[i]).second)
      bad_input(header.place(lines, i), fmt::format("there are two columns {}", in_quotes(header[i])),
                "rename one");
    names.emplace_back(header[i]);
  }
  Columns columns;
  columns.count = names.size();
  for (const char* name : {"node_id", "node", "id"})
    if (columns.id == kNoColumn) columns.id = take(names, name);
  if (columns.id == kNoColumn)
    bad_input(lines.place(), "there is no column 'node_id'",
              "name the columns in the first line: node_id, label, ...");
  columns.label = take(names, "label");
  if (columns.label == kNoColumn) refuse_other_label(lines, names);
  columns.list = take(names, "feat");
  for (size_t i = 0; i < kMasks.size(); ++i) columns.masks[i] = take(names, kMasks[i]);
  if (take(names, "graph_id") != kNoColumn) columns.unused.emplace_back("graph_id");
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) continue;
    if (columns.list == kNoColumn)
      columns.features.push_back(i);
    else
      columns.unused.push_back(names[i]);
  }
  return columns;
}

bool mask_value(const Lines& lines, const Fields& fields, size_t column) {
  const std::string_view text = fields[column];
  for (const std::string_view yes : {"1", "true", "True", "TRUE"})
    if (text == yes) return true;
  for (const std::string_view no : {"", "0", "false", "False", "FALSE"})
    if (text == no) return false;
  bad_input(fields.place(lines, column), fmt::format("{} is neither 0 nor 1", in_quotes(text)),
            "masks hold 0 or 1, or true or false");
}

class NodeReader {
 public:
  explicit NodeReader(Lines& lines) : lines_(lines), fields_(',') {}

  NodeTable read() {
    table_.place = lines_.file();
    do
      if (!lines_.next())
        bad_input(lines_.file(), "is empty", "a node table begins with the names of its columns");
    while (is_skipped());
    fields_ = Fields(separator_of(lines_.text()));
    fields_.cut(lines_);
    columns_ = columns_of(lines_, fields_);
    table_.has_labels = columns_.label != kNoColumn;
    table_.unused = columns_.unused;
    table_.feature_columns = std::ssize(columns_.features);
    for (const size_t column : columns_.features) table_.feature_names.emplace_back(fields_[column]);
    while (lines_.next())
      if (!is_skipped()) read_row();
    if (table_.index.size() == 0)
      bad_input(table_.place, "has no nodes", "put one in each line below the first");
    table_.index.settle();
    return std::move(table_);
  }

 private:
  bool is_skipped() const {
    const std::string_view line = trimmed(lines_.text());
    return line.empty() || line[0] == '#';
  }

  void read_row() {
    fields_.cut(lines_);
    fields_.expect(lines_, columns_.count, kFieldCount);
    const std::string_view id = fields_[columns_.id];
    if (id.empty()) bad_input(fields_.place(lines_, columns_.id), "there is no node id", "fill it in");
    if (!plain_number(id)) expect_utf8(fields_.place(lines_, columns_.id), id, "the node id");
    if (!table_.index.add(id, table_.place).fresh)
      bad_input(fields_.place(lines_, columns_.id), fmt::format("there is a node {} already", in_quotes(id)),
                "every node needs an id of its own");
    std::string_view label = columns_.label == kNoColumn ? "" : fields_[columns_.label];
    if (!is_utf8(label)) expect_utf8(fields_.place(lines_, columns_.label), label, "the class");
    table_.classes.add(label);
    for (size_t i = 0; i < columns_.features.size(); ++i)
      table_.features.add(static_cast<int64_t>(i), feature(i));
    if (columns_.list != kNoColumn) read_list();
    table_.features.end_row(table_.feature_columns);
    if (columns_.has_masks()) read_masks();
  }

  Real feature(size_t i) const {
    const size_t column = columns_.features[i];
    const std::string_view text = fields_[column];
    if (text.size() == 1 && text[0] >= '0' && text[0] <= '9') return static_cast<Real>(text[0] - '0');
    const ParsedReal parsed = parsed_real(text);
    if (parsed.fault == NumberFault::no_number && !text.empty())
      bad_input(
          fields_.place(lines_, column),
          fmt::format("{} in column {} is not a number", in_quotes(text), in_quotes(table_.feature_names[i])),
          "features are numbers, such as 12 or 0.5: encode the column, or leave it out");
    if (parsed.fault != NumberFault::none) refuse_number(fields_.place(lines_, column), text, parsed.fault);
    return parsed.value;
  }

  // The numbers in the column feat, of which every row needs the same number.
  void read_list() {
    std::string_view text = fields_[columns_.list];
    const std::string_view whole = text;
    if (text.starts_with('[') && text.ends_with(']') && text.size() > 1)
      text = text.substr(1, text.size() - 2);
    int64_t count = 0;
    for (size_t at = 0;;) {
      at = text.find_first_not_of(" \t,;", at);
      if (at == std::string_view::npos) break;
      const size_t stop = std::min(text.find_first_of(" \t,;", at), text.size());
      const ParsedReal parsed = parsed_real(text.substr(at, stop - at));
      if (parsed.fault != NumberFault::none)
        refuse_number(fields_.place(lines_, columns_.list), text.substr(at, stop - at), parsed.fault);
      if (table_.features.rows() == 0) table_.feature_columns = count + 1;
      if (count < table_.feature_columns) table_.features.add(count, parsed.value);
      ++count;
      at = stop;
    }
    if (count == 0)
      bad_input(fields_.place(lines_, columns_.list), "there are no features", "fill in numbers");
    if (count != table_.feature_columns)
      bad_input(
          fields_.place(lines_, columns_.list),
          fmt::format("{} has {} numbers, expected {}", in_quotes(whole), count, table_.feature_columns),
          "every node needs as many as the first");
  }

  void read_masks() {
    SplitPart part = SplitPart::none;
    for (size_t i = 0; i < kMasks.size(); ++i) {
      if (columns_.masks[i] == kNoColumn || !mask_value(lines_, fields_, columns_.masks[i])) continue;
      if (part != SplitPart::none)
        bad_input(fields_.place(lines_, columns_.masks[i]), "the node is in two masks", "leave it in one");
      if (!table_.classes.last_has_label() && kParts[i] != SplitPart::test)
        bad_input(fields_.place(lines_, columns_.masks[i]),
                  fmt::format("the node is in {} and has no label", kMasks[i]), "label it, or take it out");
      part = kParts[i];
    }
    table_.mask.push_back(part);
  }

  Lines& lines_;
  Fields fields_;
  Columns columns_;
  NodeTable table_;
};

}  // namespace

NodeTable read_node_table(Lines& lines) { return NodeReader(lines).read(); }

void add_blank_nodes(NodeTable& table) {
  while (table.classes.size() < table.index.size()) {
    table.classes.add("");
    table.features.end_row(table.feature_columns);
    if (!table.mask.empty()) table.mask.push_back(SplitPart::none);
  }
}

// What other programs write where a label is missing.
static bool looks_missing(const std::string& name) {
  constexpr std::string_view kWords[] = {"NA",   "N/A",  "NaN",  "nan",  "NULL",
                                         "null", "None", "none", "-1.0", "?"};
  return std::ranges::find(kWords, name) != std::end(kWords);
}

Features finish_nodes(NodeTable table, Dataset& dataset, bool features_required,
                      const std::vector<std::string>& listed) {
  if (table.feature_columns == 0 && features_required)
    bad_input(table.place, "the nodes have no features",
              "add a column 'feat' or a column for each feature; a column of ones will do");
  ClassColumn::Classes classes = table.classes.finish(listed);
  dataset.labels = std::move(classes.labels);
  dataset.class_names = std::move(classes.names);
  dataset.node_ids = table.index.ids();
  dataset.feature_names = std::move(table.feature_names);
  for (const std::string& name : dataset.class_names)
    if (looks_missing(name))
      dataset.notes.push_back(fmt::format(
          "{} is taken for a class: leave the label empty where a node has none", in_quotes(name)));
  if (!table.mask.empty()) dataset.masks.push_back(std::move(table.mask));
  if (!table.has_labels) dataset.notes.emplace_back("there is no column 'label': every node is unlabelled");
  if (!table.unused.empty()) dataset.notes.push_back(unused_columns("node", table.unused));
  return table.features.finish(table.feature_columns);
}

}  // namespace graphsr
