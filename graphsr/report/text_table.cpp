// For terminals. A column has three parts that are aligned each for itself: the figure, its signs, and the
// figure beside it in brackets.
#include <algorithm>

#include "graphsr/base/text.h"
#include "graphsr/report/table.h"

namespace graphsr {
namespace {

const char* const kBest = "▲";
const char* const kSecond = "△";

std::string spaces(int count) { return std::string(static_cast<size_t>(std::max(count, 0)), ' '); }
std::string left(const std::string& text, int width) { return text + spaces(width - display_width(text)); }
std::string right(const std::string& text, int width) { return spaces(width - display_width(text)) + text; }

struct Column {
  size_t cell = 0;  // its place in a row's cells
  std::string title;
  std::string group;  // its group's title, where it is the first shown of that group
  int main = 0, signs = 0, beside = 0;

  int content() const { return main + signs + (beside > 0 ? beside + 1 : 0); }
  int width() const { return std::max(content(), display_width(title)); }
};

std::string signs_of(const TableCell& cell, const TextStyle& style) {
  if (style.ansi || cell.emphasis == Emphasis::none) return cell.stars;
  return cell.stars + (cell.emphasis == Emphasis::best ? kBest : kSecond);
}

std::string beside_of(const TableCell& cell) { return cell.beside.empty() ? "" : "(" + cell.beside + ")"; }

std::string coded(const std::string& text, const char* code, const TextStyle& style) {
  return style.ansi && !text.empty() ? "\x1b[" + std::string(code) + "m" + text + "\x1b[0m" : text;
}

// `text` on `width` columns, to the right; codes reach around the text alone.
std::string figure(const TableCell& cell, int width, const TextStyle& style) {
  const std::string text = on_one_line(cell.text);
  const char* code = cell.emphasis == Emphasis::best     ? "1"
                     : cell.emphasis == Emphasis::second ? "4"
                                                         : nullptr;
  return spaces(width - display_width(text)) + (code ? coded(text, code, style) : text);
}

Column measured(const Table& table, size_t cell, const std::string& title, const TextStyle& style) {
  Column column{cell, on_one_line(title), ""};
  for (const TableRow& row : table.rows) {
    const TableCell& c = row.cells[cell];
    column.main = std::max(column.main, display_width(on_one_line(c.text)));
    column.signs = std::max(column.signs, display_width(signs_of(c, style)));
    column.beside = std::max(column.beside, display_width(beside_of(c)));
  }
  return column;
}

int width_of(const std::vector<Column>& columns) {
  int width = 0;
  for (const Column& column : columns) width += column.width() + 2;
  return width;
}

// Columns that fit beside the heads; a group is broken only where it alone is too wide.
std::vector<std::vector<Column>> blocks_of(const Table& table, int room, const TextStyle& style) {
  std::vector<std::vector<Column>> blocks(1);
  size_t cell = 0;
  for (const ColumnGroup& group : table.groups) {
    std::vector<Column> columns;
    for (const std::string& title : group.columns) columns.push_back(measured(table, cell++, title, style));
    if (!blocks.back().empty() && width_of(blocks.back()) + width_of(columns) > room) blocks.emplace_back();
    bool first = true;
    for (Column& column : columns) {
      if (!blocks.back().empty() && width_of(blocks.back()) + column.width() + 2 > room) {
        blocks.emplace_back();
        first = true;
      }
      if (first) column.group = on_one_line(group.title);
      first = false;
      blocks.back().push_back(std::move(column));
    }
  }
  return blocks;
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// Group titles above their first column; they may reach over those that follow.
std::string group_line(const std::vector<Column>& columns, int heads) {
  std::string line = spaces(heads);
  int at = heads;
  for (const Column& column : columns) {
    at += 2;
    if (!column.group.empty())
      line = (display_width(line) > at ? line + "  " : left(line, at)) + column.group;
    at += column.width();
  }
  return trimmed(line);
}

std::string block_text(const Table& table, const std::vector<Column>& columns, const std::vector<int>& heads,
                       const TextStyle& style) {
  std::string title, out;
  for (size_t h = 0; h < heads.size(); ++h) title += (h > 0 ? "  " : "") + left(table.heads[h], heads[h]);
  const int heads_width = display_width(title);
  const bool grouped =
      std::any_of(columns.begin(), columns.end(), [](const Column& c) { return !c.group.empty(); });
  if (grouped) out += group_line(columns, heads_width);
  for (const Column& column : columns) {
    std::string own = column.title;
    if (column.beside > 0)
      own = left(own, column.main + column.signs + 1) + right("(" + table.beside + ")", column.beside);
    title += "  " + left(own, column.width());
  }
  out += trimmed(title);
  for (int i = 0; i < heads_width + width_of(columns); ++i) out += "─";
  out += "\n";
  for (const TableRow& row : table.rows) {
    std::string line;
    for (size_t h = 0; h < heads.size(); ++h)
      line += (h > 0 ? "  " : "") + left(on_one_line(row.heads[h]), heads[h]);
    for (const Column& column : columns) {
      const TableCell& cell = row.cells[column.cell];
      line += "  " + spaces(column.width() - column.content()) + figure(cell, column.main, style) +
              left(signs_of(cell, style), column.signs);
      if (column.beside > 0) {
        const std::string beside = beside_of(cell);
        line += " " + spaces(column.beside - display_width(beside)) + coded(beside, "2", style);
      }
    }
    out += trimmed(line);
  }
  return out;
}

std::string wrapped(const std::string& text, int width) {
  std::string out, line;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      out += line + "\n";
      line = " ";  // lines that follow are set in
    }
    line += (line.empty() ? "" : " ") + word;
    begin = end + 1;
  }
  return out + line + "\n";
}

std::string legend(const Table& table, const TextStyle& style) {
  for (const TableRow& row : table.rows)
    for (const TableCell& cell : row.cells)
      if (cell.emphasis != Emphasis::none)
        return style.ansi ? "Bold: best of its column; underlined: second."
                          : std::string(kBest) + " best of its column, " + kSecond + " second.";
  return "";
}

}  // namespace

std::string text_table(const Table& table, const TextStyle& style) {
  std::vector<int> heads;
  int heads_width = 0;
  for (size_t h = 0; h < table.heads.size(); ++h) {
    heads.push_back(display_width(table.heads[h]));
    for (const TableRow& row : table.rows)
      heads[h] = std::max(heads[h], display_width(on_one_line(row.heads[h])));
    heads_width += heads[h] + (h > 0 ? 2 : 0);
  }
  std::string out = coded(on_one_line(table.title), "1", style) + "\n";
  for (const std::vector<Column>& columns : blocks_of(table, style.width - heads_width, style))
    out += "\n" + block_text(table, columns, heads, style);
  std::vector<std::string> notes = table.notes;
  if (const std::string marks = legend(table, style); !marks.empty()) notes.insert(notes.begin(), marks);
  if (!notes.empty()) out += "\n";
  for (const std::string& note : notes) out += wrapped(on_one_line(note), style.width);
  return out;
}

}  // namespace graphsr
