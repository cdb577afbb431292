#include "graphsr/base/csv.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace {

constexpr const char* kRemedy = "the file was changed or cut off; make it again";

std::string at_line(const std::string& place, size_t line) { return fmt::format("{}:{}", place, line); }

class Reader {
 public:
  Reader(std::string_view text, const std::string& place) : text_(text), place_(place) {}

  bool at_end() const { return next_ >= text_.size(); }
  size_t line() const { return line_; }

  std::vector<std::string> row() {
    std::vector<std::string> fields;
    for (;;) {
      fields.push_back(field());
      if (at_end()) return fields;
      const char mark = text_[next_++];
      if (mark == ',') continue;
      if (mark == '\r' && !at_end() && text_[next_] == '\n') ++next_;
      ++line_;
      return fields;
    }
  }

 private:
  std::string field() {
    if (at_end() || text_[next_] != '"') {
      const size_t begin = next_;
      next_ = std::min(text_.find_first_of(",\r\n", begin), text_.size());
      return std::string(text_.substr(begin, next_ - begin));
    }
    const size_t first_line = line_;
    std::string out;
    for (++next_; !at_end(); ++next_) {
      if (text_[next_] == '"') {
        if (next_ + 1 >= text_.size() || text_[next_ + 1] != '"') {
          ++next_;
          if (!at_end() && std::string_view(",\r\n").find(text_[next_]) == std::string_view::npos)
            bad_input(at_line(place_, line_), "text follows a closing quote", kRemedy);
          return out;
        }
        ++next_;
      }
      line_ += text_[next_] == '\n';
      out += text_[next_];
    }
    bad_input(at_line(place_, first_line), "a quote is not closed", kRemedy);
  }

  std::string_view text_;
  const std::string& place_;
  size_t next_ = 0, line_ = 1;
};

template <class Number>
Number parsed(const CsvTable& table, size_t row, size_t column, const char* kind) {
  const std::string& text = table.rows[row][column];
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    bad_input(
        at_line(table.place, table.lines[row]),
        fmt::format("{} in column {} is not {}", in_quotes(text), in_quotes(table.header[column]), kind),
        kRemedy);
  return value;
}

}  // namespace

size_t CsvTable::column(std::string_view name) const {
  const auto found = std::find(header.begin(), header.end(), name);
  if (found == header.end()) bad_input(at_line(place, 1), "there is no column " + in_quotes(name), kRemedy);
  return static_cast<size_t>(found - header.begin());
}

double CsvTable::number(size_t row, size_t column) const {
  return parsed<double>(*this, row, column, "a number");
}

int64_t CsvTable::integer(size_t row, size_t column) const {
  return parsed<int64_t>(*this, row, column, "a whole number");
}

CsvTable read_csv(std::string_view text, const std::string& place) {
  if (text.empty()) bad_input(place, "is empty", kRemedy);
  CsvTable table;
  table.place = place;
  Reader reader(text, place);
  table.header = reader.row();
  while (!reader.at_end()) {
    const size_t line = reader.line();
    std::vector<std::string> row = reader.row();
    if (row.size() != table.header.size())
      bad_input(at_line(place, line), fmt::format("{} fields, expected {}", row.size(), table.header.size()),
                kRemedy);
    table.rows.push_back(std::move(row));
    table.lines.push_back(line);
  }
  return table;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

}  // namespace graphsr
