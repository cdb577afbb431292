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

// node_id, prediction, one probability per class, and each node's role in the run where roles are given.
std::string predictions_csv(const Dataset& dataset, const std::vector<std::string>& class_names,
                            const Matrix& probability, const Split* split);

// One row per training epoch.
std::string epochs_csv(const FitReport& report);

// One row per candidate that a method considered for the training set, and one per episode of choosing among
// them. A method that considers none, as vanilla, has the header alone.
std::string augmented_csv();
std::string history_csv();

// A CSV field, quoted where it has to be (RFC 4180).
std::string csv_field(const std::string& text);

// Text for people; bytes that are not UTF-8 are replaced.
std::string json_text(const nlohmann::ordered_json& document);

}  // namespace graphsr
