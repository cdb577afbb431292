#include "graphsr/report/result_files.h"

#include <nlohmann/json.hpp>

#include "graphsr/experiment/documents.h"

namespace graphsr {

Results results_of(std::span<const StoredCell> cells, const std::string& reference) {
  std::vector<Record> records;
  std::vector<Place> missing;
  std::vector<FailedPlace> failed;
  for (const StoredCell& cell : cells) {
    if (cell.state == StoredCell::State::finished)
      records.push_back(record_of(cell.place, cell.document));
    else if (cell.state == StoredCell::State::failed)
      failed.push_back({cell.place, cell.message});
    else
      missing.push_back(cell.place);
  }
  return make_results(std::move(records), std::move(missing), std::move(failed), reference);
}

std::vector<std::pair<std::string, std::string>> result_files(const Results& results) {
  const std::vector<Table> tables = result_tables(results);
  return {{"results.txt", text_tables(tables)},
          {"results.md", markdown_tables(tables)},
          {"results.tex", latex_tables(tables)},
          {"results.csv", results_csv(results)},
          {"results.json", json_text(results_json(results))}};
}

}  // namespace graphsr
