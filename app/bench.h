// The parts of the verb bench.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/cell_options.h"
#include "graphsr/experiment/grid.h"
#include "graphsr/experiment/store.h"
#include "graphsr/report/result_tables.h"

namespace graphsr::app {

struct BenchOptions : CellOptions {
  std::string table, seeds = "20", folder;
  std::string datasets, models, methods, rhos;  // with commas between them; empty: those of the table
  int jobs = 0;                                 // 0: as many as there are cores
  bool list = false, status_json = false;
};

// What the options ask for, with the notes on what a built-in table had to leave out. `datasets` of the grid
// are as they were given: names or paths; own tables go by the path that --nodes names.
struct AskedGrid {
  Grid grid;
  std::vector<std::string> notes;
  std::vector<Place> left_out;
};
AskedGrid asked_grid(const CLI::App& verb, const BenchOptions& options, const DataFolders& folders);

// Tables, methods and models, a line each.
void print_list(bool json);

// What the cells say together; `left_out` are places that a built-in table has and that could not be run.
Results results_of(const std::vector<StoredCell>& cells, const std::vector<Place>& left_out);

// results.txt, .md, .csv, .json and .tex in the folder.
void write_tables(const std::filesystem::path& folder, const Results& results);

// On stdout: figures, differences and ranks, and what the built-in table of this name is about.
void print_tables(const Results& results, const std::string& table);

void bench_status(const std::string& folder, bool json);

}  // namespace graphsr::app
