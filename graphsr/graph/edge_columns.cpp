#include "graphsr/graph/edge_columns.h"

#include <array>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

constexpr size_t kNoColumn = EdgeColumns::kNone;
constexpr std::array<std::string_view, 4> kSource = {"src_id", "src", "source", "from"};
constexpr std::array<std::string_view, 4> kTarget = {"dst_id", "dst", "target", "to"};
constexpr std::array<std::string_view, 2> kWeight = {"weight", "w"};

template <class Names>
size_t column_of(const Fields& fields, const Names& names) {
  for (const std::string_view name : names)
    for (size_t i = 0; i < fields.size(); ++i)
      if (fields[i] == name) return i;
  return kNoColumn;
}

}  // namespace

bool is_skipped_line(std::string_view line) {
  line = trimmed(line);
  return line.empty() || line[0] == '#' || line[0] == '%';
}

EdgeColumns edge_columns(const Lines& lines, const Fields& first) {
  EdgeColumns columns;
  columns.count = first.size();
  const size_t source = column_of(first, kSource), target = column_of(first, kTarget);
  if (source != kNoColumn && target != kNoColumn) {
    columns.header = true;
    columns.source = source;
    columns.target = target;
    columns.weight = column_of(first, kWeight);
    for (size_t i = 0; i < first.size(); ++i)
      if (i != source && i != target && i != columns.weight) columns.unused.emplace_back(first[i]);
    return columns;
  }
  if (first.size() < 2 || first.size() > 3)
    bad_input(lines.place(),
              fmt::format("{} column{} and no header that names src_id and dst_id", first.size(),
                          first.size() == 1 ? "" : "s"),
              "give two columns, src_id and dst_id, and at most a weight");
  if (first.size() == 3) columns.weight = 2;
  return columns;
}

bool looks_like_edges(std::string_view head) {
  constexpr int kLinesLookedAt = 20;
  if (const size_t end = head.rfind('\n'); end != std::string_view::npos) head = head.substr(0, end);
  if (head.find('\0') != std::string_view::npos) return false;
  try {
    Lines lines(open_bytes(std::string(head), ""));
    Fields fields(kBlanks);
    EdgeColumns columns;
    int found = 0;
    while (found < kLinesLookedAt && lines.next()) {
      if (is_skipped_line(lines.text())) continue;
      if (found == 0) fields = Fields(separator_of(lines.text()));
      fields.cut(lines);
      if (found++ == 0) columns = edge_columns(lines, fields);
      if (fields.size() != columns.count) return false;
      const bool is_header = columns.header && found == 1;
      if (columns.weight != kNoColumn && !is_header &&
          parsed_double(fields[columns.weight]).fault == NumberFault::no_number)
        return false;
    }
    return found > 0;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace graphsr
