#include "graphsr/graph/fields.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"

namespace graphsr {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

char separator_of(std::string_view line) {
  bool quoted = false, comma = false, semicolon = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\t') return '\t';
    comma |= c == ',';
    semicolon |= c == ';';
  }
  return comma ? ',' : semicolon ? ';' : kBlanks;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The quoted field that begins here; gives back where it ends, behind its quote.
size_t Fields::add_quoted(const Lines& lines, size_t begin) {
  const std::string_view line = lines.text();
  size_t stop = begin + 1;
  bool doubled = false;
  for (;; stop += 2, doubled = true) {
    stop = line.find('"', stop);
    if (stop == std::string_view::npos)
      bad_input(lines.place(begin + 1), "a quote is not closed on its line",
                "close it, or double quotes that are text");
    if (stop + 1 >= line.size() || line[stop + 1] != '"') break;
  }
  std::string_view field = line.substr(begin + 1, stop - begin - 1);
  if (doubled) {
    std::string& text = unescaped_.emplace_back();
    for (size_t i = 0; i < field.size(); ++i) {
      text += field[i];
      i += field[i] == '"';
    }
    field = text;
  }
  fields_.push_back(field);
  begins_.push_back(begin);
  return stop + 1;
}

void Fields::cut(const Lines& lines) {
  const std::string_view line = lines.text();
  fields_.clear();
  begins_.clear();
  unescaped_.clear();
  const bool blanks = separator_ == kBlanks;
  for (size_t at = 0;;) {
    while (at < line.size() && line[at] != separator_ && is_blank(line[at])) ++at;
    if (blanks)
      while (at < line.size() && is_blank(line[at])) ++at;
    if (blanks && at == line.size()) return;
    if (at < line.size() && line[at] == '"') {
      at = add_quoted(lines, at);
      while (!blanks && at < line.size() && line[at] != separator_ && is_blank(line[at])) ++at;
      if (at < line.size() && !(blanks ? is_blank(line[at]) : line[at] == separator_))
        bad_input(lines.place(at + 1), "text follows a closing quote", "double quotes that are text");
    } else {
      const size_t begin = at;
      while (at < line.size() && line[at] != separator_ && !(blanks && line[at] == '\t')) ++at;
      fields_.push_back(trimmed(line.substr(begin, at - begin)));
      begins_.push_back(begin);
    }
    if (at >= line.size()) return;
    ++at;
  }
}

std::string Fields::place(const Lines& lines, size_t i) const { return lines.place(begins_[i] + 1); }

void Fields::expect(const Lines& lines, size_t count, const char* remedy) const {
  if (fields_.size() != count)
    bad_input(lines.place(),
              fmt::format("{} field{}, expected {}", fields_.size(), fields_.size() == 1 ? "" : "s", count),
              remedy);
}

}  // namespace graphsr
