// The results for machines: CSV and JSON.
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/csv.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/experiment/published.h"
#include "graphsr/report/result_tables.h"

namespace graphsr {

using nlohmann::ordered_json;

namespace {

std::string field(double value) { return std::isfinite(value) ? fmt::format("{:.10g}", value) : ""; }

ordered_json number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

std::string paper_fields(const SummaryRow& row, size_t measure) {
  const PublishedFigures* paper = published(row.dataset, row.model, row.method, row.rho);
  if (!paper || measure > 2) return ",";
  const PublishedFigure f = measure == 0 ? paper->accuracy : measure == 1 ? paper->macro_f1 : paper->auc_roc;
  return field(f.mean) + "," + field(f.deviation);
}

std::string comparison_fields(const Results& results, const SummaryRow& row, size_t measure) {
  const Comparison* c =
      comparison_of(results.summary, {row.dataset, row.model, row.method, row.rho}, measure);
  if (!c) return ",,,,,,";
  return fmt::format("{},{},{},{},{},{},{}", csv_field(c->against), c->runs, field(c->difference.mean),
                     field(c->difference.low), field(c->difference.high), field(c->p), field(c->holm));
}

ordered_json place_json(const Place& p) {
  return {{"dataset", p.dataset}, {"model", p.model}, {"method", p.method}, {"rho", p.rho}, {"seed", p.seed}};
}

ordered_json cell_json(const Record& r) {
  ordered_json out = place_json(r.place), minority = ordered_json::array(),
               per_class = ordered_json::object();
  for (const int32_t c : r.minority) minority.push_back(r.class_names[static_cast<size_t>(c)]);
  for (size_t c = 0; c < r.added.size(); ++c)
    if (r.added[c] != 0) per_class[r.class_names[c]] = r.added[c];
  out["split_sha256"] = r.split_sha256;
  out["model_sha256"] = r.model_sha256;
  out["minority"] = minority;
  out["test"] = metrics_json(r.test, r.class_names);
  out["test"].erase("confusion");  // most of the bytes; the store has it
  out["added"] = std::accumulate(r.added.begin(), r.added.end(), int64_t{0});
  out["added_per_class"] = per_class;
  out["candidates"] = {{"precision", number(r.precision)}, {"kept_precision", number(r.kept_precision)}};
  out["seconds"] = r.seconds;
  return out;
}

ordered_json spread_json(const Spread& s) {
  return {{"mean", number(s.mean)},
          {"std", number(s.deviation)},
          {"low", number(s.interval.low)},
          {"high", number(s.interval.high)}};
}

ordered_json paper_json(const SummaryRow& row) {
  const PublishedFigures* paper = published(row.dataset, row.model, row.method, row.rho);
  if (!paper) return nullptr;
  return {{"accuracy", paper->accuracy.mean},
          {"macro_f1", paper->macro_f1.mean},
          {"auc_roc", paper->auc_roc.mean},
          {"std",
           {{"accuracy", paper->accuracy.deviation},
            {"macro_f1", paper->macro_f1.deviation},
            {"auc_roc", paper->auc_roc.deviation}}}};
}

ordered_json row_json(const SummaryRow& row) {
  ordered_json out = {
      {"dataset", row.dataset}, {"model", row.model}, {"method", row.method}, {"rho", row.rho}};
  out["runs"] = row.runs;
  for (size_t m = 0; m < row.figures.size(); ++m) out[measures()[m].name] = spread_json(row.figures[m]);
  out["added"] = spread_json(row.added);
  out["paper"] = paper_json(row);
  return out;
}

ordered_json interval_json(const Interval& i) {
  return {{"mean", number(i.mean)}, {"low", number(i.low)}, {"high", number(i.high)}};
}

// What was found, after `where` it was.
template <class AnyComparison>
ordered_json comparison_json(ordered_json where, const std::string& measure, const AnyComparison& c) {
  where["method"] = c.method;
  where["against"] = c.against;
  where[measure + "_difference"] = interval_json(c.difference);
  where["wilcoxon_p"] = number(c.p);
  where["holm_p"] = number(c.holm);
  where["stars"] = stars(c);
  return where;
}

ordered_json comparisons_json(const std::vector<Comparison>& comparisons) {
  ordered_json out = ordered_json::array();
  for (const Comparison& c : comparisons)
    out.push_back(
        comparison_json({{"dataset", c.dataset}, {"model", c.model}, {"rho", c.rho}, {"runs", c.runs}},
                        measures()[c.measure].name, c));
  return out;
}

ordered_json pooled_json(const std::vector<Pooled>& pooled) {
  ordered_json out = ordered_json::array();
  for (const Pooled& c : pooled)
    out.push_back(comparison_json({{"cells", c.cells}, {"splits", c.splits}}, "accuracy", c));
  return out;
}

ordered_json ranking_json(const std::optional<Ranking>& ranking) {
  if (!ranking) return nullptr;
  ordered_json methods = ordered_json::array();
  for (size_t m = 0; m < ranking->methods.size(); ++m)
    methods.push_back({{"method", ranking->methods[m]}, {"mean_rank", number(ranking->mean_rank[m])}});
  return {{"methods", methods},
          {"cells", ranking->cells},
          {"friedman_statistic", number(ranking->statistic)},
          {"friedman_p", number(ranking->p)},
          {"critical_difference", number(ranking->critical_difference)}};
}

}  // namespace

std::string results_csv(const Results& results) {
  std::string out =
      "dataset,model,rho,method,measure,runs,mean,deviation,low,high,paper_mean,paper_deviation,"
      "against,pairs,difference,difference_low,difference_high,wilcoxon_p,holm_p\n";
  for (const SummaryRow& row : results.summary.rows) {
    const auto line = [&](const std::string& measure, const Spread& s, const std::string& rest) {
      out += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(row.dataset), csv_field(row.model),
                         row.rho, csv_field(row.method), measure, row.runs, field(s.mean), field(s.deviation),
                         field(s.interval.low), field(s.interval.high), rest);
    };
    for (size_t m = 0; m < row.figures.size(); ++m)
      line(measures()[m].name, row.figures[m],
           paper_fields(row, m) + "," + comparison_fields(results, row, m));
    line("added", row.added, ",,,,,,,,");
  }
  return out;
}

ordered_json results_json(const Results& results) {
  ordered_json cells = ordered_json::array(), rows = ordered_json::array();
  ordered_json missing = ordered_json::array(), failed = ordered_json::array();
  for (const Record& record : results.records) cells.push_back(cell_json(record));
  for (const SummaryRow& row : results.summary.rows) rows.push_back(row_json(row));
  for (const Place& place : results.missing) missing.push_back(place_json(place));
  for (const FailedPlace& f : results.failed) {
    failed.push_back(place_json(f.place));
    failed.back()["message"] = f.message;
  }
  return {{"cells", cells},
          {"summary", rows},
          {"comparisons", comparisons_json(results.summary.comparisons)},
          {"further_comparisons", comparisons_json(results.summary.further)},
          {"pairs", comparisons_json(results.summary.pairs)},
          {"pooled", pooled_json(results.summary.pooled)},
          {"ranking", ranking_json(results.summary.ranking)},
          {"missing", missing},
          {"failed", failed},
          {"reference", results.reference},
          {"paper_source", published_source()}};
}

}  // namespace graphsr
