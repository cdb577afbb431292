// The sections of a run's page that have figures.
#include <cmath>

#include <fmt/format.h>

#include "graphsr/measure/resample.h"
#include "graphsr/report/bar_plot.h"
#include "graphsr/report/dumbbell_plot.h"
#include "graphsr/report/line_plot.h"
#include "graphsr/report/map_plot.h"
#include "graphsr/report/markup.h"
#include "graphsr/report/matrix_plot.h"
#include "graphsr/report/run_page.h"

namespace graphsr {

namespace {

std::string tile(const std::string& name, const Interval& value, const Interval* before) {
  std::string note;
  if (value.high > value.low) note = fmt::format("95 %: {} to {}", percent(value.low), percent(value.high));
  std::string change;
  if (before && std::isfinite(value.mean) && std::isfinite(before->mean)) {
    const double difference = value.mean - before->mean;
    change = fmt::format("<dd class=\"note\"><span class=\"{}\">{}</span> from {}</dd>",
                         difference < 0 ? "loss" : "gain", signed_percent(difference), percent(before->mean));
  }
  return fmt::format(
      "<div><dt>{}</dt><dd class=\"big\">{}<small>%</small></dd>{}<dd class=\"note\">{}</dd></div>\n", name,
      percent(value.mean), change, note);
}

// Figures in the order in which they are shown; AUC has no interval.
std::vector<Interval> headline_values(const Metrics& m) {
  FigureIntervals intervals = resampled_figures(m);
  intervals.macro_f1.mean = m.macro_f1;
  intervals.accuracy.mean = m.accuracy;
  intervals.balanced_accuracy.mean = m.balanced_accuracy;
  intervals.g_mean.mean = m.g_mean;
  return {intervals.macro_f1,
          intervals.accuracy,
          intervals.balanced_accuracy,
          intervals.g_mean,
          {m.auc_roc, m.auc_roc, m.auc_roc}};
}

std::vector<BarRow> headline_rows(const Metrics& m, const Metrics* before) {
  const char* names[] = {"macro-F1", "accuracy", "balanced accuracy", "G-mean", "AUC-ROC"};
  const std::vector<Interval> now = headline_values(m);
  std::vector<BarRow> rows;
  for (size_t k = 0; k < now.size(); ++k) rows.push_back({names[k], now[k], {}});
  if (!before) return rows;
  const std::vector<Interval> then = headline_values(*before);
  for (size_t k = 0; k < rows.size(); ++k) rows[k].before = then[k];
  return rows;
}

std::string class_cell(const RunData& run, int32_t c) {
  return text_cell(run.class_names[c]).html +
         (run.is_minority(c) ? " <span class=\"tag\">minority</span>" : "");
}

struct Counts {
  int64_t labelled = 0, candidates = 0, kept = 0, known = 0, right = 0, kept_known = 0, kept_right = 0;
};

std::vector<Counts> counts_of(const RunData& run) {
  std::vector<Counts> counts(run.class_names.size());
  for (const MapNode& node : run.map)
    if (node.role == Role::train && node.label >= 0) ++counts[node.label].labelled;
  for (const LedgerEntry& c : run.ledger) {
    Counts& of = counts[c.label];
    const bool known = c.truth >= 0, right = c.truth == c.label;
    ++of.candidates;
    of.kept += c.kept;
    of.known += known;
    of.right += right;
    of.kept_known += known && c.kept;
    of.kept_right += right && c.kept;
  }
  return counts;
}

double share(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : std::nan("");
}

}  // namespace

Section headline(const RunData& run, Page& page) {
  const Metrics* before = run.before ? &*run.before : nullptr;
  const std::vector<BarRow> rows = headline_rows(*run.shown(), before);
  std::string body = "<dl class=\"tiles\" id=\"headline-tiles\">\n";
  for (const BarRow& row : rows) body += tile(row.label, row.value, row.before ? &*row.before : nullptr);
  body += "</dl>\n";
  const std::string nodes = run.test ? "test nodes" : "validation nodes";
  body += figure_html(
      page,
      bar_plot({"headline-figures", "Headline figures on the " + nodes,
                "Bars of macro-F1, accuracy, balanced accuracy, G-mean and AUC-ROC" +
                    std::string(before ? ", before and after nodes were added." : ".")},
               rows),
      "Whiskers: 95 % of the figures when the nodes of each class are drawn anew. They say how much "
      "chance there is in the choice of these nodes, not in the seed; 'graphsr bench' compares seeds.");
  return {"results", "Headline figures",
          std::string("How good the classifier is on ") + nodes +
              (run.test ? " that it never saw" : ", which chose its epoch") +
              (before ? ", and how good it was before nodes were added." : "."),
          body};
}

Section per_class(const RunData& run, Page& page) {
  const Metrics& m = *run.shown();
  const size_t classes = run.class_names.size();
  DumbbellPanel precision{"precision", {}, {}}, recall{"recall", {}, {}};
  HtmlTable table{"class-table", "Figures of each class", "", {{"class"}, {"nodes", true}}, {}};
  for (const char* figure : {"precision %", "recall %", "F1 %"}) table.head.push_back({figure, true});
  for (size_t c = 0; c < classes; ++c) {
    precision.after.push_back(m.per_class[c].precision);
    recall.after.push_back(m.per_class[c].recall);
    std::vector<HtmlCell> row = {{class_cell(run, static_cast<int32_t>(c))},
                                 count_cell(m.per_class[c].support)};
    for (const auto which : {&ClassFigures::precision, &ClassFigures::recall, &ClassFigures::f1}) {
      row.push_back(percent_cell(m.per_class[c].*which));
      if (run.before)
        row.back().html = fmt::format("<span class=\"muted\">{} \xe2\x86\x92</span> {}",
                                      percent(run.before->per_class[c].*which), row.back().html);
    }
    if (run.before) {
      precision.before.push_back(run.before->per_class[c].precision);
      recall.before.push_back(run.before->per_class[c].recall);
    }
    table.rows.push_back(std::move(row));
  }
  std::string body;
  if (classes <= kMostClassesDrawn)
    body =
        figure_html(page, dumbbell_plot({"per-class", "Precision and recall of each class",
                                         "For each class a hollow dot before nodes were added and a filled "
                                         "one after."},
                                        run.class_names, {precision, recall}));
  body += html_table(table);
  return {"classes", "Each class",
          "Precision: how many of the nodes given to a class belong there. Recall: how many of its nodes "
          "were found. "
          "Imbalance shows as low recall of the small classes. Where two numbers stand, the first is from "
          "before nodes "
          "were added.",
          body};
}

Section added_nodes(const RunData& run, Page& page) {
  const std::vector<Counts> counts = counts_of(run);
  std::vector<PartsRow> rows;
  HtmlTable table{"added-table",
                  "Nodes added to each class",
                  "",
                  {{"class"},
                   {"labelled", true},
                   {"candidates", true},
                   {"kept", true},
                   {"candidates right %", true},
                   {"kept right %", true}},
                  {}};
  bool unknown = false;
  for (size_t c = 0; c < counts.size(); ++c) {
    const Counts& of = counts[c];
    const auto wrong = static_cast<double>(of.kept_known - of.kept_right);
    const auto open = static_cast<double>(of.kept - of.kept_known);
    unknown = unknown || open > 0;
    rows.push_back({run.class_names[c],
                    {static_cast<double>(of.labelled), static_cast<double>(of.kept_right) + open, wrong},
                    fmt::format("+{}", grouped(of.kept))});
    table.rows.push_back({{class_cell(run, static_cast<int32_t>(c))},
                          count_cell(of.labelled),
                          count_cell(of.candidates),
                          count_cell(of.kept),
                          percent_cell(share(of.right, of.known)),
                          percent_cell(share(of.kept_right, of.kept_known))});
  }
  const std::vector<Part> parts = {{"labelled", "bar-labelled"},
                                   {unknown ? "added" : "added, right", "bar-after"},
                                   {"added, wrong", "bar-wrong", "hatch-wrong"}};
  std::string body;
  if (run.ledger.empty()) body = "<p>The method added no nodes.</p>\n";
  body +=
      figure_html(page,
                  parts_plot({"added", "Nodes added to each class",
                              "Stacked bars: labelled nodes, and the nodes added to them, right and wrong."},
                             parts, rows, "training nodes")) +
      html_table(table);
  return {"added", "What was added",
          "How many labelled nodes each class had, how many candidates were considered for it and kept, and "
          "how many "
          "of both have the right label where the truth is known.",
          body};
}

Section learning(const RunData& run, Page& page) {
  Curve reward{"mean reward of an episode", {}, {}, {}, {}},
      score{"score of what was chosen", {}, {}, {}, {}};
  LineAxes axes{"update of the agent", "mean reward", 1, false, {}};
  for (size_t i = 0; i < run.history.size(); ++i) {
    const HistoryRow& row = run.history[i];
    const auto x = static_cast<double>(i + 1);
    if (i > 0 && row.round != run.history[i - 1].round) {
      axes.parts.push_back(x - 0.5);
      for (Curve* curve : {&reward, &score}) {
        curve->x.push_back(x - 0.5);
        curve->y.push_back(std::nan(""));
      }
    }
    reward.x.push_back(x);
    reward.y.push_back(row.mean_reward);
    score.x.push_back(x);
    score.y.push_back(row.validation);
  }
  std::string body;
  if (run.history.empty()) {
    body = "<p>No agent learned in this run, so there are only the epochs of the classifier.</p>\n";
  } else {
    const std::string rounds = axes.parts.empty() ? "" : " Vertical lines: a new round begins.";
    body = figure_html(page,
                       line_plot({"reward", "Reward of the agent",
                                  "The mean reward of an episode at each update of the agent."},
                                 {reward}, axes),
                       "It should rise and level off." + rounds);
    axes.y = "percent";
    axes.factor = 100;
    body += figure_html(page,
                        line_plot({"score", "Score of what the agent chose",
                                   "The validation score of the agent's choice at each update."},
                                  {score}, axes),
                        "What the score measures depends on the game." + rounds);
    body = side_by_side(body);
  }
  std::vector<Curve> curves;
  for (size_t m = 0; m < run.reports.size() && m < 8; ++m) {
    Curve curve{run.reports.size() > 1 ? fmt::format("network {}", m + 1) : "network", {}, {}, {}, {}};
    for (size_t e = 0; e < run.reports[m].epochs.size(); ++e) {
      curve.x.push_back(static_cast<double>(e + 1));
      curve.y.push_back(run.validation ? run.reports[m].epochs[e].validation_accuracy
                                       : run.reports[m].epochs[e].loss);
    }
    if (!curve.x.empty()) curves.push_back(std::move(curve));
  }
  if (!curves.empty())
    body +=
        figure_html(page,
                    line_plot({"epochs", "Epochs of the last fit",
                               "Validation accuracy, or the loss where there are no such nodes, by epoch."},
                              curves,
                              {"epoch",
                               run.validation ? "validation accuracy, percent" : "training loss",
                               run.validation ? 100.0 : 1.0,
                               false,
                               {}}),
                    "The last fit, on the labelled and the added nodes; the best epoch was kept.");
  return {"learning", "How it learned",
          "The agent plays the game of keeping and refusing candidates; then the classifier is trained on "
          "what was kept.",
          body};
}

Section embedding_map(const RunData& run, Page& page) {
  const std::string few =
      run.map.size() - run.ledger.size() > kMostFaint || run.ledger.size() > kMostCandidates
          ? " Not all nodes are drawn, but an even sample; map.csv has them all."
          : "";
  return {
      "map", "Map of the nodes",
      "Nodes that the classifier sees as alike lie close together. Names stand in the middle of the nodes "
      "that are "
      "predicted to be of the class; point at a mark to see its node.",
      figure_html(page,
                  map_plot({"map", "Map of the embedding",
                            "The classifier's embedding in two dimensions, with labelled nodes, candidates "
                            "that were kept or refused, and wrong pseudo-labels."},
                           run),
                  "The first two principal components of the last layer before the head; a few nodes that "
                  "lie far out are "
                  "drawn at the edge." +
                      few)};
}

Section confusions(const RunData& run, Page& page) {
  std::string body;
  if (run.class_names.size() > kMostClassesDrawn)
    return {"confusion", "What is taken for what", "Which classes are taken for which.",
            "<p>There are too many classes to draw; <code>metrics.json</code> has the matrices.</p>\n"};
  if (run.before)
    body += figure_html(page,
                        confusion_plot({"confusion-before", "Confusion before nodes were added",
                                        "Rows are true classes, columns predictions."},
                                       run.class_names, run.before->confusion),
                        "Before nodes were added");
  body += figure_html(
      page,
      confusion_plot({"confusion-after", run.before ? "Confusion after nodes were added" : "Confusion",
                      "Rows are true classes, columns predictions."},
                     run.class_names, run.shown()->confusion),
      run.before ? "After" : "");
  return {
      "confusion", "What is taken for what",
      "Each row holds the nodes of one class, by what they were taken for. Blue on the diagonal is right; "
      "elsewhere the stronger the colour, the larger the share of the class that went astray.",
      side_by_side(body)};
}

}  // namespace graphsr
