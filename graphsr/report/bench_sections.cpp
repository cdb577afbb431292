// The sections of a bench's page that show how good methods are.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graphsr/experiment/published.h"
#include "graphsr/report/bench_page.h"
#include "graphsr/report/interval_plot.h"
#include "graphsr/report/line_plot.h"
#include "graphsr/report/markup.h"
#include "graphsr/report/matrix_plot.h"
#include "graphsr/report/rank_plot.h"

namespace graphsr {

namespace {

std::vector<const SummaryRow*> rows_at(const Results& results, const BenchGroup& group, double rho) {
  std::vector<const SummaryRow*> rows;
  for (const SummaryRow& row : results.summary.rows)
    if (row.dataset == group.dataset && row.model == group.model && row.rho == rho) rows.push_back(&row);
  return rows;
}

std::string at_rho(const BenchGroup& group) {
  return fmt::format("{}, rho {}", group.title(), rho_text(group.rho));
}

// The k-th largest mean of a measure among rows of the same place; NaN where there are fewer than two rows.
double best_mean(const std::vector<const SummaryRow*>& rows, size_t measure, size_t k) {
  std::vector<double> means;
  for (const SummaryRow* row : rows)
    if (std::isfinite(row->figures[measure].mean)) means.push_back(row->figures[measure].mean);
  std::sort(means.rbegin(), means.rend());
  means.erase(std::unique(means.begin(), means.end()), means.end());
  return rows.size() > 1 && k < means.size() ? means[k] : std::nan("");
}

HtmlCell spread_cell(const Spread& spread, double best, double second) {
  std::string text = percent(spread.mean);
  if (std::isfinite(spread.deviation)) text += fmt::format(" \xc2\xb1 {}", percent(spread.deviation));
  if (spread.mean == best) text = "<span class=\"best\">" + text + "</span>";
  if (spread.mean == second) text = "<span class=\"second\">" + text + "</span>";
  return {text, spread.mean};
}

const PublishedFigures* published_for(const SummaryRow& row) {
  return published(row.dataset, row.model, row.method, row.rho);
}

}  // namespace

Section bench_headline(const Results& results, Page& page) {
  std::string body;
  for (const BenchGroup& group : bench_groups(results)) {
    std::vector<const SummaryRow*> found = rows_at(results, group, group.rho);
    std::stable_sort(found.begin(), found.end(), [](const SummaryRow* a, const SummaryRow* b) {
      return a->figures[0].mean > b->figures[0].mean;
    });
    std::vector<IntervalRow> rows;
    bool beside = false;
    int64_t runs = 0;
    for (const SummaryRow* row : found) {
      const PublishedFigures* paper = published_for(*row);
      beside = beside || paper;
      runs = std::max(runs, row->runs);
      rows.push_back({row->method, row->figures[0].interval, paper ? paper->accuracy.mean : std::nan(""),
                      row->method == results.reference});
    }
    body += figure_html(
        page,
        interval_plot({"accuracy-" + group.slug, "Accuracy on " + at_rho(group),
                       "Mean test accuracy of each method with its 95 % interval, the best first."},
                      rows, beside ? "in the paper" : ""),
        fmt::format("{}, mean of {} runs", at_rho(group), runs));
  }
  body = side_by_side(body);
  return {
      "headline", "Headline figures",
      "Mean test accuracy of each method, the best first; the line is where the mean lies in 95 of 100 cases "
      "(bootstrap over the runs). Where lines overlap much, do not believe the order.",
      body};
}

Section results_table(const Results& results) {
  HtmlTable table{"results-table",
                  "Results of all methods",
                  "Search methods and data sets",
                  {{"method", false, true},
                   {"data set", false, true},
                   {"model", false, true},
                   {"rho", true, true},
                   {"runs", true}},
                  {}};
  // The paper reports the first three.
  constexpr PublishedFigure PublishedFigures::*kPaper[] = {
      &PublishedFigures::accuracy, &PublishedFigures::macro_f1, &PublishedFigures::auc_roc};
  for (size_t m = 0; m < measures().size(); ++m) {
    table.head.push_back({measures()[m].title, true});
    if (m < std::size(kPaper)) table.head.push_back({"paper", true});
  }
  table.head.push_back({"added", true});
  for (const SummaryRow& row : results.summary.rows) {
    if (table.rows.size() == kMostBenchRows) break;
    const auto peers = rows_at(results, {row.dataset, row.model, "", {}, 0}, row.rho);
    std::vector<HtmlCell> cells = {text_cell(row.method),
                                   text_cell(row.dataset),
                                   text_cell(row.model),
                                   {rho_text(row.rho)},
                                   {std::to_string(row.runs)}};
    const PublishedFigures* paper = published_for(row);
    for (size_t m = 0; m < row.figures.size(); ++m) {
      cells.push_back(spread_cell(row.figures[m], best_mean(peers, m, 0), best_mean(peers, m, 1)));
      if (m < std::size(kPaper))
        cells.push_back(percent_cell(paper ? (paper->*kPaper[m]).mean : std::nan("")));
    }
    cells.push_back({fmt::format("{:.1f}", row.added.mean)});
    table.rows.push_back(std::move(cells));
  }
  constexpr size_t kWhole = 40;  // rows that need no box of their own
  std::string body = html_table(table);
  if (table.rows.size() > kWhole) body = in_tall_box(std::move(body));
  body += "<p>The paper: " + escaped(published_source()) + "</p>\n";
  if (results.summary.rows.size() > table.rows.size())
    body += "<p>Not all rows have room here; <code>results.csv</code> has them.</p>\n";
  if (results.summary.rows.empty()) body.clear();
  return {"results", "All results",
          "Percent, mean \xc2\xb1 deviation over the runs. The best of each comparison is bold, the second "
          "underlined; "
          "the paper's figures stand beside ours where it has them.",
          body};
}

Section rho_curves(const Results& results, Page& page) {
  std::string body;
  for (const BenchGroup& group : bench_groups(results)) {
    if (group.rhos.size() < 2) continue;
    std::vector<Curve> curves;
    for (const double rho : group.rhos)
      for (const SummaryRow* row : rows_at(results, group, rho)) {
        auto found = std::find_if(curves.begin(), curves.end(),
                                  [&](const Curve& curve) { return curve.label == row->method; });
        if (found == curves.end()) found = curves.insert(curves.end(), Curve{row->method, {}, {}, {}, {}});
        found->x.push_back(rho);
        found->y.push_back(row->figures[0].mean);
        found->low.push_back(row->figures[0].interval.low);
        found->high.push_back(row->figures[0].interval.high);
      }
    body +=
        figure_html(page,
                    line_plot({"rho-" + group.slug, "Accuracy by rho on " + group.title(),
                               "Mean test accuracy of each method for each ratio of small to large classes."},
                              curves, {"rho", "accuracy, percent", 100, true, {}}),
                    group.title());
  }
  body = side_by_side(body);
  return {"rho", "By imbalance",
          "How accuracy falls as the small classes get fewer labels: rho is their share of what a large "
          "class has. "
          "Bands are 95 % intervals.",
          body};
}

// As long as a square is wide.
std::string short_p(double p) {
  if (p < 0.001) return "p <0.001";
  return fmt::format("p {:.{}f}", p, p < 0.1 ? 3 : 2);
}

Section significance(const Results& results, Page& page) {
  std::string body;
  for (const BenchGroup& group : bench_groups(results)) {
    std::vector<std::string> methods;
    for (const SummaryRow* row : rows_at(results, group, group.rho)) methods.push_back(row->method);
    std::vector<Square> squares(methods.size() * methods.size());
    bool any = false;
    for (const Comparison& c : results.summary.pairs) {
      if (c.dataset != group.dataset || c.model != group.model || c.rho != group.rho) continue;
      const size_t a = std::find(methods.begin(), methods.end(), c.method) - methods.begin();
      const size_t b = std::find(methods.begin(), methods.end(), c.against) - methods.begin();
      if (a == methods.size() || b == methods.size() || a == b) continue;
      any = true;
      // Colour says that it is unlikely to be chance, and how large it is.
      const double sure = c.holm < 0.05 && !stars(c).empty() ? 1 : 0;
      const auto put = [&](size_t row, size_t column, double difference) {
        const double strength = sure * std::clamp(0.35 + 10 * std::abs(difference), 0.35, 1.0);
        squares[row * methods.size() + column] = {
            signed_percent(difference), short_p(c.holm), difference < 0 ? -strength : strength,
            fmt::format("{} against {}: {} points, p {} corrected, {} pairs", methods[row], methods[column],
                        signed_percent(difference), short_number(c.holm), c.runs)};
      };
      put(a, b, c.difference.mean);
      put(b, a, -c.difference.mean);
    }
    if (!any) continue;
    body +=
        figure_html(page,
                    matrix_plot({"pairs-" + group.slug, "Pairs of methods on " + at_rho(group),
                                 "Rows against columns: difference of accuracy in points and corrected p."},
                                {methods, methods, "method", "against"}, squares),
                    at_rho(group));
  }
  body = side_by_side(body);
  return {
      "pairs", "Is it chance?",
      "Each square: how many points of accuracy the method of the row has over that of the column on the "
      "same "
      "splits, and below it p of Wilcoxon's signed-rank test after Holm's correction. Only differences that "
      "are "
      "unlikely to be chance (p below 0.05, six pairs or more) are coloured: blue for better, red for worse.",
      body};
}

Section pooled_differences(const Results& results, Page& page) {
  std::vector<Pooled> pooled = results.summary.pooled;
  std::stable_sort(pooled.begin(), pooled.end(),
                   [](const Pooled& a, const Pooled& b) { return a.difference.mean > b.difference.mean; });
  std::string body;
  if (!pooled.empty()) {
    std::vector<IntervalRow> rows;
    int64_t cells = 0, splits = 0;
    for (const Pooled& c : pooled) {
      rows.push_back({c.method, c.difference, std::nan(""), c.holm < 0.05 && !stars(c).empty()});
      cells = std::max(cells, c.cells);
      splits = std::max(splits, c.splits);
    }
    body = figure_html(page,
                       interval_plot({"pooled", "Difference to " + results.reference + " over all cells",
                                      "Mean difference of accuracy with its 95 % interval, the best first."},
                                     rows, ""),
                       fmt::format("points of accuracy against {}, over {} splits of {} cells",
                                   results.reference, splits, cells));
  }
  return {
      "pooled", "Differences over all",
      "How many points of accuracy each method has over " + results.reference +
          " in all cells together, and its 95 % interval. What is unlikely to be chance stands out (p below "
          "0.05 by Wilcoxon's signed-rank test, Holm's correction). Models that were trained on one split "
          "count once.",
      body};
}

Section ranks(const Results& results, Page& page) {
  std::string body;
  if (results.summary.ranking) {
    const Ranking& ranking = *results.summary.ranking;
    body =
        figure_html(page,
                    rank_plot({"ranks", "Mean ranks of the methods",
                               "A line of mean ranks; bars join methods that do not differ significantly."},
                              ranking),
                    fmt::format("Over {} cells of the tables. Friedman's test: statistic {}, p {}.",
                                ranking.cells, short_number(ranking.statistic), short_number(ranking.p, 2)));
  }
  return {"ranks", "Ranks over all",
          "The mean rank of each method by accuracy over data sets, models and ratios; 1 is best. Methods "
          "that a thick "
          "bar joins do not differ by more than Nemenyi's critical difference at 0.05.",
          body};
}

}  // namespace graphsr
