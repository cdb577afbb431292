// What a grid's runs say together: means, paired differences, ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graphsr/experiment/record.h"
#include "graphsr/measure/bootstrap.h"

namespace graphsr {

// The measures that tables have a column for.
struct Measure {
  const char* name;   // "macro_f1", as in JSON
  const char* title;  // "F1", as in the paper's tables
  double (*of)(const Metrics& metrics);
};
std::span<const Measure> measures();  // accuracy, macro_f1, auc_roc, balanced_accuracy, g_mean

struct Spread {
  double mean = 0, deviation = 0;  // of the sample (n - 1); deviation NaN for a single run
  Interval interval;               // of the mean, 95 %, by bootstrap
};

struct SummaryRow {
  std::string dataset, model, method;
  double rho = 0;
  int64_t runs = 0;
  std::vector<Spread> figures;  // one per measure
  Spread added;                 // nodes
};

// Two methods on the same splits.
struct Comparison {
  std::string dataset, model;
  double rho = 0;
  std::string method, against;
  size_t measure = 0;   // place in measures(); 0: accuracy
  int64_t runs = 0;     // pairs: seeds that both have, with the same split and a figure each
  Interval difference;  // of the figures, method minus against: mean, 95 % by bootstrap over the pairs
  double p = 1;         // Wilcoxon's signed-rank test
  double holm = 1;      // the same, corrected for all comparisons of this cell and measure
};

// Two methods over all cells together, in which both have runs. Models that were trained on the same split
// are not independent of each other: the mean of their differences counts, once for each split.
struct Pooled {
  std::string method, against;
  int64_t cells = 0, splits = 0;
  Interval difference;  // of accuracy, mean over the splits, as in Comparison
  double p = 1;         // Wilcoxon's signed-rank test on the splits
  double holm = 1;      // the same, corrected for all methods
};

// Mean ranks of accuracy over (data set, model, rho) in which every method has runs; of those only the splits
// count that every method has.
struct Ranking {
  std::vector<std::string> methods;  // best first
  std::vector<double> mean_rank;     // 1 is best
  int64_t cells = 0;
  double statistic = 0, p = 1;     // Friedman's test
  double critical_difference = 0;  // Nemenyi's, at 0.05
};

struct Summary {
  std::vector<SummaryRow> rows;         // in the order of the records' first appearance
  std::vector<Comparison> comparisons;  // of each method with the reference, by accuracy
  std::vector<Comparison> further;      // the same by the other measures
  std::vector<Comparison> pairs;        // of every two methods, by accuracy
  std::vector<Pooled> pooled;           // of each method with the reference; from two cells on
  std::optional<Ranking> ranking;       // from two cells and three methods on
};

// The method that others are compared with; empty: graphsr, or the first where it is missing.
std::string reference_method(std::span<const Record> records, const std::string& reference);

// That of `method` in a cell with the reference by measures()[measure]; null where there is none.
const Comparison* comparison_of(const Summary& summary, const Place& place, size_t measure);

// Of records in any order; `reference` as above. Refuses two records of one place.
Summary summarise(std::span<const Record> records, const std::string& reference = "");

// Stars say no more than the corrected p does, and nothing below six pairs: "***" < 0.001, "**" < 0.01,
// "*" < 0.05.
std::string stars(const Comparison& comparison);
std::string stars(const Pooled& comparison);

}  // namespace graphsr
