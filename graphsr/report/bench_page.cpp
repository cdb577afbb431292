#include "graphsr/report/bench_page.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "graphsr/report/markup.h"

namespace graphsr {

namespace {

// Letters, digits and dashes of a name, so that it can be a file's and an id.
std::string slug_of(const std::string& text) {
  std::string out;
  for (const char c : text.substr(0, 60)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain)
      out += c;
    else if (c >= 'A' && c <= 'Z')
      out += static_cast<char>(c - 'A' + 'a');
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out.empty() ? "data" : out;
}

template <class Value>
void add_new(std::vector<Value>& values, const Value& value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

std::string list_of(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return escaped(out);
}

// "0 to 19" where nothing is missing between, else the number of seeds.
std::string seeds_of(const std::set<uint64_t>& seeds) {
  if (seeds.empty()) return "none";
  const uint64_t first = *seeds.begin(), last = *seeds.rbegin();
  if (seeds.size() == 1) return std::to_string(first);
  if (last - first + 1 == seeds.size()) return fmt::format("{} to {}", first, last);
  return fmt::format("{} between {} and {}", seeds.size(), first, last);
}

// In how many cells of the table the reference has the highest mean accuracy.
std::string summary_of(const Results& results) {
  std::vector<const SummaryRow*> best;
  std::vector<std::string> keys;
  for (const SummaryRow& row : results.summary.rows) {
    const std::string key = fmt::format("{}\n{}\n{}", row.dataset, row.model, row.rho);
    const size_t at = std::find(keys.begin(), keys.end(), key) - keys.begin();
    if (at == keys.size()) {
      keys.push_back(key);
      best.push_back(&row);
    } else if (row.figures[0].mean > best[at]->figures[0].mean) {
      best[at] = &row;
    }
  }
  const auto won = std::count_if(best.begin(), best.end(),
                                 [&](const SummaryRow* row) { return row->method == results.reference; });
  std::string out = fmt::format("{} runs.", grouped(std::ssize(results.records)));
  if (!best.empty() && results.summary.rows.size() > best.size())
    out += fmt::format(" {} has the highest mean accuracy in {} of {} comparisons.", results.reference, won,
                       best.size());
  if (!results.failed.empty()) out += fmt::format(" {} runs failed.", results.failed.size());
  if (!results.missing.empty()) out += fmt::format(" {} runs are still to be done.", results.missing.size());
  return out;
}

}  // namespace

std::string BenchGroup::title() const { return dataset + ", " + model; }

std::vector<BenchGroup> bench_groups(const Results& results) {
  std::vector<BenchGroup> groups;
  for (const SummaryRow& row : results.summary.rows) {
    auto found = std::find_if(groups.begin(), groups.end(), [&](const BenchGroup& group) {
      return group.dataset == row.dataset && group.model == row.model;
    });
    if (found == groups.end()) {
      std::string slug = slug_of(row.dataset + "-" + row.model);
      const auto taken = [&](const BenchGroup& group) { return group.slug == slug; };
      while (std::any_of(groups.begin(), groups.end(), taken)) slug += "-b";
      groups.push_back({row.dataset, row.model, slug, {}, 0});
      found = groups.end() - 1;
    }
    add_new(found->rhos, row.rho);
  }
  for (BenchGroup& group : groups) {
    std::sort(group.rhos.begin(), group.rhos.end());
    const bool usual = std::find(group.rhos.begin(), group.rhos.end(), 0.3) != group.rhos.end();
    group.rho = usual ? 0.3 : group.rhos.front();
  }
  return groups;
}

Section grid_card(const Results& results) {
  std::vector<std::string> datasets, models, methods;
  std::set<double> rhos;
  std::set<uint64_t> seeds;
  double seconds = 0;
  for (const Record& record : results.records) {
    add_new(datasets, record.place.dataset);
    add_new(models, record.place.model);
    add_new(methods, record.place.method);
    rhos.insert(record.place.rho);
    seeds.insert(record.place.seed);
    seconds += record.seconds;
  }
  std::string ratios;
  for (const double rho : rhos) ratios += (ratios.empty() ? "" : ", ") + rho_text(rho);
  return {"grid", "Grid",
          "What was run: every combination of these. Methods of one seed have the same labelled, validation "
          "and test "
          "nodes, so that they can be compared in pairs.",
          facts_html(
              {{"Data sets", list_of(datasets)},
               {"Models", list_of(models)},
               {"Methods", list_of(methods)},
               {"Compared with", escaped(results.reference)},
               {"rho", ratios},
               {"Seeds", seeds_of(seeds)},
               {"Runs", fmt::format("{} done, {} failed, {} to be done", grouped(std::ssize(results.records)),
                                    results.failed.size(), results.missing.size())},
               {"Time", fmt::format("{:.0f} s, all runs together", seconds)}})};
}

Section gaps(const Results& results) {
  std::string body;
  if (!results.failed.empty()) {
    HtmlTable table{"failed-table",
                    "Runs that failed",
                    "",
                    {{"data set"}, {"model"}, {"method"}, {"rho", true}, {"seed", true}, {"why"}},
                    {}};
    for (const FailedPlace& failed : results.failed) {
      if (table.rows.size() == kMostBenchRows) break;
      table.rows.push_back({text_cell(failed.place.dataset),
                            text_cell(failed.place.model),
                            text_cell(failed.place.method),
                            {rho_text(failed.place.rho)},
                            {std::to_string(failed.place.seed)},
                            text_cell(failed.message)});
    }
    body += html_table(table);
  }
  if (!results.missing.empty())
    body +=
        fmt::format("<p>{} runs are still to be done; the command that began the bench continues it.</p>\n",
                    grouped(std::ssize(results.missing)));
  if (body.empty()) body = "<p>Nothing is missing: every run of the grid was finished.</p>\n";
  return {"gaps", "Failed and missing runs", "Runs that are not in the tables and figures above.", body};
}

Page bench_page(const Results& results) {
  Page page;
  page.kind = "graphsr bench";
  std::vector<std::string> datasets;
  std::string title;
  for (const BenchGroup& group : bench_groups(results)) add_new(datasets, group.dataset);
  for (const std::string& name : datasets) title += (title.empty() ? "" : ", ") + name;
  page.title = title.empty() ? "No results yet" : "Methods compared on " + title;
  page.summary = summary_of(results);
  std::vector<Section> sections;
  sections.push_back(grid_card(results));
  sections.push_back(bench_headline(results, page));
  sections.push_back(results_table(results));
  sections.push_back(rho_curves(results, page));
  sections.push_back(bench_added(results, page));
  sections.push_back(bench_classes(results, page));
  sections.push_back(significance(results, page));
  sections.push_back(pooled_differences(results, page));
  sections.push_back(ranks(results, page));
  sections.push_back(gaps(results));
  for (Section& section : sections)
    if (!section.body.empty()) page.sections.push_back(std::move(section));
  return page;
}

}  // namespace graphsr
