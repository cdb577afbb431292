// One number of a table, from a data set to test figures: split, preprocess, augment, fit, predict, measure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "graphsr/graph/split.h"
#include "graphsr/measure/metrics.h"
#include "graphsr/model/model_file.h"
#include "graphsr/train/gnn_classifier.h"

namespace graphsr {

// The address of a result: with the data, all that determines it.
struct Cell {
  std::string method = "vanilla";
  ModelOptions model;
  TrainOptions training;
  SplitOptions split;             // its seed is the cell's seed
  std::string features = "auto";  // how features are scaled: auto, or a name in scalings()

  uint64_t seed() const { return split.seed; }
};

struct Result {
  Split split;
  Task task;
  TrainingSet set;  // what the method trained on
  Model model;
  std::string model_sha256;
  FitReport report;
  Prediction prediction;              // of every node
  std::optional<Metrics> validation;  // where there are such nodes
  std::optional<Metrics> test;
  std::map<std::string, double> seconds;  // by stage
};

// `given` replaces the split that the cell would draw.
Result run(const Dataset& dataset, const Cell& cell, const std::optional<Split>& given, ThreadPool& pool,
           const Progress& progress);

// Rows of the prediction for these nodes, measured against their labels.
Metrics measure_nodes(const Dataset& dataset, const Prediction& prediction,
                      const std::vector<int32_t>& nodes);

}  // namespace graphsr
