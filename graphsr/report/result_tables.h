// A grid's results: what was run, what it says together, what is missing; as tables and as documents.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "graphsr/experiment/record.h"
#include "graphsr/experiment/summary.h"
#include "graphsr/report/table.h"

namespace graphsr {

struct FailedPlace {
  Place place;
  std::string message;
};

struct Results {
  std::vector<Record> records;
  std::vector<Place> missing;  // asked for, neither run nor failed
  std::vector<FailedPlace> failed;
  std::string reference;  // the method that others are compared with
  Summary summary;
};

// Summarises. `reference` empty: as summarise() chooses.
Results make_results(std::vector<Record> records, std::vector<Place> missing = {},
                     std::vector<FailedPlace> failed = {}, const std::string& reference = "");

// All of the tables below, in this order.
std::vector<Table> result_tables(const Results& results);

// Ours beside the paper's, in percent: one table per (model, rho) with a group of columns per data set, or,
// where there is one data set and several rhos, one per model with a group per rho.
std::vector<Table> figure_tables(const Results& results);

// Differences to the reference, one row each; none where there are none.
std::vector<Table> comparison_tables(const Results& results);

// Mean ranks with Friedman's test; none where there is no ranking.
std::vector<Table> ranking_tables(const Results& results);

// Per (data set, model, rho): nodes added to each class in the runs in which it was a minority, and how many
// of the candidates and of the kept had the right label; only methods that consider candidates.
std::vector<Table> added_tables(const Results& results);

// Per (data set, model, rho): precision and recall of each class, as minority and as majority.
std::vector<Table> class_tables(const Results& results);

// What is missing or failed among these places, in sentences; runs of seeds are put together.
std::vector<std::string> gap_notes(const Results& results,
                                   bool (*belongs)(const Place& place, const Place& to), const Place& to);

// Tidy: one row per (data set, model, rho, method, measure). Figures are shares between 0 and 1.
std::string results_csv(const Results& results);

// The document of `bench --json`.
nlohmann::ordered_json results_json(const Results& results);

}  // namespace graphsr
