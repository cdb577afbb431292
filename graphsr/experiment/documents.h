// What a finished run is written down as: the JSON of cli and metrics.json, tables in CSV, the run card.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "graphsr/experiment/run.h"

namespace graphsr {

// The document of `fit --json`. Figures are shares between 0 and 1; what is not known is null.
nlohmann::ordered_json result_json(const Dataset& dataset, const Cell& cell, const Result& result);

// A set of figures as JSON, with those of each class.
nlohmann::ordered_json metrics_json(const Metrics& metrics, const std::vector<std::string>& class_names);

// Each node's part in a split: train, validation, test, or pool.
std::vector<const char*> node_roles(const Dataset& dataset, const Split& split);

// node_id, prediction, one probability per class, and each node's role in the run where roles are given.
std::string predictions_csv(const Dataset& dataset, const std::vector<std::string>& class_names,
                            const Matrix& probability, const Split* split);

// One row per training epoch of each network.
std::string epochs_csv(const std::vector<FitReport>& reports);

// The ledger: one row per candidate that a method considered for the training set, with its true label where
// that is known; and one row per update of the agent that chose among them. A method that considers none, as
// vanilla, has the header alone.
std::string augmented_csv(const Dataset& dataset, const Augmented& augmented);
std::string history_csv(const Dataset& dataset, const Augmented& augmented);

// How many candidates each class had and kept, and how many of both were right.
struct CandidateCounts {
  int64_t candidates = 0, kept = 0;
  int64_t known = 0, known_kept = 0;  // of them, those whose true label is known
  int64_t right = 0, right_kept = 0;

  // Shares of the right among the known; NaN where none is.
  double precision() const;
  double kept_precision() const;
};
std::vector<CandidateCounts> count_candidates(const Dataset& dataset, const Augmented& augmented);
CandidateCounts total(const std::vector<CandidateCounts>& counts);

// What `augment --json` prints: the address of the choice, and every candidate.
nlohmann::ordered_json chosen_json(const Dataset& dataset, const Cell& cell, const Chosen& chosen);

// Text for people; bytes that are not UTF-8 are replaced.
std::string json_text(const nlohmann::ordered_json& document);

}  // namespace graphsr
