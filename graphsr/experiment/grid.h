// Many cells at once: lists of data sets, models, methods, ratios and seeds, and every combination of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graphsr/experiment/record.h"
#include "graphsr/experiment/run.h"

namespace graphsr {

// A row of a table: a method and the options it runs with.
struct GridMethod {
  std::string name;  // "su-selection", or with a preset "su-selection:default"
  Cell cell;         // its model, rho and seed are set by the grid
};

// The method and preset that "method" or "method:preset" names, as the command would run it. Refuses unknown
// names.
GridMethod grid_method(const std::string& name);

struct Grid {
  std::vector<std::string> datasets, models;
  std::vector<GridMethod> methods;
  std::vector<double> rhos;  // none where the methods' protocol does not read rho
  std::vector<uint64_t> seeds;
};

struct GridCell {
  Place place;
  Cell cell;
};

// Every combination, in the order of tables: data set, model, rho ascending, method, seed. Two methods of a
// seed have the same split: it depends on the data and on the cell's SplitOptions alone, and methods whose
// SplitOptions differ in more than rho and seed are refused, as are lists that are empty, name something
// twice or hold a rho that cannot be. Places have rho 0 where the protocol does not read it.
std::vector<GridCell> cells(const Grid& grid);

// A table or figure of the paper, as the lists that make it. Methods may not exist yet, data may be missing.
struct PaperTable {
  const char* name;
  const char* summary;
  std::vector<std::string> datasets, models, methods;
  std::vector<double> rhos;
};
std::span<const PaperTable> paper_tables();

// Refuses an unknown name and suggests the nearest.
const PaperTable& paper_table(const std::string& name);

// Seeds from "20" (0 to 19) or "3..7" (3 to 7).
std::vector<uint64_t> parsed_seeds(const std::string& text);

}  // namespace graphsr
