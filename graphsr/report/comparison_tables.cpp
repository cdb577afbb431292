#include <cmath>

#include <fmt/format.h>

#include "graphsr/report/result_tables.h"

namespace graphsr {
namespace {

std::string points(double share) {
  const std::string text = fixed(100 * share, 1);
  return share > 0 && text.find_first_not_of("0.") != std::string::npos ? "+" + text : text;
}

std::string chance(double p) { return p < 0.0001 ? "< 0.0001" : fixed(p, 4); }

TableCell number(const std::string& text, double value) { return {.text = text, .value = value}; }

TableCell count(int64_t n) { return number(fmt::format("{}", n), static_cast<double>(n)); }

std::vector<TableCell> difference_cells(const Interval& difference) {
  return {number(points(difference.mean), 100 * difference.mean),
          {.text = points(difference.low) + " to " + points(difference.high)}};
}

void add_chances(std::vector<TableCell>& cells, double p, double holm, const std::string& stars) {
  cells.push_back(number(chance(p), p));
  cells.push_back(number(chance(holm), holm));
  cells.back().stars = stars;
}

// Over all cells of the grid.
Table pooled_table(const Results& results) {
  Table table{.kind = "comparisons", .name = "pooled", .heads = {"Method"}};
  table.title = "Accuracy compared with " + results.reference + " over all cells";
  table.groups = {{"", {"difference", "95 % interval", "splits", "cells", "p", "p (Holm)"}}};
  for (const Pooled& c : results.summary.pooled) {
    TableRow row{{c.method}, difference_cells(c.difference)};
    row.cells.push_back(count(c.splits));
    row.cells.push_back(count(c.cells));
    add_chances(row.cells, c.p, c.holm, stars(c));
    table.rows.push_back(std::move(row));
  }
  table.notes = {
      "Models that were trained on the same split count once, with the mean of their differences. Interval "
      "and tests as above, over the splits; Holm: corrected for all methods."};
  return table;
}

}  // namespace

std::vector<Table> comparison_tables(const Results& results) {
  if (results.summary.comparisons.empty()) return {};
  Table table{.kind = "comparisons", .name = "comparisons", .heads = {"Data set", "Model", "ρ", "Method"}};
  table.title = "Accuracy compared with " + results.reference + " on the same splits";
  table.groups = {{"", {"difference", "95 % interval", "pairs", "p", "p (Holm)"}}};
  for (const Comparison& c : results.summary.comparisons) {
    TableRow row{{c.dataset, c.model, rho_text(c.rho), c.method}, difference_cells(c.difference)};
    row.cells.push_back(count(c.runs));
    add_chances(row.cells, c.p, c.holm, stars(c));
    table.rows.push_back(std::move(row));
  }
  table.notes = {
      fmt::format("Difference: accuracy of the method minus that of {} in points, mean over pairs of runs of "
                  "the same seed and "
                  "split; its interval by bootstrap over the pairs.",
                  results.reference),
      "p: Wilcoxon's signed-rank test, two-sided; Holm: corrected for all comparisons of the same data set, "
      "model and "
      "ρ. Stars follow the latter: * < 0.05, ** < 0.01, *** < 0.001; below six pairs there are none."};
  std::vector<Table> tables = {std::move(table)};
  if (!results.summary.pooled.empty()) tables.push_back(pooled_table(results));
  return tables;
}

std::vector<Table> ranking_tables(const Results& results) {
  if (!results.summary.ranking) return {};
  const Ranking& ranking = *results.summary.ranking;
  Table table{.kind = "ranking", .name = "ranking", .heads = {"Method"}};
  table.title = fmt::format("Mean ranks by accuracy over {} cells", ranking.cells);
  table.groups = {{"", {"mean rank"}}};
  for (size_t m = 0; m < ranking.methods.size(); ++m)
    table.rows.push_back(
        {{ranking.methods[m]}, {number(fixed(ranking.mean_rank[m], 2), ranking.mean_rank[m])}});
  table.notes = {
      "1 is best. A cell is a data set, model and ρ in which every method has runs on the same splits.",
      fmt::format("Friedman's test: χ² = {}, p {} {}.", fixed(ranking.statistic, 2),
                  ranking.p < 0.0001 ? "<" : "=", ranking.p < 0.0001 ? "0.0001" : fixed(ranking.p, 4)),
      fmt::format("Mean ranks that differ by less than {} are not told apart at 0.05 (Nemenyi's critical "
                  "difference).",
                  fixed(ranking.critical_difference, 2))};
  return {table};
}

}  // namespace graphsr
