#include "graphsr/report/table.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace graphsr {
namespace {

// Means of the same values in another order differ in the last bits.
bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(a)); }

template <class Write>
std::string joined(std::span<const Table> tables, Write write) {
  std::string out;
  for (const Table& table : tables) out += (out.empty() ? "" : "\n") + write(table);
  return out;
}

}  // namespace

void emphasise(Table& table) {
  for (size_t c = 0; !table.rows.empty() && c < table.rows[0].cells.size(); ++c) {
    std::vector<double> values;
    for (const TableRow& row : table.rows)
      if (!std::isnan(row.cells[c].value)) values.push_back(row.cells[c].value);
    if (values.size() < 2) continue;
    std::sort(values.begin(), values.end(), std::greater<>());
    const auto second =
        std::find_if(values.begin(), values.end(), [&](double v) { return !same(v, values[0]); });
    for (TableRow& row : table.rows) {
      TableCell& cell = row.cells[c];
      if (same(cell.value, values[0])) cell.emphasis = Emphasis::best;
      if (second != values.end() && same(cell.value, *second)) cell.emphasis = Emphasis::second;
    }
  }
}

std::string fixed(double value, int digits) {
  if (std::isnan(value)) return "–";
  // Upwards from the middle, also where the last bits of 75.85 lie below it.
  const double unit = std::pow(10.0, digits);
  const std::string text =
      fmt::format("{:.{}f}", std::round(std::abs(value) * unit * (1 + 1e-12)) / unit, digits);
  const bool zero = text.find_first_not_of("0.") == std::string::npos;
  return (value < 0 && !zero ? "−" : "") + text;
}

std::string text_tables(std::span<const Table> tables, const TextStyle& style) {
  return joined(tables, [&](const Table& table) { return text_table(table, style); });
}

std::string markdown_tables(std::span<const Table> tables) { return joined(tables, markdown_table); }

std::string latex_tables(std::span<const Table> tables) {
  return "% needs \\usepackage{booktabs}\n\n" + joined(tables, latex_table);
}

}  // namespace graphsr
