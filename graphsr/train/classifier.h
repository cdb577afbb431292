// What the rest of the house knows of a classifier. Users plug their own in here.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graphsr/model/predict.h"
#include "graphsr/train/recipe.h"

namespace graphsr {

struct EpochFigures {
  double loss = 0;  // of the training examples, with dropout
  double validation_loss = 0, validation_accuracy = 0;
};

struct FitReport {
  int best_epoch = 0;  // the one whose weights were kept, from 1; 0 when no epoch ran
  std::vector<EpochFigures> epochs;
};

class Classifier {
 public:
  virtual ~Classifier() = default;

  // Trains from scratch; one report for each network that was trained. Validation examples decide when to
  // stop and which epoch is kept; they may be empty, and then context.epochs are run.
  virtual std::vector<FitReport> fit(const TrainingSet& set, const Examples& validation, Recipe& recipe,
                                     const FitContext& context) = 0;

  // For any nodes, each once, of a graph with the same features.
  virtual Prediction predict(const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool) const = 0;

  // The same without embeddings, which may need less memory.
  virtual Matrix probabilities(const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool) const {
    return predict(graph, nodes, pool).probability;
  }

  // The embeddings alone.
  virtual Matrix embedding(const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool) const {
    return predict(graph, nodes, pool).embedding;
  }
};

// z of any nodes, each once, one row for each.
using Embedding = std::function<Matrix(std::span<const int32_t> nodes)>;

// Mean of the best epochs, rounded; 0 when there are no reports.
int mean_best_epoch(std::span<const FitReport> reports);

// Trains again from the same start with the validation examples among those of the set, for as many epochs as
// `reports` found good.
std::vector<FitReport> refit(Classifier& classifier, const TrainingSet& set, const Examples& validation,
                             std::span<const FitReport> reports, Recipe& recipe, const FitContext& context);

// Of every node.
Prediction predict_all(const Classifier& classifier, const Graph& graph, ThreadPool& pool);
Matrix all_probabilities(const Classifier& classifier, const Graph& graph, ThreadPool& pool);

}  // namespace graphsr
