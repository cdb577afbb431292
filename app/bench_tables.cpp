// The tables of a bench, on stdout and as files.
#include <algorithm>
#include <filesystem>
#include <unistd.h>

#include <fmt/format.h>

#include "app/bench.h"
#include "graphsr/base/atomic_file.h"
#include "graphsr/experiment/bench.h"
#include "graphsr/report/result_files.h"

namespace graphsr::app {

Results results_of(const std::vector<StoredCell>& cells, const std::vector<Place>& left_out) {
  std::vector<Place> missing;
  std::vector<FailedPlace> failed;
  for (const StoredCell& cell : cells) {
    if (cell.state == StoredCell::State::failed) failed.push_back({cell.place, cell.message});
    if (cell.state == StoredCell::State::open) missing.push_back(cell.place);
  }
  for (const Place& place : left_out)
    if (std::none_of(cells.begin(), cells.end(), [&](const StoredCell& cell) { return cell.place == place; }))
      missing.push_back(place);
  return make_results(records_of(cells), missing, failed);
}

void write_tables(const std::filesystem::path& folder, const Results& results) {
  for (const auto& [name, content] : result_files(results)) write_file(folder / name, content);
}

void print_tables(const Results& results, const std::string& table) {
  std::vector<Table> shown;
  for (Table& one : result_tables(results)) {
    const bool asked = one.kind == "added"     ? table == "scale"
                       : one.kind == "classes" ? table == "per-class"
                                               : true;
    if (asked) shown.push_back(std::move(one));
  }
  fmt::print("{}", text_tables(shown, {.ansi = isatty(STDOUT_FILENO) != 0}));
}

}  // namespace graphsr::app
