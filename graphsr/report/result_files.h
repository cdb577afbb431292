// A grid's results as the files that a bench's folder holds.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graphsr/experiment/store.h"
#include "graphsr/report/result_tables.h"

namespace graphsr {

// What the cells of a store say: those that are finished, failed, and still open. `reference` as for
// summarise().
Results results_of(std::span<const StoredCell> cells, const std::string& reference = "");

// results.txt, .md, .tex, .csv and .json, each with its text.
std::vector<std::pair<std::string, std::string>> result_files(const Results& results);

}  // namespace graphsr
