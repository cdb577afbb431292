#include "graphsr/graph/svmlight.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/dataset.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

constexpr int64_t kMostColumns = std::numeric_limits<int32_t>::max() - 1;

std::string_view without_comment(std::string_view line) { return trimmed(line.substr(0, line.find('#'))); }

std::string_view next_word(std::string_view& rest) {
  rest = trimmed(rest);
  const size_t end = std::min(rest.find_first_of(" \t"), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

struct Entry {
  int32_t column;
  Real value;
};

Entry entry_of(const Lines& lines, std::string_view word) {
  const auto place = [&] { return lines.place(static_cast<size_t>(word.data() - lines.text().data()) + 1); };
  const size_t colon = word.find(':');
  const auto index = plain_number(word.substr(0, colon));
  if (colon == std::string_view::npos || !index || *index > kMostColumns)
    bad_input(place(),
              fmt::format("{} is not index:value with an index up to {}", in_quotes(word), kMostColumns));
  const ParsedReal value = parsed_real(word.substr(colon + 1));
  if (value.fault != NumberFault::none) refuse_number(place(), word.substr(colon + 1), value.fault);
  return {static_cast<int32_t>(*index), value.value};
}

class Reader {
 public:
  explicit Reader(Lines& lines) : lines_(lines) {}

  Svmlight read() {
    while (lines_.next()) {
      std::string_view rest = without_comment(lines_.text());
      if (rest.empty()) continue;
      read_class(next_word(rest));
      read_row(rest);
    }
    if (classes_.size() == 0)
      bad_input(lines_.file(), "has no line with a class and features", "check the path");
    Svmlight out;
    out.from_zero = lowest_ == 0;
    out.classes = finished_classes();
    if (!out.from_zero)
      for (int32_t& column : matrix_.columns) --column;
    matrix_.rows = std::ssize(matrix_.offsets) - 1;
    matrix_.cols = std::max<int64_t>(highest_ + (out.from_zero ? 1 : 0), 1);
    out.features = Features(std::move(matrix_));
    return out;
  }

 private:
  void read_class(std::string_view word) {
    if (word.find(':') != std::string_view::npos)
      bad_input(lines_.place(), "begins with a feature", "begin each line with the node's class");
    if (word.find(',') != std::string_view::npos)
      bad_input(lines_.place(), fmt::format("{} are several classes", in_quotes(word)),
                "give each node one class");
    expect_utf8(lines_.place(), word, "the class");
    if (word.starts_with('+')) word.remove_prefix(1);
    if (word.ends_with(".0")) word.remove_suffix(2);
    classes_.add(word);
  }

  // Only -1 and 1: two classes, of which the first looks like none.
  ClassColumn::Classes finished_classes() {
    ClassColumn::Classes classes = classes_.finish();
    const auto minus = std::count(classes.labels.begin(), classes.labels.end(), kUnlabelled);
    if (minus == 0 || classes.names != std::vector<std::string>{"1"}) return classes;
    for (int32_t& label : classes.labels) ++label;
    classes.names = {"-1", "1"};
    return classes;
  }

  void read_row(std::string_view rest) {
    row_.clear();
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest))
      if (!word.starts_with("qid:")) row_.push_back(entry_of(lines_, word));
    const auto by_column = [](const Entry& a, const Entry& b) { return a.column < b.column; };
    if (!std::is_sorted(row_.begin(), row_.end(), by_column)) std::sort(row_.begin(), row_.end(), by_column);
    for (size_t i = 0; i < row_.size(); ++i) {
      const auto [column, value] = row_[i];
      if (i > 0 && column == row_[i - 1].column)
        bad_input(lines_.place(), fmt::format("index {} stands twice", column), "keep one of them");
      lowest_ = std::min<int64_t>(lowest_, column);
      highest_ = std::max<int64_t>(highest_, column);
      if (value == 0) continue;
      matrix_.columns.push_back(column);
      if (value != 1 && matrix_.values.empty()) matrix_.values.assign(matrix_.columns.size() - 1, 1);
      if (value != 1 || !matrix_.values.empty()) matrix_.values.push_back(value);
    }
    matrix_.offsets.push_back(std::ssize(matrix_.columns));
  }

  Lines& lines_;
  ClassColumn classes_;
  std::vector<Entry> row_;
  Csr matrix_;
  int64_t lowest_ = std::numeric_limits<int64_t>::max(), highest_ = 0;
};

}  // namespace

bool looks_like_svmlight(std::string_view head) {
  if (head.find('\0') != std::string_view::npos) return false;
  for (size_t begin = 0; begin < head.size();) {
    const size_t end = std::min(head.find('\n', begin), head.size());
    std::string_view rest = without_comment(head.substr(begin, end - begin));
    begin = end + 1;
    if (rest.empty()) continue;
    const std::string_view name = next_word(rest), word = next_word(rest);
    const size_t colon = word.find(':');
    return name.find(':') == std::string_view::npos && colon != std::string_view::npos &&
           plain_number(word.substr(0, colon)) &&
           parsed_real(word.substr(colon + 1)).fault != NumberFault::no_number;
  }
  return false;
}

Svmlight read_svmlight(Lines& lines) { return Reader(lines).read(); }

}  // namespace graphsr
