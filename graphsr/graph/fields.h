// A line of a table cut into fields: CSV with commas, semicolons or tabs, or columns with blanks between
// them.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "graphsr/graph/lines.h"

namespace graphsr {

constexpr char kBlanks = ' ';  // as separator: any run of spaces and tabs

// The separator that the line seems to use: a tab, comma or semicolon outside quotes, in this order, else
// kBlanks.
char separator_of(std::string_view line);

// Without spaces and tabs at both ends.
std::string_view trimmed(std::string_view text);

class Fields {
 public:
  explicit Fields(char separator) : separator_(separator) {}

  // Cuts the line. Fields lose spaces at both ends; those in double quotes may hold separators, spaces, and
  // quotes that are doubled, but end on their line. Valid until the line changes.
  void cut(const Lines& lines);

  size_t size() const { return fields_.size(); }
  std::string_view operator[](size_t i) const { return fields_[i]; }

  // "nodes.csv:17:5": where field i of the line that was cut stands.
  std::string place(const Lines& lines, size_t i) const;

  // Refuses a line that was not cut into so many fields: "nodes.csv:17: 4 fields, expected 5".
  void expect(const Lines& lines, size_t count, const char* remedy) const;

  char separator() const { return separator_; }

 private:
  size_t add_quoted(const Lines& lines, size_t begin);

  char separator_;
  std::vector<std::string_view> fields_;
  std::vector<size_t> begins_;
  std::deque<std::string> unescaped_;  // fields that had doubled quotes
};

}  // namespace graphsr
