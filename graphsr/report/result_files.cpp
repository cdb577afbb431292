#include "graphsr/report/result_files.h"

#include <nlohmann/json.hpp>

#include "graphsr/experiment/documents.h"

namespace graphsr {

std::vector<std::pair<std::string, std::string>> result_files(const Results& results) {
  const std::vector<Table> tables = result_tables(results);
  return {{"results.txt", text_tables(tables)},
          {"results.md", markdown_tables(tables)},
          {"results.tex", latex_tables(tables)},
          {"results.csv", results_csv(results)},
          {"results.json", json_text(results_json(results))}};
}

}  // namespace graphsr
