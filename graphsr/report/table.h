// A table as a value, and the forms in which it is written: for terminals, Markdown and LaTeX.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace graphsr {

enum class Emphasis { none, best, second };

struct TableCell {
  std::string text;    // as people read it: "83.6 ± 1.4", "–"
  std::string beside;  // another's figure for the same, shown less loudly; empty: none
  std::string stars;
  double value = std::numeric_limits<double>::quiet_NaN();  // what the text says, in its unit
  double deviation = std::numeric_limits<double>::quiet_NaN();
  Emphasis emphasis = Emphasis::none;
};

struct ColumnGroup {
  std::string title;  // may be empty
  std::vector<std::string> columns;
};

struct TableRow {
  std::vector<std::string> heads;  // what the row is, one per head of the table
  std::vector<TableCell> cells;    // one per column of all groups
};

struct Table {
  std::string kind;                // "results", "comparisons", "ranking", "added", "classes"
  std::string name;                // of its own among tables, for files and labels: "results-sage-0.3"
  std::string title;               // one line
  std::string beside;              // whose figures stand beside: "paper"
  std::vector<std::string> heads;  // titles of the columns that say what a row is
  std::vector<ColumnGroup> groups;
  std::vector<TableRow> rows;
  std::vector<std::string> notes;
};

// Marks the largest and the second largest value of each column, equal ones alike, where there are two or
// more.
void emphasise(Table& table);

// A number with this many digits behind the point, a true minus sign, never "-0.0"; "–" where it is NaN.
std::string fixed(double value, int digits);

struct TextStyle {
  bool ansi = false;  // bold, underline and faint by escape codes; else signs behind the figures
  int width = 118;    // columns; wider tables are cut into blocks of columns, one under the other
};

std::string text_table(const Table& table, const TextStyle& style = {});
std::string markdown_table(const Table& table);
std::string latex_table(const Table& table);  // for a document that uses booktabs

// All of them in one text.
std::string text_tables(std::span<const Table> tables, const TextStyle& style = {});
std::string markdown_tables(std::span<const Table> tables);
std::string latex_tables(std::span<const Table> tables);

// Foreign text inside the forms.
std::string markdown_text(const std::string& text);
std::string latex_text(const std::string& text);

}  // namespace graphsr
