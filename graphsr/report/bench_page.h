// The page of a bench: which methods are better, by how much, and whether that can be chance.
#pragma once

#include <string>
#include <vector>

#include "graphsr/report/page.h"
#include "graphsr/report/result_tables.h"

namespace graphsr {

Page bench_page(const Results& results);

// A data set with a model, and what the grid has of it. Most sections have a figure for each, at one rho:
// 0.3, as in the paper's main table, where that is among them, else the smallest.
struct BenchGroup {
  std::string dataset, model;
  std::string slug;          // for names of figures
  std::vector<double> rhos;  // ascending
  double rho = 0;            // the one that is shown

  std::string title() const;  // "cora, gcn"
};
std::vector<BenchGroup> bench_groups(const Results& results);

// At most so many rows stand in a table of the page; results.csv and results.json have all.
constexpr size_t kMostBenchRows = 1500;

// Its sections; figures are put into the page. Those whose body is empty are left out.
Section grid_card(const Results& results);
Section bench_headline(const Results& results, Page& page);
Section results_table(const Results& results);
Section rho_curves(const Results& results, Page& page);
Section bench_added(const Results& results, Page& page);
Section bench_classes(const Results& results, Page& page);
Section significance(const Results& results, Page& page);
Section pooled_differences(const Results& results, Page& page);
Section ranks(const Results& results, Page& page);
Section gaps(const Results& results);

}  // namespace graphsr
