// The sections of a bench's page that look at single classes.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "graphsr/report/bench_page.h"
#include "graphsr/report/dumbbell_plot.h"
#include "graphsr/report/markup.h"
#include "graphsr/report/matrix_plot.h"

namespace graphsr {

namespace {

// A method's runs at a place, and what they say of each class.
struct MethodRuns {
  std::string method;
  std::vector<const Record*> records;

  // Mean over the runs in which `of` has a value.
  template <class Of>
  double mean(size_t c, const Of& of) const {
    double sum = 0;
    int64_t count = 0;
    for (const Record* record : records) {
      const double value = of(*record, c);
      if (!std::isfinite(value)) continue;
      sum += value;
      ++count;
    }
    return count > 0 ? sum / static_cast<double>(count) : std::nan("");
  }
};

std::vector<MethodRuns> methods_at(const Results& results, const BenchGroup& group) {
  std::vector<MethodRuns> methods;
  for (const Record& record : results.records) {
    const Place& place = record.place;
    if (place.dataset != group.dataset || place.model != group.model || place.rho != group.rho) continue;
    auto found = std::find_if(methods.begin(), methods.end(),
                              [&](const MethodRuns& runs) { return runs.method == place.method; });
    if (found == methods.end()) found = methods.insert(methods.end(), MethodRuns{place.method, {}});
    found->records.push_back(&record);
  }
  return methods;
}

// Those of the first record: a data set has one list. Records of another length are left out.
std::vector<std::string> classes_of(std::vector<MethodRuns>& methods) {
  if (methods.empty()) return {};
  const std::vector<std::string> names = methods.front().records.front()->class_names;
  for (MethodRuns& runs : methods)
    std::erase_if(runs.records, [&](const Record* record) {
      return record->test.per_class.size() != names.size() || record->added.size() != names.size();
    });
  return names;
}

double added_as_minority(const Record& record, size_t c) {
  const bool minority =
      std::binary_search(record.minority.begin(), record.minority.end(), static_cast<int32_t>(c));
  return minority ? static_cast<double>(record.added[c]) : std::nan("");
}

double precision_of(const Record& record, size_t c) { return record.test.per_class[c].precision; }
double recall_of(const Record& record, size_t c) { return record.test.per_class[c].recall; }
double f1_of(const Record& record, size_t c) { return record.test.per_class[c].f1; }

std::string at_rho(const BenchGroup& group) {
  return fmt::format("{}, rho {}", group.title(), rho_text(group.rho));
}

std::string class_figure(const Results& results, Page& page, const BenchGroup& group,
                         const std::vector<MethodRuns>& methods, const std::vector<std::string>& classes) {
  const MethodRuns *plain = nullptr, *reference = nullptr;
  for (const MethodRuns& runs : methods) {
    if (runs.method == results.reference) reference = &runs;
    if (runs.method == "vanilla") plain = &runs;
  }
  if (!reference || classes.size() > kMostClassesDrawn) return "";
  if (plain == reference) plain = nullptr;
  DumbbellPanel precision{"precision", {}, {}}, recall{"recall", {}, {}};
  for (size_t c = 0; c < classes.size(); ++c) {
    precision.after.push_back(reference->mean(c, precision_of));
    recall.after.push_back(reference->mean(c, recall_of));
    if (!plain) continue;
    precision.before.push_back(plain->mean(c, precision_of));
    recall.before.push_back(plain->mean(c, recall_of));
  }
  return figure_html(
      page,
      dumbbell_plot({"classes-" + group.slug, "Precision and recall of each class on " + at_rho(group),
                     "For each class the mean over the runs, of vanilla and of " + results.reference + "."},
                    classes, {precision, recall}, "vanilla", results.reference),
      fmt::format("{}: {}{}", at_rho(group), results.reference, plain ? " beside vanilla" : ""));
}

}  // namespace

Section bench_added(const Results& results, Page& page) {
  std::string body;
  for (const BenchGroup& group : bench_groups(results)) {
    std::vector<MethodRuns> methods = methods_at(results, group);
    const std::vector<std::string> classes = classes_of(methods);
    std::vector<std::string> rows;
    std::vector<double> means;
    double largest = 0;
    for (const MethodRuns& runs : methods) {
      std::vector<double> row;
      for (size_t c = 0; c < classes.size(); ++c) row.push_back(runs.mean(c, added_as_minority));
      const bool adds = std::any_of(row.begin(), row.end(), [](double value) { return value > 0; });
      if (!adds) continue;
      rows.push_back(runs.method);
      for (const double value : row) {
        means.push_back(value);
        if (value > largest) largest = value;
      }
    }
    if (rows.empty() || classes.size() > kMostClassesDrawn) continue;
    std::vector<Square> squares;
    for (size_t k = 0; k < means.size(); ++k) {
      const std::string number = std::isfinite(means[k]) ? fmt::format("{:.0f}", means[k]) : "\xe2\x80\x93";
      squares.push_back({number, "", std::isfinite(means[k]) ? means[k] / largest : 0,
                         fmt::format("{} adds {} nodes to {}", rows[k / classes.size()], number,
                                     classes[k % classes.size()])});
    }
    body +=
        figure_html(page,
                    matrix_plot({"added-" + group.slug, "Nodes added to each small class on " + at_rho(group),
                                 "Rows are methods, columns classes; mean number of nodes added."},
                                {rows, classes, "method", "class"}, squares),
                    at_rho(group));
  }
  body = side_by_side(body);
  return {"added", "Nodes added",
          "How many nodes each method adds to a class, as the mean over the runs in which it was one of the "
          "small "
          "classes (the paper's figure 3). Methods that add none are left out.",
          body};
}

Section bench_classes(const Results& results, Page& page) {
  std::string body;
  HtmlTable table{"class-table",
                  "Figures of each class",
                  "Search classes and methods",
                  {{"class"},
                   {"method", false, true},
                   {"data set", false, true},
                   {"model", false, true},
                   {"runs", true},
                   {"precision %", true},
                   {"recall %", true},
                   {"F1 %", true}},
                  {}};
  bool all = true;
  for (const BenchGroup& group : bench_groups(results)) {
    std::vector<MethodRuns> methods = methods_at(results, group);
    const std::vector<std::string> classes = classes_of(methods);
    body += class_figure(results, page, group, methods, classes);
    for (size_t c = 0; c < classes.size(); ++c)
      for (const MethodRuns& runs : methods) {
        all = all && table.rows.size() < kMostBenchRows;
        if (!all) continue;
        table.rows.push_back({text_cell(classes[c]),
                              text_cell(runs.method),
                              text_cell(group.dataset),
                              text_cell(group.model),
                              {std::to_string(runs.records.size())},
                              percent_cell(runs.mean(c, precision_of)),
                              percent_cell(runs.mean(c, recall_of)),
                              percent_cell(runs.mean(c, f1_of))});
      }
  }
  if (table.rows.empty()) return {"classes", "Each class", "", ""};
  body += in_tall_box(html_table(table));
  if (!all) body += "<p>Not all rows have room here; <code>results.json</code> has the runs.</p>\n";
  return {"classes", "Each class",
          "Precision: how many of the nodes given to a class belong there. Recall: how many of its nodes "
          "were found. "
          "Means over the runs, whether the class was small in them or not.",
          body};
}

}  // namespace graphsr
