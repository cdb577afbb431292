#include "graphsr/experiment/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/measure/friedman.h"
#include "graphsr/measure/wilcoxon.h"

namespace graphsr {
namespace {

constexpr size_t kAccuracy = 0;  // in measures()

constexpr int64_t kFewestPairs = 6;  // of five, all on one side, p is 0.06 at best

using Runs = std::map<uint64_t, const Record*>;  // of one method in one cell of the table, by seed

struct Row {
  std::string method;
  Runs runs;
};

// A (data set, model, rho), with its methods in the order of their first appearance.
struct GridCell {
  std::string dataset, model;
  double rho = 0;
  std::vector<Row> rows;

  const Row* row(const std::string& method) const {
    for (const Row& row : rows)
      if (row.method == method) return &row;
    return nullptr;
  }
};

// Accuracies are multiples of 1/n: equal differences of them differ in the last bits. Only the difference is
// rounded, since two rounded values are apart by up to one unit more; and not to decimals, half of whose
// units are multiples of 1/n for n such as 5120.
double rounded(double value) { return std::ldexp(std::round(std::ldexp(value, 30)), -30); }

Spread spread(const std::vector<double>& values) {
  Spread s{.interval = bootstrap_mean(values)};
  s.mean = s.interval.mean;
  double squares = 0;
  for (const double v : values) squares += (v - s.mean) * (v - s.mean);
  s.deviation = values.size() > 1 ? std::sqrt(squares / static_cast<double>(values.size() - 1))
                                  : std::numeric_limits<double>::quiet_NaN();
  return s;
}

void refuse_twice(const Place& p) {
  bad_input(fmt::format("{}, {}, {}, rho {}, seed {}", p.dataset, p.model, p.method, p.rho, p.seed),
            "two results stand at the same place of the table",
            "summarise those of one set of options at a time");
}

// Cells, and methods within them, in the order of their first appearance.
std::vector<GridCell> cells_of(std::span<const Record> records) {
  std::vector<GridCell> cells;
  std::map<std::tuple<std::string, std::string, double>, size_t> index;
  for (const Record& record : records) {
    const Place& place = record.place;
    const auto [at, is_new] = index.try_emplace({place.dataset, place.model, place.rho}, cells.size());
    if (is_new) cells.push_back({place.dataset, place.model, place.rho, {}});
    std::vector<Row>& rows = cells[at->second].rows;
    auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.method == place.method; });
    if (row == rows.end()) row = rows.insert(rows.end(), {place.method, {}});
    if (!row->runs.emplace(place.seed, &record).second) refuse_twice(place);
  }
  return cells;
}

std::vector<std::string> methods_of(std::span<const Record> records) {
  std::vector<std::string> methods;
  for (const Record& record : records)
    if (std::find(methods.begin(), methods.end(), record.place.method) == methods.end())
      methods.push_back(record.place.method);
  return methods;
}

std::vector<SummaryRow> rows_of(std::span<const Record> records, const std::vector<GridCell>& cells) {
  std::map<std::tuple<std::string, std::string, double, std::string>, size_t> first;
  for (size_t i = 0; i < records.size(); ++i) {
    const Place& p = records[i].place;
    first.try_emplace({p.dataset, p.model, p.rho, p.method}, i);
  }
  std::map<size_t, SummaryRow> ordered;
  for (const GridCell& cell : cells)
    for (const Row& row : cell.rows) {
      SummaryRow out{cell.dataset, cell.model, row.method, cell.rho, static_cast<int64_t>(row.runs.size())};
      std::vector<double> values;
      const auto figure = [&](const auto& of) {
        values.clear();
        for (const auto& [seed, record] : row.runs) values.push_back(of(*record));
        return spread(values);
      };
      for (const Measure& m : measures())
        out.figures.push_back(figure([&](const Record& r) { return m.of(r.test); }));
      out.added = figure([](const Record& r) {
        return static_cast<double>(std::accumulate(r.added.begin(), r.added.end(), int64_t{0}));
      });
      ordered.emplace(first.at({cell.dataset, cell.model, cell.rho, row.method}), std::move(out));
    }
  std::vector<SummaryRow> rows;
  for (auto& [position, row] : ordered) rows.push_back(std::move(row));
  return rows;
}

bool same_split(const Record& a, const Record& b) { return a.split_sha256 == b.split_sha256; }

// Calls pair(split, difference) for the runs of both on the same split, by seed. A figure that a run does not
// have, such as AUC-ROC without nodes of some class, makes no pair.
template <class Pair>
void for_pairs(const Row& row, const Row& against, size_t measure, const Pair& pair) {
  const auto figure = measures()[measure].of;
  for (const auto& [seed, record] : row.runs) {
    const auto other = against.runs.find(seed);
    if (other == against.runs.end() || !same_split(*record, *other->second)) continue;
    const double difference = figure(record->test) - figure(other->second->test);
    if (!std::isnan(difference)) pair(record->split_sha256, difference);
  }
}

double wilcoxon_p(std::vector<double> differences) {
  for (double& d : differences) d = rounded(d);
  return wilcoxon_signed_rank(differences).p;
}

// Nothing where the two share no split.
std::optional<Comparison> compared(const GridCell& cell, const Row& row, const Row& against, size_t measure) {
  std::vector<double> differences;
  for_pairs(row, against, measure, [&](const std::string&, double d) { differences.push_back(d); });
  if (differences.empty()) return std::nullopt;
  Comparison c{cell.dataset, cell.model, cell.rho, row.method, against.method, measure};
  c.runs = static_cast<int64_t>(differences.size());
  c.difference = bootstrap_mean(differences);
  c.p = wilcoxon_p(differences);
  return c;
}

template <class AnyComparison>
void correct(std::vector<AnyComparison>& comparisons) {
  std::vector<double> p;
  for (const AnyComparison& c : comparisons) p.push_back(c.p);
  const std::vector<double> adjusted = holm(p);
  for (size_t i = 0; i < p.size(); ++i) comparisons[i].holm = adjusted[i];
}

void append(std::vector<Comparison>& to, std::vector<Comparison> of_cell) {
  correct(of_cell);
  to.insert(to.end(), of_cell.begin(), of_cell.end());
}

std::vector<Comparison> with_reference(const GridCell& cell, const std::string& reference, size_t measure) {
  std::vector<Comparison> out;
  const Row* against = cell.row(reference);
  if (!against) return out;
  for (const Row& row : cell.rows)
    if (&row != against)
      if (auto c = compared(cell, row, *against, measure)) out.push_back(std::move(*c));
  return out;
}

std::vector<Comparison> of_every_two(const GridCell& cell) {
  std::vector<Comparison> out;
  for (size_t a = 0; a < cell.rows.size(); ++a)
    for (size_t b = a + 1; b < cell.rows.size(); ++b)
      if (auto c = compared(cell, cell.rows[a], cell.rows[b], kAccuracy)) out.push_back(std::move(*c));
  return out;
}

std::vector<Pooled> pooled_with(const std::string& reference, const std::vector<GridCell>& cells,
                                const std::vector<std::string>& methods) {
  std::vector<Pooled> out;
  for (const std::string& method : methods) {
    Pooled pooled{.method = method, .against = reference};
    std::map<std::pair<std::string, std::string>, std::vector<double>> of_split;  // by data set and split
    for (const GridCell& cell : cells) {
      const Row *row = cell.row(method), *against = cell.row(reference);
      if (method == reference || !row || !against) continue;
      bool any = false;
      for_pairs(*row, *against, kAccuracy, [&](const std::string& split, double d) {
        of_split[{cell.dataset, split}].push_back(d);
        any = true;
      });
      pooled.cells += any;
    }
    if (pooled.cells < 2) continue;
    std::vector<double> means;
    for (const auto& [split, all] : of_split)
      means.push_back(std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size()));
    pooled.splits = static_cast<int64_t>(means.size());
    pooled.difference = bootstrap_mean(means);
    pooled.p = wilcoxon_p(means);
    out.push_back(std::move(pooled));
  }
  correct(out);
  return out;
}

// Mean accuracy of each method over the splits that all of them have; empty where there is none.
std::vector<double> shared_means(const GridCell& cell, const std::vector<std::string>& methods) {
  std::vector<const Row*> rows;
  for (const std::string& method : methods) {
    rows.push_back(cell.row(method));
    if (!rows.back()) return {};
  }
  std::vector<double> sum(methods.size());
  int64_t shared = 0;
  for (const auto& [seed, record] : rows[0]->runs) {
    std::vector<const Record*> runs;
    for (const Row* row : rows)
      if (const auto own = row->runs.find(seed); own != row->runs.end() && same_split(*record, *own->second))
        runs.push_back(own->second);
    if (runs.size() < rows.size()) continue;
    ++shared;
    for (size_t m = 0; m < runs.size(); ++m) sum[m] += runs[m]->test.accuracy;
  }
  if (shared == 0) return {};
  for (double& s : sum) s = rounded(s / static_cast<double>(shared));
  return sum;
}

std::optional<Ranking> ranking_of(const std::vector<GridCell>& cells,
                                  const std::vector<std::string>& methods) {
  std::vector<std::vector<double>> means;
  for (const GridCell& cell : cells)
    if (auto of_cell = shared_means(cell, methods); !of_cell.empty()) means.push_back(std::move(of_cell));
  if (means.size() < 2 || methods.size() < 3) return std::nullopt;
  const Friedman test = friedman(means);
  std::vector<size_t> order(methods.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return test.mean_rank[a] < test.mean_rank[b]; });
  Ranking ranking;
  for (const size_t m : order) {
    ranking.methods.push_back(methods[m]);
    ranking.mean_rank.push_back(test.mean_rank[m]);
  }
  ranking.cells = static_cast<int64_t>(means.size());
  ranking.statistic = test.statistic;
  ranking.p = test.p;
  ranking.critical_difference = critical_difference(static_cast<int>(methods.size()), ranking.cells);
  return ranking;
}

}  // namespace

std::span<const Measure> measures() {
  static const Measure table[] = {
      {"accuracy", "ACC", [](const Metrics& m) { return m.accuracy; }},
      {"macro_f1", "F1", [](const Metrics& m) { return m.macro_f1; }},
      {"auc_roc", "AUC-ROC", [](const Metrics& m) { return m.auc_roc; }},
      {"balanced_accuracy", "BACC", [](const Metrics& m) { return m.balanced_accuracy; }},
      {"g_mean", "G-mean", [](const Metrics& m) { return m.g_mean; }},
  };
  return table;
}

std::string reference_method(std::span<const Record> records, const std::string& reference) {
  if (!reference.empty() || records.empty()) return reference;
  const std::vector<std::string> methods = methods_of(records);
  const bool has_graphsr = std::find(methods.begin(), methods.end(), "graphsr") != methods.end();
  return has_graphsr ? "graphsr" : methods[0];
}

Summary summarise(std::span<const Record> records, const std::string& reference) {
  const std::vector<GridCell> cells = cells_of(records);
  const std::string against = reference_method(records, reference);
  Summary summary;
  summary.rows = rows_of(records, cells);
  for (const GridCell& cell : cells) {
    append(summary.comparisons, with_reference(cell, against, kAccuracy));
    for (size_t m = kAccuracy + 1; m < measures().size(); ++m)
      append(summary.further, with_reference(cell, against, m));
    append(summary.pairs, of_every_two(cell));
  }
  summary.pooled = pooled_with(against, cells, methods_of(records));
  summary.ranking = ranking_of(cells, methods_of(records));
  return summary;
}

const Comparison* comparison_of(const Summary& summary, const Place& place, size_t measure) {
  for (const Comparison& c : measure == kAccuracy ? summary.comparisons : summary.further)
    if (c.measure == measure && c.dataset == place.dataset && c.model == place.model && c.rho == place.rho &&
        c.method == place.method)
      return &c;
  return nullptr;
}

static std::string stars(int64_t pairs, double holm) {
  if (pairs < kFewestPairs) return "";
  return holm < 0.001 ? "***" : holm < 0.01 ? "**" : holm < 0.05 ? "*" : "";
}

std::string stars(const Comparison& c) { return stars(c.runs, c.holm); }
std::string stars(const Pooled& c) { return stars(c.splits, c.holm); }

}  // namespace graphsr
