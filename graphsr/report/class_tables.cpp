#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "graphsr/report/result_tables.h"

namespace graphsr {
namespace {

using Runs = std::vector<const Record*>;

// The runs of one data set, model and rho, by method in the order of first appearance.
struct Block {
  const Record* first = nullptr;
  std::vector<std::pair<std::string, Runs>> methods;
};

std::vector<Block> blocks_of(const std::vector<Record>& records) {
  std::vector<Block> blocks;
  for (const Record& record : records) {
    const Place& p = record.place;
    auto block = std::find_if(blocks.begin(), blocks.end(), [&](const Block& b) {
      const Place& other = b.first->place;
      return other.dataset == p.dataset && other.model == p.model && other.rho == p.rho;
    });
    if (block == blocks.end()) block = blocks.insert(blocks.end(), {&record, {}});
    auto& methods = block->methods;
    auto own =
        std::find_if(methods.begin(), methods.end(), [&](const auto& m) { return m.first == p.method; });
    if (own == methods.end()) own = methods.insert(methods.end(), {p.method, {}});
    own->second.push_back(&record);
  }
  for (Block& block : blocks)  // sums do not depend on the order of the records
    for (auto& [method, runs] : block.methods)
      std::sort(runs.begin(), runs.end(),
                [](const Record* a, const Record* b) { return a->place.seed < b->place.seed; });
  return blocks;
}

bool is_minority(const Record& record, size_t c) {
  return std::find(record.minority.begin(), record.minority.end(), static_cast<int32_t>(c)) !=
         record.minority.end();
}

// Mean and deviation of what is known among the values.
TableCell cell_of(std::vector<double> values, double unit) {
  std::erase_if(values, [](double v) { return std::isnan(v); });
  TableCell cell{.text = "–"};
  if (values.empty()) return cell;
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  cell.value = unit * mean;
  cell.text = fixed(cell.value, 1);
  if (values.size() == 1) return cell;
  double squares = 0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  cell.deviation = unit * std::sqrt(squares / (n - 1));
  cell.text += " ± " + fixed(cell.deviation, 1);
  return cell;
}

template <class Of>
std::vector<double> values_of(const Runs& runs, Of of) {
  std::vector<double> values;
  for (const Record* run : runs) values.push_back(of(*run));
  return values;
}

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

bool considers_candidates(const Runs& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const Record* run) {
    return std::isfinite(run->precision) ||
           std::any_of(run->added.begin(), run->added.end(), [](int64_t count) { return count != 0; });
  });
}

std::string named(const char* kind, const Place& p) {
  return fmt::format("{}-{}-{}-{}", kind, p.dataset, p.model, p.rho);
}

std::string title_of(const char* what, const Place& p) {
  return fmt::format("{}: {}, {}, ρ = {}", what, p.dataset, p.model, rho_text(p.rho));
}

// Classes that were a minority in some run of the block.
std::vector<size_t> minorities(const Block& block) {
  std::vector<size_t> classes;
  for (size_t c = 0; c < block.first->class_names.size(); ++c)
    for (const auto& [method, runs] : block.methods)
      if (std::any_of(runs.begin(), runs.end(), [&](const Record* run) { return is_minority(*run, c); })) {
        classes.push_back(c);
        break;
      }
  return classes;
}

Table added_table(const Block& block) {
  const Place& place = block.first->place;
  Table table{.kind = "added", .name = named("added", place), .heads = {"Method"}};
  table.title = title_of("Nodes added per minority class", place);
  table.groups = {{"class", {}}, {"all classes", {"added", "candidates right, %", "kept right, %"}}};
  const std::vector<size_t> classes = minorities(block);
  for (const size_t c : classes) table.groups[0].columns.push_back(block.first->class_names[c]);
  if (classes.empty()) table.groups.erase(table.groups.begin());
  for (const auto& [method, runs] : block.methods) {
    if (!considers_candidates(runs)) continue;
    TableRow row{{method}, {}};
    for (const size_t c : classes)
      row.cells.push_back(cell_of(values_of(runs,
                                            [&](const Record& r) {
                                              return is_minority(r, c) && c < r.added.size()
                                                         ? static_cast<double>(r.added[c])
                                                         : kUnknown;
                                            }),
                                  1));
    row.cells.push_back(cell_of(values_of(runs,
                                          [](const Record& r) {
                                            return static_cast<double>(
                                                std::accumulate(r.added.begin(), r.added.end(), int64_t{0}));
                                          }),
                                1));
    row.cells.push_back(cell_of(values_of(runs, [](const Record& r) { return r.precision; }), 100));
    row.cells.push_back(cell_of(values_of(runs, [](const Record& r) { return r.kept_precision; }), 100));
    table.rows.push_back(std::move(row));
  }
  table.notes = {
      "Under a class: mean ± deviation over the runs in which it was a minority. Beside: nodes added to all "
      "classes, "
      "and the share of pseudo-labels that are right among all candidates and among those kept."};
  return table;
}

// Precision, recall and the number of runs in which the class was, or was not, a minority.
void add_class_cells(TableRow& row, const Runs& runs, size_t c, bool minority) {
  Runs those;
  for (const Record* run : runs)
    if (is_minority(*run, c) == minority && c < run->test.per_class.size()) those.push_back(run);
  row.cells.push_back(
      cell_of(values_of(those, [&](const Record& r) { return r.test.per_class[c].precision; }), 100));
  row.cells.push_back(
      cell_of(values_of(those, [&](const Record& r) { return r.test.per_class[c].recall; }), 100));
  row.cells.push_back({.text = fmt::format("{}", those.size()), .value = static_cast<double>(those.size())});
}

Table class_table(const Block& block) {
  const Place& place = block.first->place;
  Table table{.kind = "classes", .name = named("classes", place), .heads = {"Class", "Method"}};
  table.title = title_of("Precision and recall per class", place);
  table.groups = {{"as minority", {"precision", "recall", "runs"}},
                  {"as majority", {"precision", "recall", "runs"}}};
  for (size_t c = 0; c < block.first->class_names.size(); ++c)
    for (const auto& [method, runs] : block.methods) {
      TableRow row{{block.first->class_names[c], method}, {}};
      add_class_cells(row, runs, c, true);
      add_class_cells(row, runs, c, false);
      table.rows.push_back(std::move(row));
    }
  table.notes = {
      "Percent: mean ± deviation over the runs in which the class was a minority, and over "
      "those in which it was not."};
  return table;
}

}  // namespace

std::vector<Table> added_tables(const Results& results) {
  std::vector<Table> tables;
  for (const Block& block : blocks_of(results.records))
    if (Table table = added_table(block); !table.rows.empty()) tables.push_back(std::move(table));
  return tables;
}

std::vector<Table> class_tables(const Results& results) {
  std::vector<Table> tables;
  for (const Block& block : blocks_of(results.records)) tables.push_back(class_table(block));
  return tables;
}

}  // namespace graphsr
