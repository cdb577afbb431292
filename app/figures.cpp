#include "app/figures.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graphsr/experiment/documents.h"
#include "graphsr/report/table.h"

namespace graphsr::app {

namespace {

std::string percent(double share) { return std::isfinite(share) ? fixed(100 * share, 1) : "-"; }

struct Column {
  std::string title;
  std::vector<std::string> cells;  // one per class
};

// Class names and columns, each as wide as its widest cell.
void print_table(const Dataset& dataset, const std::vector<Column>& columns) {
  size_t first = 5;
  for (const std::string& name : dataset.class_names) first = std::max(first, name.size());
  std::vector<size_t> widths;
  for (const Column& column : columns) {
    size_t width = column.title.size();
    for (const std::string& cell : column.cells) width = std::max(width, cell.size());
    widths.push_back(width);
  }
  fmt::print("{:<{}}", "class", first);
  for (size_t k = 0; k < columns.size(); ++k) fmt::print("  {:>{}}", columns[k].title, widths[k]);
  fmt::print("\n");
  for (int c = 0; c < dataset.classes(); ++c) {
    fmt::print("{:<{}}", dataset.class_names[c], first);
    for (size_t k = 0; k < columns.size(); ++k) fmt::print("  {:>{}}", columns[k].cells[c], widths[k]);
    fmt::print("\n");
  }
}

template <class Cell>
Column column(const Dataset& dataset, const std::string& title, const Cell& cell) {
  Column out{title, {}};
  for (int c = 0; c < dataset.classes(); ++c) out.cells.push_back(cell(c));
  return out;
}

// Labelled nodes and, where there were candidates, what became of them.
std::vector<Column> choice_columns(const Dataset& dataset, const Chosen& chosen) {
  std::vector<int64_t> labelled(dataset.classes());
  for (const int32_t label : chosen.task.train.labels) ++labelled[label];
  std::vector<Column> columns = {
      column(dataset, "labelled", [&](int c) { return std::to_string(labelled[c]); })};
  if (chosen.augmented.ledger.empty()) return columns;
  const std::vector<CandidateCounts> counts = count_candidates(dataset, chosen.augmented);
  columns.push_back(
      column(dataset, "candidates", [&](int c) { return std::to_string(counts[c].candidates); }));
  columns.push_back(column(dataset, "kept", [&](int c) { return std::to_string(counts[c].kept); }));
  if (total(counts).known > 0) {
    columns.push_back(column(dataset, "right", [&](int c) { return percent(counts[c].precision()); }));
    columns.push_back(
        column(dataset, "kept right", [&](int c) { return percent(counts[c].kept_precision()); }));
  }
  return columns;
}

void print_candidates(const Dataset& dataset, const Chosen& chosen) {
  if (chosen.augmented.ledger.empty()) return;
  const CandidateCounts all = total(count_candidates(dataset, chosen.augmented));
  fmt::print("{} candidates, {} kept", all.candidates, all.kept);
  if (all.known > 0)
    fmt::print("; {} % of the candidates and {} % of the kept have the right label", percent(all.precision()),
               percent(all.kept_precision()));
  fmt::print("\n");
}

}  // namespace

void print_task(const Dataset& dataset, const Chosen& chosen) {
  const Split& split = chosen.split;
  std::string minority;
  for (const int32_t c : split.minority) minority += (minority.empty() ? "" : ", ") + dataset.class_names[c];
  fmt::print("{}: {} nodes, {} edges, {} {} features ({}), {} classes\n", dataset.name, dataset.nodes(),
             dataset.counts.read > 0 ? dataset.counts.kept : dataset.graph->edges.nonzeros() / 2,
             dataset.graph->features.cols(), dataset.graph->features.is_sparse() ? "sparse" : "dense",
             name_of(chosen.preprocessing.scaling), dataset.classes());
  fmt::print("split: protocol {}, seed {}, rho {:.3g}: {} train, {} validation, {} test, {} in the pool\n",
             split.protocol, split.seed, split.rho, split.train.size(), split.validation.size(),
             split.test.size(), chosen.task.pool.size());
  fmt::print("minority: {}\n", minority.empty() ? "none" : minority);
}

void print_choice(const Dataset& dataset, const Chosen& chosen) {
  print_candidates(dataset, chosen);
  fmt::print("\n");
  print_table(dataset, choice_columns(dataset, chosen));
}

void print_result(const Dataset& dataset, const Cell& cell, const Result& result) {
  print_task(dataset, result);
  std::string epochs;
  for (const FitReport& report : result.reports)
    epochs += fmt::format("{}{} of {}", epochs.empty() ? "" : ", ", report.best_epoch, report.epochs.size());
  fmt::print("{}{} {}: {}, kept epoch {}, {:.2f} s\n", cell.method,
             cell.preset.empty() ? "" : " (" + cell.preset + ")", cell.model.conv, training_of(cell).loss,
             epochs, result.seconds.at("total"));
  print_candidates(dataset, result);
  if (result.refitted) fmt::print("the model was trained once more with the validation labels\n");
  fmt::print("\n");
  const bool has_test = result.test.has_value();
  const Metrics* shown = has_test ? &*result.test : result.validation ? &*result.validation : nullptr;
  std::vector<Column> columns = choice_columns(dataset, result);
  if (!shown) {
    print_table(dataset, columns);
    fmt::print("\nno nodes were held out, so there are no figures\n");
    return;
  }
  const char* part = has_test ? "test" : "validation";
  const auto figure = [&](const char* title, const Metrics& m, double ClassFigures::*which) {
    columns.push_back(column(dataset, title, [&](int c) {
      const ClassFigures& figures = m.per_class[c];
      return figures.support > 0 || which == &ClassFigures::precision ? percent(figures.*which) : "-";
    }));
  };
  columns.push_back(
      column(dataset, part, [&](int c) { return std::to_string(shown->per_class[c].support); }));
  figure("precision", *shown, &ClassFigures::precision);
  if (result.before) figure("recall before", *result.before, &ClassFigures::recall);
  figure(result.before ? "after" : "recall", *shown, &ClassFigures::recall);
  figure("f1", *shown, &ClassFigures::f1);
  print_table(dataset, columns);
  const auto line = [&](const char* name, const Metrics& m) {
    fmt::print("{}: accuracy {}  macro-F1 {}  AUC-ROC {}  balanced accuracy {}  G-mean {}\n", name,
               percent(m.accuracy), percent(m.macro_f1), percent(m.auc_roc), percent(m.balanced_accuracy),
               percent(m.g_mean));
  };
  fmt::print("\n");
  if (result.before) line("before", *result.before);
  line(part, *shown);
  if (!has_test)
    fmt::print(
        "(held out of the labelled nodes; they also chose the epoch, so the figures are optimistic)\n");
  else if (result.validation)
    fmt::print("validation: accuracy {}  macro-F1 {}  AUC-ROC {}  (chose the epoch: optimistic)\n",
               percent(result.validation->accuracy), percent(result.validation->macro_f1),
               percent(result.validation->auc_roc));
}

}  // namespace graphsr::app
