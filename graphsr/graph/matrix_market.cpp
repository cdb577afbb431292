#include "graphsr/graph/matrix_market.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/text_values.h"

namespace graphsr {

namespace {

constexpr std::string_view kBanner = "%%MatrixMarket";
constexpr int64_t kMostRows = std::numeric_limits<int32_t>::max();

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// At most five words, with blanks between them; more are counted as five.
struct Words {
  std::array<std::string_view, 5> word;
  size_t count = 0;
};

Words words_of(std::string_view line) {
  Words words;
  for (size_t at = 0; words.count < 5;) {
    at = line.find_first_not_of(" \t", at);
    if (at == std::string_view::npos) break;
    const size_t end = std::min(line.find_first_of(" \t", at), line.size());
    words.word[words.count++] = line.substr(at, end - at);
    at = end;
  }
  return words;
}

}  // namespace

bool is_matrix_market(std::string_view head) {
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  return head.starts_with(kBanner);
}

MatrixMarket::MatrixMarket(SourcePtr source) : lines_(std::move(source)) {
  read_kind();
  read_sizes();
}

void MatrixMarket::read_kind() {
  const Words words = lines_.next() ? words_of(lines_.text()) : Words();
  if (words.count < 5 || words.word[0] != kBanner || lower(words.word[1]) != "matrix")
    bad_input(lines_.file(), "does not begin like '%%MatrixMarket matrix coordinate real general'",
              "save it with scipy.io.mmwrite");
  const std::string form = lower(words.word[2]), values = lower(words.word[3]), half = lower(words.word[4]);
  array_ = form == "array";
  pattern_ = values == "pattern";
  symmetric_ = half == "symmetric";
  const bool known = (array_ ? !pattern_ : form == "coordinate") &&
                     (pattern_ || values == "real" || values == "integer" || values == "double") &&
                     (symmetric_ || half == "general");
  if (!known)
    bad_input(lines_.place(),
              fmt::format("{} is not read", in_quotes(fmt::format("{} {} {}", form, values, half))),
              "coordinate and array, pattern, integer and real, general and symmetric are");
}

bool MatrixMarket::next_line() {
  while (lines_.next()) {
    const std::string_view text = trimmed(lines_.text());
    if (!text.empty() && text[0] != '%') return true;
  }
  return false;
}

void MatrixMarket::read_sizes() {
  if (!next_line()) bad_input(lines_.file(), "has no line of sizes", "save it with scipy.io.mmwrite");
  const Words words = words_of(lines_.text());
  const size_t expected = array_ ? 2 : 3;
  if (words.count != expected)
    bad_input(lines_.place(), fmt::format("{} numbers, expected {}", words.count,
                                          array_ ? "rows and columns" : "rows, columns and entries"));
  std::array<int64_t, 3> sizes = {};
  for (size_t i = 0; i < expected; ++i) {
    const auto number = plain_number(words.word[i]);
    if (!number || (i < 2 && (*number < 1 || *number > kMostRows)))
      bad_input(lines_.place(),
                fmt::format("{} is no size from 1 to {}", in_quotes(words.word[i]), kMostRows));
    sizes[i] = *number;
  }
  rows_ = sizes[0];
  cols_ = sizes[1];
  if (symmetric_ && rows_ != cols_)
    bad_input(lines_.place(), fmt::format("{} x {} cannot be symmetric", rows_, cols_));
  left_ = !array_ ? sizes[2] : symmetric_ ? rows_ * (rows_ + 1) / 2 : rows_ * cols_;
}

int64_t MatrixMarket::index(std::string_view text, int64_t limit, const char* what) const {
  const auto number = plain_number(text);
  if (!number || *number < 1 || *number > limit)
    bad_input(lines_.place(), fmt::format("{} is no {} from 1 to {}", in_quotes(text), what, limit),
              "MatrixMarket counts from 1");
  return *number - 1;
}

bool MatrixMarket::next(Entry& entry) {
  if (!next_line()) {
    if (left_ > 0)
      bad_input(lines_.file(), fmt::format("ends {} {} too early", left_, left_ == 1 ? "entry" : "entries"),
                "copy or save it again");
    return false;
  }
  if (left_-- == 0) bad_input(lines_.place(), "there are more entries than announced", "save it again");
  const Words words = words_of(lines_.text());
  const size_t expected = array_ ? 1 : pattern_ ? 2 : 3;
  if (words.count != expected)
    bad_input(lines_.place(), fmt::format("{} numbers, expected {}", words.count, expected));
  entry.value = 1;
  if (!pattern_) {
    const std::string_view text = words.word[expected - 1];
    const ParsedDouble value = parsed_double(text);
    if (value.fault != NumberFault::none) refuse_number(lines_.place(), text, value.fault);
    entry.value = value.value;
  }
  if (array_) {
    entry.row = row_;
    entry.column = column_;
    if (++row_ == rows_) row_ = symmetric_ ? ++column_ : (++column_, 0);
    return true;
  }
  entry.row = index(words.word[0], rows_, "row");
  entry.column = index(words.word[1], cols_, "column");
  if (symmetric_ && entry.column > entry.row)
    bad_input(lines_.place(), "stands above the diagonal of a symmetric matrix",
              "say 'general' in the first line");
  return true;
}

}  // namespace graphsr
