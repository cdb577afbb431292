// Most files have two plain numbers in a line, or these and a weight: such lines are read by hand, without
// cutting them into fields first. That is about three times as fast.
#include "graphsr/graph/edge_table.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

constexpr size_t kNoColumn = SIZE_MAX;
constexpr std::array<std::string_view, 4> kSource = {"src_id", "src", "source", "from"};
constexpr std::array<std::string_view, 4> kTarget = {"dst_id", "dst", "target", "to"};
constexpr std::array<std::string_view, 2> kWeight = {"weight", "w"};
constexpr const char* kColumns = "every line needs as many as the first";

struct Columns {
  size_t source = 0, target = 1, weight = kNoColumn, count = 2;
  bool header = false;
  std::vector<std::string> unused;
};

template <class Names>
size_t column_of(const Fields& fields, const Names& names) {
  for (const std::string_view name : names)
    for (size_t i = 0; i < fields.size(); ++i)
      if (fields[i] == name) return i;
  return kNoColumn;
}

bool is_skipped(std::string_view line) {
  line = trimmed(line);
  return line.empty() || line[0] == '#' || line[0] == '%';
}

Columns columns_of(const Lines& lines, const Fields& first) {
  Columns columns;
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

// Reads a plain number and what separates it from the next; false when this is not all that is there.
bool plain_end(const char*& at, const char* end, char separator, int64_t& number) {
  const char* begin = at;
  int64_t value = 0;
  while (at < end && *at >= '0' && *at <= '9') value = 10 * value + (*at++ - '0');
  if (at == begin || at - begin > 18 || (*begin == '0' && at - begin > 1)) return false;
  number = value;
  if (at == end) return true;
  if (*at != separator) return false;
  ++at;
  return true;
}

class EdgeReader {
 public:
  EdgeReader(Lines& lines, NodeIndex& nodes, UnknownEnds unknown, const std::string& known,
             const ReadOptions& options)
      : lines_(lines), nodes_(nodes), unknown_(unknown), known_(known), options_(options), fields_(kBlanks) {}

  EdgeTable read() {
    do
      if (!lines_.next()) return std::move(table_);
    while (is_skipped(lines_.text()));
    fields_ = Fields(separator_of(lines_.text()));
    fields_.cut(lines_);
    columns_ = columns_of(lines_, fields_);
    table_.unused = columns_.unused;
    plain_ = columns_.source == 0 && columns_.target == 1 && columns_.count <= 3;
    if (!columns_.header) slow_line();
    while (lines_.next())
      if (!fast_line()) slow_line();
    return std::move(table_);
  }

 private:
  bool fast_line() {
    if (!plain_) return false;
    const std::string_view line = lines_.text();
    const char *at = line.data(), *end = at + line.size();
    int64_t source, target;
    if (!plain_end(at, end, fields_.separator(), source) || at == end ||
        !plain_end(at, end, fields_.separator(), target))
      return false;
    if (columns_.count == 2) {
      if (at != end || end[-1] == fields_.separator()) return false;
    } else {
      if (columns_.weight != 2 || at == end) return false;
      const ParsedDouble weight = parsed_double({at, end});
      if (weight.fault != NumberFault::none) return false;
      if (!is_heavy(weight.value)) return true;
    }
    const int32_t from = nodes_.find(source), to = nodes_.find(target);
    if (from == NodeIndex::kNone || to == NodeIndex::kNone) return false;
    table_.edges.push_back({from, to});
    return true;
  }

  void slow_line() {
    if (is_skipped(lines_.text())) return;
    fields_.cut(lines_);
    fields_.expect(lines_, columns_.count, kColumns);
    if (columns_.weight != kNoColumn && !has_weight()) return;
    const std::optional<int32_t> from = end_at(columns_.source), to = end_at(columns_.target);
    if (from && to)
      table_.edges.push_back({*from, *to});
    else
      ++table_.dropped.unknown_ends;
  }

  // Counts an edge that is left out for its weight.
  bool is_heavy(double weight) {
    if (weight == 0 || (options_.min_weight && weight < *options_.min_weight)) {
      ++table_.dropped.light;
      return false;
    }
    table_.weighted += weight != 1;
    return true;
  }

  bool has_weight() {
    const std::string_view text = fields_[columns_.weight];
    const ParsedDouble weight = parsed_double(text);
    if (weight.fault != NumberFault::none)
      refuse_number(fields_.place(lines_, columns_.weight), text, weight.fault);
    return is_heavy(weight.value);
  }

  std::optional<int32_t> end_at(size_t column) {
    const std::string_view id = fields_[column];
    if (const int32_t node = nodes_.find(id); node != NodeIndex::kNone) return node;
    const std::string place = fields_.place(lines_, column);
    if (id.empty()) bad_input(place, "there is no node id", "fill it in");
    expect_utf8(place, id, "the node id");
    if (unknown_ == UnknownEnds::add) return nodes_.add(id, place).node;
    if (unknown_ == UnknownEnds::drop) return std::nullopt;
    bad_input(place, fmt::format("there is no node {} in {}", in_quotes(id), known_),
              "add it there, or give --unknown-ends drop or add");
  }

  Lines& lines_;
  NodeIndex& nodes_;
  UnknownEnds unknown_;
  const std::string& known_;
  const ReadOptions& options_;
  Fields fields_;
  Columns columns_;
  bool plain_ = false;  // lines may have the form that fast_line() reads
  EdgeTable table_;
};

}  // namespace

EdgeTable read_edge_table(Lines& lines, NodeIndex& nodes, UnknownEnds unknown, const std::string& known,
                          const ReadOptions& options) {
  return EdgeReader(lines, nodes, unknown, known, options).read();
}

void note_edges(const EdgeTable& table, Dataset& dataset) {
  if (table.weighted > 0)
    dataset.notes.push_back(
        fmt::format("edge weights are not used: {} a weight other than 1",
                    table.weighted == 1 ? "1 edge has" : fmt::format("{} edges have", table.weighted)));
  if (!table.unused.empty())
    dataset.notes.push_back(
        fmt::format("{} of the edge table {} not used: {}",
                    table.unused.size() == 1 ? "a column" : fmt::format("{} columns", table.unused.size()),
                    table.unused.size() == 1 ? "is" : "are", in_quotes(table.unused.front())));
}

bool looks_like_edges(std::string_view head) {
  constexpr int kLinesLookedAt = 20;
  if (const size_t end = head.rfind('\n'); end != std::string_view::npos) head = head.substr(0, end);
  if (head.find('\0') != std::string_view::npos) return false;
  try {
    Lines lines(open_bytes(std::string(head), ""));
    Fields fields(kBlanks);
    Columns columns;
    int found = 0;
    while (found < kLinesLookedAt && lines.next()) {
      if (is_skipped(lines.text())) continue;
      if (found == 0) fields = Fields(separator_of(lines.text()));
      fields.cut(lines);
      if (found++ == 0) columns = columns_of(lines, fields);
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
