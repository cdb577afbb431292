#include "graphsr/graph/label_table.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

size_t column_of(const Fields& fields, std::initializer_list<std::string_view> names) {
  for (size_t i = 0; i < fields.size(); ++i)
    if (std::find(names.begin(), names.end(), fields[i]) != names.end()) return i;
  return fields.size();
}

int32_t node_at(const Lines& lines, const Fields& fields, size_t column) {
  const std::optional<int64_t> node = plain_number(fields[column]);
  if (!node || *node >= std::numeric_limits<int32_t>::max())
    bad_input(fields.place(lines, column),
              fmt::format("{} is no number of a node", in_quotes(fields[column])), "number nodes from 0");
  return static_cast<int32_t>(*node);
}

}  // namespace

LabelTable read_label_table(SourcePtr source) {
  LabelTable table;
  table.place = source->place();
  Lines lines(std::move(source));
  Fields fields(kBlanks);
  size_t node = 0, label = 1, count = 0;
  while (lines.next()) {
    const std::string_view text = trimmed(lines.text());
    if (text.starts_with('#') || (text.empty() && count != 1)) continue;
    if (count == 0) {
      fields = Fields(separator_of(lines.text()));
      fields.cut(lines);
      count = fields.size();
      node = column_of(fields, {"node", "node_id", "id"});
      label = column_of(fields, {"label", "class", "y"});
      if (label < count && (node < count || count == 1)) continue;
      if (count > 2)
        bad_input(lines.place(), fmt::format("{} columns and no header that names node and label", count),
                  "give two columns, node and label");
      node = 0;
      label = count - 1;
    } else {
      fields.cut(lines);
    }
    if (!(count == 1 && fields.size() == 0))
      fields.expect(lines, count, "every line needs as many as the first");
    const std::string_view name = fields.size() == 0 ? "" : fields[label];
    expect_utf8(lines.place(), name, "the label");
    table.nodes.push_back(count == 1 ? static_cast<int32_t>(table.nodes.size())
                                     : node_at(lines, fields, node));
    table.highest = std::max<int64_t>(table.highest, table.nodes.back());
    table.classes.add(name);
  }
  if (table.nodes.empty()) bad_input(table.place, "has no label", "check the path");
  return table;
}

void use_labels(LabelTable table, Dataset& dataset) {
  if (table.highest >= dataset.nodes())
    bad_input(table.place,
              fmt::format("labels node {}, and nodes are 0 to {}", table.highest, dataset.nodes() - 1),
              "number nodes from 0");
  ClassColumn::Classes classes = table.classes.finish();
  dataset.class_names = std::move(classes.names);
  dataset.labels.assign(static_cast<size_t>(dataset.nodes()), kUnlabelled);
  std::vector<bool> seen(dataset.labels.size());
  for (size_t i = 0; i < table.nodes.size(); ++i) {
    const auto node = static_cast<size_t>(table.nodes[i]);
    if (seen[node]) bad_input(table.place, fmt::format("labels node {} twice", node), "keep one of them");
    seen[node] = true;
    dataset.labels[node] = classes.labels[i];
  }
}

}  // namespace graphsr
