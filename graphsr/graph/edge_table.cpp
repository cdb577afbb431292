// Most lines are two ids without quotes and spaces, and at most a weight: such are read by hand, without
// cutting them into fields first, and their ids are looked up many at a time.
#include "graphsr/graph/edge_table.h"

#include <array>
#include <cstring>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/edge_columns.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

constexpr const char* kColumns = "every line needs as many as the first";

// Reads a plain number and what separates it from the next; false when this is not all that is there.
bool plain_end(const char*& at, const char* end, char separator, int64_t& number) {
  const char* begin = at;
  uint64_t value = 0;  // may wrap: what is too long is given up below
  while (at < end && *at >= '0' && *at <= '9') value = 10 * value + static_cast<uint64_t>(*at++ - '0');
  if (at == begin || at - begin > 18 || (*begin == '0' && at - begin > 1)) return false;
  number = static_cast<int64_t>(value);
  if (at == end) return true;
  if (*at != separator) return false;
  ++at;
  return true;
}

constexpr uint64_t in_every_byte(char c) { return 0x0101010101010101u * static_cast<unsigned char>(c); }

constexpr bool has_zero_byte(uint64_t word) {
  return ((word - in_every_byte(1)) & ~word & in_every_byte('\x80')) != 0;
}

bool has_quote_or_blank(uint64_t word) {
  return has_zero_byte(word ^ in_every_byte('"')) || has_zero_byte(word ^ in_every_byte(' ')) ||
         has_zero_byte(word ^ in_every_byte('\t'));
}

struct PlainText {
  std::string_view text;
  IdKey key;
};

// The field up to a separator or the end, when it is not empty and has no quotes and spaces. The key of a
// short one holds all its bytes, so that they are looked at eight at a time.
bool plain_text(const char*& at, const char* end, char separator, PlainText& field) {
  const auto* stop = static_cast<const char*>(std::memchr(at, separator, static_cast<size_t>(end - at)));
  field.text = {at, stop == nullptr ? end : stop};
  at = stop == nullptr ? end : stop + 1;
  field.key = key_of(field.text);
  if (field.key.is_short())
    return !field.text.empty() && !has_quote_or_blank(field.key.first) && !has_quote_or_blank(field.key.last);
  return field.text.find_first_of("\" \t") == std::string_view::npos;
}

class EdgeReader {
 public:
  EdgeReader(Lines& lines, NodeIndex& nodes, UnknownEnds unknown, const std::string& known,
             const ReadOptions& options)
      : lines_(lines), nodes_(nodes), unknown_(unknown), known_(known), options_(options), fields_(kBlanks) {}

  EdgeTable read() {
    do
      if (!lines_.next()) return std::move(table_);
    while (is_skipped_line(lines_.text()));
    fields_ = Fields(separator_of(lines_.text()));
    fields_.cut(lines_);
    columns_ = edge_columns(lines_, fields_);
    table_.unused = columns_.unused;
    plain_ = columns_.source == 0 && columns_.target == 1 && columns_.count <= 3;
    if (!columns_.header) slow_line();
    while (lines_.next()) {
      if (fast_line()) continue;
      look_up();  // so that what comes first in the file is dealt with first
      slow_line();
    }
    look_up();
    return std::move(table_);
  }

 private:
  bool fast_line() {
    if (!plain_) return false;
    const std::string_view line = lines_.text();
    const char *at = line.data(), *end = at + line.size();
    const char separator = fields_.separator();
    int64_t source = 0, target = 0;
    PlainText source_text, target_text;
    const bool texts = nodes_.has_texts();
    if (texts && !line.empty() && (line[0] == '#' || line[0] == '%')) return false;
    if (!(texts ? plain_text(at, end, separator, source_text) : plain_end(at, end, separator, source)) ||
        at == end)
      return false;
    const char* middle = at;
    if (!(texts ? plain_text(at, end, separator, target_text) : plain_end(at, end, separator, target)))
      return false;
    if (columns_.count == 2) {
      if (at != end || end[-1] == separator) return false;
    } else {
      if (columns_.weight != 2 || at == end) return false;
      const ParsedDouble weight = parsed_double({at, end});
      if (weight.fault != NumberFault::none) return false;
      if (!is_heavy(weight.value)) return true;
    }
    waiting_.push_back({lines_.number(), static_cast<size_t>(middle - line.data()) + 1});
    if (texts) {
      wait_for(source_text);
      wait_for(target_text);
    } else {
      numbers_.push_back(source);
      numbers_.push_back(target);
    }
    if (waiting_.size() == kAtOnce) look_up();
    return true;
  }

  // The key says all of a short id, so that its text need not be kept.
  void wait_for(const PlainText& id) {
    keys_.push_back(id.key);
    if (!id.key.is_short()) long_ids_ += id.text;
  }

  // Finds the ends of the edges that wait.
  void look_up() {
    std::array<int32_t, 2 * kAtOnce> found;
    if (numbers_.empty())
      nodes_.find(keys_, long_ids_, found.data());
    else
      nodes_.find(std::span<const int64_t>(numbers_), found.data());
    for (size_t i = 0; i < waiting_.size(); ++i) {
      if (found[2 * i] != NodeIndex::kNone && found[2 * i + 1] != NodeIndex::kNone) {
        table_.edges.push_back({found[2 * i], found[2 * i + 1]});
        continue;
      }
      const auto end_of = [&](size_t k, size_t column) -> std::optional<int32_t> {
        const std::string id = numbers_.empty() ? waiting_id(k) : std::to_string(numbers_[k]);
        return end_named(id,
                         [&] { return fmt::format("{}:{}:{}", lines_.file(), waiting_[i].line, column); });
      };
      const auto from = end_of(2 * i, 1), to = end_of(2 * i + 1, waiting_[i].target_column);
      add_edge(from, to);
    }
    waiting_.clear();
    numbers_.clear();
    keys_.clear();
    long_ids_.clear();
  }

  std::string waiting_id(size_t k) const {
    if (keys_[k].is_short()) return text_of(keys_[k]);
    size_t begin = 0;
    for (size_t i = 0; i < k; ++i) begin += keys_[i].is_short() ? 0 : keys_[i].size;
    return long_ids_.substr(begin, keys_[k].size);
  }

  void slow_line() {
    if (is_skipped_line(lines_.text())) return;
    fields_.cut(lines_);
    fields_.expect(lines_, columns_.count, kColumns);
    if (columns_.weight != EdgeColumns::kNone && !has_weight()) return;
    const auto end_at = [&](size_t column) {
      return end_named(fields_[column], [&] { return fields_.place(lines_, column); });
    };
    const auto from = end_at(columns_.source), to = end_at(columns_.target);
    add_edge(from, to);
  }

  void add_edge(std::optional<int32_t> from, std::optional<int32_t> to) {
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

  template <class Place>
  std::optional<int32_t> end_named(std::string_view id, const Place& place_of) {
    if (const int32_t node = nodes_.find(id); node != NodeIndex::kNone) return node;
    const std::string place = place_of();
    if (id.empty()) bad_input(place, "there is no node id", "fill it in");
    expect_utf8(place, id, "the node id");
    if (unknown_ == UnknownEnds::add) return nodes_.add(id, place).node;
    if (unknown_ == UnknownEnds::drop) return std::nullopt;
    bad_input(place, fmt::format("there is no node {} in {}", in_quotes(id), known_),
              "add it there, or give --unknown-ends drop or add");
  }

  static constexpr size_t kAtOnce = 128;
  struct Waiting {
    int64_t line;
    size_t target_column;
  };

  Lines& lines_;
  NodeIndex& nodes_;
  UnknownEnds unknown_;
  const std::string& known_;
  const ReadOptions& options_;
  Fields fields_;
  EdgeColumns columns_;
  bool plain_ = false;  // lines may have the form that fast_line() reads
  EdgeTable table_;
  std::vector<Waiting> waiting_;  // edges whose ends are still to be looked up
  std::vector<int64_t> numbers_;  // their ends, two for each; or
  std::vector<IdKey> keys_;       // the same of texts,
  std::string long_ids_;          // and those of which the key does not say all, one after the other
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
  if (!table.unused.empty()) dataset.notes.push_back(unused_columns("edge", table.unused));
  if (table.edges.size() == 0)
    dataset.notes.emplace_back("the edge table has no edges: every node stands alone");
}

}  // namespace graphsr
