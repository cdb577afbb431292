// One number of a table, from a data set to test figures: split, preprocess, augment, fit, predict, measure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "graphsr/graph/split.h"
#include "graphsr/measure/metrics.h"
#include "graphsr/method/preset.h"
#include "graphsr/model/model_file.h"
#include "graphsr/train/gnn_classifier.h"

namespace graphsr {

// The address of a result: with the data, all that determines it.
struct Cell {
  std::string method = "vanilla";
  std::string preset;    // whose options these are, before any was changed; empty: none
  SelectOptions select;  // read by methods that choose nodes
  ModelOptions model;
  TrainOptions training;
  bool refit = false;             // the last fit has the validation labels back
  SplitOptions split;             // its seed is the cell's seed
  std::string features = "auto";  // how features are scaled: auto, or a name in scalings()

  uint64_t seed() const { return split.seed; }
};

// The cell of a method with a preset's options for selection and classifier, where the method reads them;
// with `preset` empty a method that has presets gets "default". A preset that is named applies its classifier
// options to any method, and a method's own loss goes before the preset's.
Cell make_cell(const std::string& method, const std::string& preset);

// How the cell's classifiers train: as it says, with the method's own loss where it has one.
TrainOptions training_of(const Cell& cell);

// A task and what the method made of it.
struct Chosen {
  Split split;
  Task task;
  Preprocessing preprocessing;
  Augmented augmented;
  std::vector<std::string> notes;          // what figures do not show (notes.h)
  std::shared_ptr<PredictionSpace> space;  // which all classifiers of the task share
  std::map<std::string, double> seconds;   // by stage
};

struct Result : Chosen {
  Model model;
  std::string model_sha256;
  std::vector<FitReport> reports;  // of the last fit, one per network; before the validation labels came back
  bool refitted = false;           // the model has learned from the validation labels
  Prediction prediction;           // of every node; its embedding only where it was asked for
  std::optional<Metrics> validation;  // where there are such nodes; before the model learned from them
  std::optional<Metrics> test;
  std::optional<Metrics>
      before;  // on the test nodes (else validation), without added nodes, where that is known
};

// Only chooses the nodes to train on. `given` replaces the split that the cell would draw.
Chosen choose(const Dataset& dataset, const Cell& cell, const std::optional<Split>& given, ThreadPool& pool,
              const Progress& progress, const Checkpoint* checkpoint = nullptr);

Result run(const Dataset& dataset, const Cell& cell, const std::optional<Split>& given, ThreadPool& pool,
           const Progress& progress, const Checkpoint* checkpoint = nullptr, bool with_embedding = false);

// Rows of the prediction for these nodes, measured against their labels.
Metrics measure_nodes(const Dataset& dataset, const Prediction& prediction,
                      const std::vector<int32_t>& nodes);

}  // namespace graphsr
