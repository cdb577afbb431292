#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graphsr/experiment/published.h"
#include "graphsr/report/result_tables.h"

namespace graphsr {
namespace {

constexpr size_t kShown = 3;  // measures: those of the paper's tables

// The columns and rows of all tables, gaps included.
struct Axes {
  std::vector<std::string> datasets, models, methods;
  std::vector<double> rhos;
};

template <class T>
void add(std::vector<T>& values, const T& value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

Axes axes_of(const Results& results) {
  Axes axes;
  const auto take = [&](const Place& place) {
    add(axes.datasets, place.dataset);
    add(axes.models, place.model);
    add(axes.methods, place.method);
    add(axes.rhos, place.rho);
  };
  for (const Record& record : results.records) take(record.place);
  for (const Place& place : results.missing) take(place);
  for (const FailedPlace& failed : results.failed) take(failed.place);
  return axes;
}

template <class Row>
bool stands_at(const Row& row, const Place& place) {
  return row.dataset == place.dataset && row.model == place.model && row.method == place.method &&
         row.rho == place.rho;
}

template <class Row>
const Row* find(const std::vector<Row>& rows, const Place& place) {
  for (const Row& row : rows)
    if (stands_at(row, place)) return &row;
  return nullptr;
}

std::string percent(double mean, double deviation) {
  return std::isnan(deviation) ? fixed(100 * mean, 1)
                               : fixed(100 * mean, 1) + " ± " + fixed(100 * deviation, 1);
}

// Ours and the paper's for one measure of one place; gaps have the paper's alone.
TableCell cell_of(const Results& results, const Place& place, size_t measure) {
  TableCell cell;
  cell.text = "–";
  if (const SummaryRow* row = find(results.summary.rows, place)) {
    const Spread& figure = row->figures[measure];
    cell.text = percent(figure.mean, figure.deviation);
    cell.value = 100 * figure.mean;
    cell.deviation = 100 * figure.deviation;
  }
  if (const PublishedFigures* paper = published(place.dataset, place.model, place.method, place.rho)) {
    const PublishedFigure figures[kShown] = {paper->accuracy, paper->macro_f1, paper->auc_roc};
    cell.beside = percent(figures[measure].mean, figures[measure].deviation);
  }
  if (const Comparison* c = comparison_of(results.summary, place, measure)) cell.stars = stars(*c);
  return cell;
}

bool is_asked_for(const Results& results, const Place& place) {
  const auto here = [&](const Place& other) { return stands_at(other, place); };
  return std::any_of(results.records.begin(), results.records.end(),
                     [&](const Record& record) { return here(record.place); }) ||
         std::any_of(results.missing.begin(), results.missing.end(), here) ||
         std::any_of(results.failed.begin(), results.failed.end(),
                     [&](const FailedPlace& failed) { return here(failed.place); });
}

std::string runs_text(const Results& results, const std::vector<Place>& places) {
  int64_t fewest = 0, most = 0;
  for (const Place& place : places)
    if (const SummaryRow* row = find(results.summary.rows, place)) {
      fewest = fewest == 0 ? row->runs : std::min(fewest, row->runs);
      most = std::max(most, row->runs);
    }
  if (most <= 1) return fmt::format("Percent, of {}.", most == 1 ? "one run" : "no run");
  const std::string runs = fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most);
  return fmt::format("Percent: mean ± sample standard deviation over {} runs, each on a split of its own.",
                     runs);
}

void add_notes(Table& table, const Results& results, const std::vector<Place>& places) {
  table.notes.push_back(runs_text(results, places));
  bool has_paper = false, compared = false;
  for (const TableRow& row : table.rows)
    for (const TableCell& cell : row.cells) has_paper |= !cell.beside.empty();
  for (const Place& place : places) compared |= comparison_of(results.summary, place, 0) != nullptr;
  if (has_paper)
    table.notes.push_back(
        "The paper's figures (Zhou and Gong, AAAI 2023) stand beside ours; their ± is over 5 runs and mostly "
        "0.1 to 1, "
        "too little to come from varying the split.");
  if (compared)
    table.notes.push_back(fmt::format(
        "*, **, ***: the figure differs from that of {} on the same splits, p < 0.05, 0.01, 0.001 "
        "(Wilcoxon's signed-rank test, Holm's correction for the comparisons of a column); below six "
        "pairs of runs there are no stars.",
        results.reference));
}

// Places without method and seed: the groups of a table, without those in which nothing was asked for.
std::vector<Place> asked_for(const Results& results, const Axes& axes, std::vector<Place> columns) {
  std::erase_if(columns, [&](Place place) {
    return std::none_of(axes.methods.begin(), axes.methods.end(), [&](const std::string& method) {
      place.method = method;
      return is_asked_for(results, place);
    });
  });
  return columns;
}

Table table_of(const Results& results, const Axes& axes, const std::vector<Place>& columns) {
  Table table{.kind = "results", .beside = "paper", .heads = {"Method"}};
  for (size_t g = 0; g < columns.size(); ++g) {
    table.groups.emplace_back();
    for (size_t m = 0; m < kShown; ++m) table.groups[g].columns.push_back(measures()[m].title);
  }
  std::vector<Place> places;
  for (const std::string& method : axes.methods) {
    TableRow row{{method}, {}};
    bool has_any = false;
    for (Place place : columns) {
      place.method = method;
      has_any |= is_asked_for(results, place);
      for (size_t m = 0; m < kShown; ++m) row.cells.push_back(cell_of(results, place, m));
      places.push_back(place);
    }
    if (has_any) table.rows.push_back(std::move(row));
  }
  emphasise(table);
  add_notes(table, results, places);
  return table;
}

Table of_datasets(const Results& results, const Axes& axes, const std::string& model, double rho) {
  std::vector<Place> columns;
  for (const std::string& dataset : axes.datasets) columns.push_back({dataset, model, "", rho});
  columns = asked_for(results, axes, std::move(columns));
  Table table = table_of(results, axes, columns);
  for (size_t g = 0; g < columns.size(); ++g) table.groups[g].title = columns[g].dataset;
  table.name = fmt::format("results-{}-{}", model, rho);
  table.title = fmt::format("Test figures of {}, ρ = {}", model, rho_text(rho));
  const Place to{"", model, "", rho};
  for (std::string& note : gap_notes(
           results, [](const Place&p, const Place&to) { return p.model == to.model && p.rho == to.rho; }, to))
    table.notes.push_back(std::move(note));
  return table;
}

Table of_rhos(const Results& results, const Axes& axes, const std::string& model) {
  std::vector<Place> columns;
  for (const double rho : axes.rhos) columns.push_back({axes.datasets[0], model, "", rho});
  columns = asked_for(results, axes, std::move(columns));
  Table table = table_of(results, axes, columns);
  for (size_t g = 0; g < columns.size(); ++g)
    table.groups[g].title = fmt::format("ρ = {}", rho_text(columns[g].rho));
  table.name = fmt::format("results-{}-{}", axes.datasets[0], model);
  table.title = fmt::format("Test figures of {} on {}", model, axes.datasets[0]);
  const Place to{"", model};
  for (std::string& note : gap_notes(
           results, [](const Place&p, const Place&to) { return p.model == to.model; }, to))
    table.notes.push_back(std::move(note));
  return table;
}

}  // namespace

std::vector<Table> figure_tables(const Results& results) {
  Axes axes = axes_of(results);
  std::sort(axes.rhos.begin(), axes.rhos.end());
  std::vector<Table> tables;
  for (const std::string& model : axes.models)
    if (axes.datasets.size() == 1 && axes.rhos.size() > 1)
      tables.push_back(of_rhos(results, axes, model));
    else
      for (const double rho : axes.rhos) tables.push_back(of_datasets(results, axes, model, rho));
  std::erase_if(tables, [](const Table& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace graphsr
