// Runs the cells of a grid that a store does not have yet.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graphsr/base/progress.h"
#include "graphsr/experiment/grid.h"
#include "graphsr/experiment/store.h"

namespace graphsr {

// The cells of a grid with their keys. `datasets` has every data set of the grid by its name.
struct BenchCell {
  GridCell grid;
  const Dataset* dataset;
  std::string address;
  Wanted wanted;
};
std::vector<BenchCell> bench_cells(const Grid& grid, const std::map<std::string, Dataset>& datasets);
std::vector<Wanted> wanted_of(const std::vector<BenchCell>& cells);

struct BenchCounts {
  int64_t cells = 0;
  int64_t found = 0;   // were in the store before
  int64_t failed = 0;  // this time
};

// Tells the store that the cells are wanted and runs those that are missing, `jobs` of them side by side, all
// seeds' first cells before the next seed's. Every cell runs on one thread, and its result does not depend on
// the others. A cell that fails is recorded with its message, and the next call tries it again. What is
// thrown by `progress`, or by the store, stops all and is thrown here; finished cells stay.
BenchCounts run_cells(const std::vector<BenchCell>& cells, Store& store, int jobs, const Progress& progress);

// Records of the finished among these cells.
std::vector<Record> records_of(const std::vector<StoredCell>& cells);

}  // namespace graphsr
