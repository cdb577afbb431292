// The parts of the verb bench.
#pragma once

#include <string>
#include <vector>

#include "app/cell_options.h"
#include "graphsr/experiment/grid.h"

namespace graphsr::app {

struct BenchOptions : CellOptions {
  std::string table, seeds = "20", folder;
  std::string datasets, models, methods, rhos;  // with commas between them; empty: those of the table
  int jobs = 0;                                 // 0: as many as there are cores
  bool list = false, status_json = false;
};

// What the options ask for, with the notes on what a built-in table had to leave out. `datasets` of the grid
// are as they were given: names or paths.
struct AskedGrid {
  Grid grid;
  std::vector<std::string> notes;
};
AskedGrid asked_grid(const CLI::App& verb, const BenchOptions& options, const DataFolders& folders);

// Tables, methods and models, a line each.
void print_list(bool json);

// results.txt, .md, .csv, .json and .tex in the folder; and the text, or JSON, on stdout.
void write_tables(const std::string& folder, const std::vector<Record>& records);
void print_tables(const std::vector<Record>& records, bool json);

void bench_status(const std::string& folder, bool json);

}  // namespace graphsr::app
