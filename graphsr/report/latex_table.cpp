// LaTeX with booktabs. The figures beside stand in a second line under each row, so that the table keeps the
// width of the paper's.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "graphsr/base/text.h"
#include "graphsr/report/table.h"

namespace graphsr {
namespace {

std::string emphasised(const TableCell& cell) {
  const std::string text = latex_text(cell.text);
  const std::string shown = cell.emphasis == Emphasis::best     ? "\\textbf{" + text + "}"
                            : cell.emphasis == Emphasis::second ? "\\underline{" + text + "}"
                                                                : text;
  return cell.stars.empty() ? shown : shown + "$^{" + cell.stars + "}$";
}

std::string label_text(const std::string& name) {
  std::string out;
  for (const char c : name) out += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' ? c : '-';
  return out;
}

std::string titles(const Table& table) {
  std::string groups, rules, columns;
  size_t at = table.heads.size();
  for (const std::string& head : table.heads) columns += (columns.empty() ? "" : " & ") + latex_text(head);
  groups = table.heads.empty() ? "" : std::string(table.heads.size() - 1, '&');
  for (const ColumnGroup& group : table.groups) {
    const size_t count = group.columns.size();
    groups += fmt::format(" & \\multicolumn{{{}}}{{c}}{{{}}}", count, latex_text(group.title));
    if (!group.title.empty())
      rules += fmt::format("{}\\cmidrule(lr){{{}-{}}}", rules.empty() ? "" : " ", at + 1, at + count);
    at += count;
    for (const std::string& column : group.columns) columns += " & " + latex_text(column);
  }
  return (rules.empty() ? "" : groups + " \\\\\n" + rules + "\n") + columns + " \\\\\n";
}

std::string row_text(const Table& table, const TableRow& row) {
  std::string out;
  for (const std::string& head : row.heads) out += (out.empty() ? "" : " & ") + latex_text(head);
  for (const TableCell& cell : row.cells) out += " & " + emphasised(cell);
  out += " \\\\\n";
  if (std::all_of(row.cells.begin(), row.cells.end(), [](const TableCell& c) { return c.beside.empty(); }))
    return out;
  out += std::string(table.heads.size() - 1, '&') + "\\quad{\\scriptsize\\itshape " +
         latex_text(table.beside) + "}";
  for (const TableCell& cell : row.cells)
    out += cell.beside.empty() ? " &" : " & {\\scriptsize " + latex_text(cell.beside) + "}";
  return out + " \\\\\n";
}

}  // namespace

std::string latex_text(const std::string& text) {
  static const std::map<std::string, std::string, std::less<>> kSpecial = {
      {"\\", "\\textbackslash{}"},
      {"{", "\\{"},
      {"}", "\\}"},
      {"$", "\\$"},
      {"&", "\\&"},
      {"#", "\\#"},
      {"%", "\\%"},
      {"_", "\\_"},
      {"^", "\\textasciicircum{}"},
      {"~", "\\textasciitilde{}"},
      {"<", "\\textless{}"},
      {">", "\\textgreater{}"},
      {"|", "\\textbar{}"},
      {"\"", "''"},
      {"±", "$\\pm$"},
      {"[", "{[}"},  // after the end of a row it would begin an option
      {"*", "{*}"},  // likewise
      {"−", "$-$"},
      {"–", "--"},
      {"ρ", "$\\rho$"},
      {"χ", "$\\chi$"},
      {"²", "$^2$"}};
  const std::string line = on_one_line(text);
  std::string out;
  for (size_t i = 0; i < line.size();) {
    size_t length = 1;  // of the character
    while (i + length < line.size() && (line[i + length] & 0xc0) == 0x80) ++length;
    const std::string character = line.substr(i, length);
    const auto special = kSpecial.find(character);
    out += special == kSpecial.end() ? character : special->second;
    i += length;
  }
  return out;
}

std::string latex_table(const Table& table) {
  std::string spec(table.heads.size(), 'l'), body, notes;
  for (const ColumnGroup& group : table.groups) spec += " " + std::string(group.columns.size(), 'c');
  for (const TableRow& row : table.rows) body += row_text(table, row);
  for (const std::string& note : table.notes) notes += latex_text(note) + "\\par\n";
  return fmt::format(
      "\\begin{{table*}}[t]\n\\centering\\small\n\\caption{{{}}}\n\\label{{tab:{}}}\n"
      "\\begin{{tabular}}{{{}}}\n\\toprule\n{}\\midrule\n{}\\bottomrule\n\\end{{tabular}}\n{}\\end{{table*}}"
      "\n",
      latex_text(table.title), label_text(table.name), spec, titles(table), body,
      notes.empty()
          ? ""
          : "\n\\smallskip\n\\begin{minipage}{\\linewidth}\\footnotesize\n" + notes + "\\end{minipage}\n");
}

}  // namespace graphsr
