// A grid's results as the files that a bench's folder holds.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graphsr/report/result_tables.h"

namespace graphsr {

// results.txt, .md, .tex, .csv and .json, each with its text.
std::vector<std::pair<std::string, std::string>> result_files(const Results& results);

}  // namespace graphsr
