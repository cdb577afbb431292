// graphsr bench status: how far a folder's grid has come.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/bench.h"
#include "graphsr/base/text.h"
#include "graphsr/experiment/documents.h"
#include "graphsr/experiment/store.h"

namespace graphsr::app {

namespace {

struct Counts {
  int64_t wanted = 0, done = 0, failed = 0;

  void add(const StoredCell& cell) {
    ++wanted;
    done += cell.state == StoredCell::State::finished;
    failed += cell.state == StoredCell::State::failed;
  }
};

struct Row {
  Place place;  // its seed says nothing
  Counts counts;
};

std::vector<Row> rows_of(const std::vector<StoredCell>& cells) {
  std::vector<Row> rows;  // cells of a row follow each other
  for (const StoredCell& cell : cells) {
    Place place = cell.place;
    place.seed = 0;
    if (rows.empty() || !(rows.back().place == place)) rows.push_back({place, {}});
    rows.back().counts.add(cell);
  }
  return rows;
}

void print_text(const std::string& folder, const std::vector<StoredCell>& cells, const Counts& all,
                int64_t bytes) {
  fmt::print("{}: {} of {} cells done, {} failed, {} open; {:.1f} MB\n", folder, all.done, all.wanted,
             all.failed, all.wanted - all.done - all.failed, static_cast<double>(bytes) / 1e6);
  for (const auto& [place, counts] : rows_of(cells))
    fmt::print("  {:<12} {:<6} rho {:<5} {:<24} {:>4} of {}{}\n", on_one_line(place.dataset),
               on_one_line(place.model), rho_text(place.rho), on_one_line(place.method), counts.done,
               counts.wanted, counts.failed > 0 ? fmt::format(", {} failed", counts.failed) : "");
  if (all.failed > 0) fmt::print("failed, and tried again by the next command:\n");
  for (const StoredCell& cell : cells)
    if (cell.state == StoredCell::State::failed)
      fmt::print("  {}: {}\n", on_one_line(place_text(cell.place)), on_one_line(cell.message));
}

nlohmann::ordered_json status_json(const std::vector<StoredCell>& cells, const Counts& all, int64_t bytes) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array(), failures = nlohmann::ordered_json::array();
  for (const auto& [place, counts] : rows_of(cells))
    rows.push_back({{"dataset", place.dataset},
                    {"model", place.model},
                    {"method", place.method},
                    {"rho", place.rho},
                    {"wanted", counts.wanted},
                    {"done", counts.done},
                    {"failed", counts.failed}});
  for (const StoredCell& cell : cells)
    if (cell.state == StoredCell::State::failed)
      failures.push_back({{"dataset", cell.place.dataset},
                          {"model", cell.place.model},
                          {"method", cell.place.method},
                          {"rho", cell.place.rho},
                          {"seed", cell.place.seed},
                          {"message", cell.message}});
  return {{"wanted", all.wanted}, {"done", all.done}, {"failed", all.failed},
          {"bytes", bytes},       {"rows", rows},     {"failures", failures}};
}

}  // namespace

void bench_status(const std::string& folder, bool json) {
  Store store(folder, Store::Access::read);
  const std::vector<StoredCell> cells = store.cells();
  Counts all;
  for (const StoredCell& cell : cells) all.add(cell);
  if (json)
    fmt::print("{}", json_text(status_json(cells, all, store.bytes())));
  else
    print_text(folder, cells, all, store.bytes());
}

}  // namespace graphsr::app
