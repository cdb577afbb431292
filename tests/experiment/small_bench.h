// A grid that takes milliseconds, on a graph of blocks_dataset.h.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "graphsr/base/sha256.h"
#include "graphsr/experiment/bench.h"
#include "tests/method/quick_cell.h"

namespace graphsr::test {

inline std::map<std::string, Dataset> small_data() {
  Dataset dataset = blocks_dataset();
  dataset.name = "blocks";
  return {{"blocks", dataset}};
}

// Two methods and three seeds: six cells.
inline Grid small_grid() {
  Grid grid{{"blocks"}, {"gcn"}, {}, {blocks_split().rho}, {0, 1, 2}};
  for (const char* name : {"vanilla", "su-selection"}) grid.methods.push_back({name, quick_cell(name)});
  return grid;
}

// The hash of every finished document without the time it took, with its place.
inline std::vector<std::string> documents(Store& store) {
  std::vector<std::string> out;
  for (const StoredCell& cell : store.cells()) {
    if (cell.state != StoredCell::State::finished) continue;
    nlohmann::json document = nlohmann::json::parse(cell.document);
    document.erase("seconds");
    out.push_back(place_text(cell.place) + " " + sha256(document.dump()));
  }
  return out;
}

}  // namespace graphsr::test
