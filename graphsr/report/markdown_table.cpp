// Markdown as GitHub reads it. Groups of columns stand one under the other, with the figures beside in
// columns of their own.
#include <algorithm>

#include "graphsr/base/text.h"
#include "graphsr/report/table.h"

namespace graphsr {
namespace {

std::string emphasised(const TableCell& cell) {
  const std::string text = markdown_text(cell.text);
  const std::string shown = cell.emphasis == Emphasis::best     ? "**" + text + "**"
                            : cell.emphasis == Emphasis::second ? "<u>" + text + "</u>"
                                                                : text;
  return shown + markdown_text(cell.stars);
}

bool has_beside(const Table& table, size_t cell) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [&](const TableRow& row) { return !row.cells[cell].beside.empty(); });
}

struct Column {
  std::string title;
  size_t cell = 0;  // its place in a row's cells
};

std::string columns_text(const Table& table, const std::vector<Column>& columns) {
  std::string titles = "|", rule = "|", body;
  for (const std::string& head : table.heads) {
    titles += " " + markdown_text(head) + " |";
    rule += ":--|";
  }
  for (const Column& column : columns) {
    titles += " " + markdown_text(column.title) + " |";
    rule += "--:|";
    if (!has_beside(table, column.cell)) continue;
    titles += " *" + markdown_text(table.beside) + "* |";
    rule += "--:|";
  }
  for (const TableRow& row : table.rows) {
    body += "|";
    for (const std::string& head : row.heads) body += " " + markdown_text(head) + " |";
    for (const Column& column : columns) {
      const TableCell& cell = row.cells[column.cell];
      body += " " + emphasised(cell) + " |";
      if (has_beside(table, column.cell)) body += " " + markdown_text(cell.beside) + " |";
    }
    body += "\n";
  }
  return titles + "\n" + rule + "\n" + body;
}

}  // namespace

std::string markdown_text(const std::string& text) {
  std::string out;
  for (const char c : on_one_line(text)) {
    if (std::string_view("\\`*_{}[]<>|~&$#!").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_table(const Table& table) {
  std::string out = "### " + markdown_text(table.title) + "\n";
  const bool apart = !table.beside.empty();
  std::vector<Column> columns;
  size_t cell = 0;
  for (const ColumnGroup& group : table.groups) {
    const bool named = !group.title.empty();
    for (const std::string& title : group.columns)
      columns.push_back({named && !apart ? group.title + ": " + title : title, cell++});
    if (!apart) continue;
    if (named) out += "\n**" + markdown_text(group.title) + "**\n";
    out += "\n" + columns_text(table, columns);
    columns.clear();
  }
  if (!apart) out += "\n" + columns_text(table, columns);
  if (!table.notes.empty()) out += "\n";
  for (const std::string& note : table.notes) out += "- " + markdown_text(note) + "\n";
  return out;
}

}  // namespace graphsr
