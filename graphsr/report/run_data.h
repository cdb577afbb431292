// What the files of a run say, as plain values. The page of a run is made from these files alone, so that
// `fit` and, later, `report` write the same bytes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graphsr/measure/metrics.h"
#include "graphsr/train/augmented.h"
#include "graphsr/train/classifier.h"

namespace graphsr {

// The text of each file by its name, and the folder for messages.
struct RunFiles {
  std::string folder;
  std::map<std::string, std::string> text;
};

// The files that a page needs, and a folder's.
std::span<const char* const> run_file_names();
RunFiles read_run_files(const std::string& folder);

struct LedgerEntry {
  std::string node_id;
  int32_t label = 0, rank = 0, round = 0;  // round 0: not kept
  int32_t truth = -1;                      // -1: not known
  double distance = 0, confidence = 0, keep_probability = 0;
  bool kept = false;

  bool is_wrong() const { return truth >= 0 && truth != label; }
};

enum class Role { train, validation, test, pool };

struct MapNode {
  std::string node_id;
  double x = 0, y = 0;
  Role role = Role::pool;
  int32_t label = -1, prediction = 0;  // label -1: not known
};

struct RunData {
  std::vector<std::string> class_names;
  std::string dataset, model, method, preset, loss, protocol;
  double rho = 0;
  uint64_t seed = 0;
  int ensemble = 1;
  double smooth = 0;
  bool refitted = false;
  std::vector<int32_t> minority;
  std::optional<Metrics> validation, test, before;
  std::vector<LedgerEntry> ledger;
  std::vector<HistoryRow> history;
  std::vector<FitReport> reports;
  std::vector<MapNode> map;

  std::string again;                                         // the command that makes the run once more
  std::vector<std::pair<std::string, std::string>> options;  // all that have a value
  std::vector<std::pair<std::string, std::string>> versions, hashes;
  std::vector<std::pair<std::string, double>> seconds;  // total first
  int64_t threads = 0;
  std::vector<std::string> notes;     // of the data set
  std::vector<std::string> warnings;  // what should be known beside the figures

  // The figures that the page shows: of the test nodes, else of the validation nodes.
  const Metrics* shown() const { return test ? &*test : validation ? &*validation : nullptr; }
  bool is_minority(int32_t label) const;
};

// Refuses (bad input) what is missing, damaged or does not belong together, naming the file.
RunData read_run(const RunFiles& files);

}  // namespace graphsr
