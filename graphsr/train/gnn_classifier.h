// The classifier of this project: one graph neural network, or several whose probabilities are averaged.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graphsr/model/ensemble.h"
#include "graphsr/train/fit_network.h"

namespace graphsr {

class GnnClassifier final : public Classifier {
 public:
  // With `space`, training and predictions share it with others.
  GnnClassifier(const ModelOptions& model, const TrainOptions& training, int classes,
                std::shared_ptr<PredictionSpace> space = {});

  // The members are trained side by side. The first has the context's seed, so that an ensemble of one is the
  // plain network.
  std::vector<FitReport> fit(const TrainingSet& set, const Examples& validation, Recipe& recipe,
                             const FitContext& context) override;
  Prediction predict(const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool) const override;
  Matrix probabilities(const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool) const override;
  Matrix embedding(const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool) const override;

  const Ensemble& ensemble() const { return ensemble_; }
  PredictionSpace* space() const { return space_.get(); }
  const TrainOptions& training() const { return training_; }

 private:
  // What all nodes gather of the features, where all networks of the run can share that; else null. Asked for
  // before all that uses the space, so that nothing depends on who used it before.
  const HalfRows* gathered_features(const Graph& graph, ThreadPool& pool) const;

  ModelOptions model_;
  TrainOptions training_;
  int classes_;
  std::shared_ptr<PredictionSpace> space_;
  Ensemble ensemble_;
};

// What several classifiers of one make think of every node; those of this project are asked together.
std::vector<Matrix> all_probabilities(std::span<const std::unique_ptr<Classifier>> classifiers,
                                      const Graph& graph, ThreadPool& pool);

MakeClassifier gnn_classifiers(const ModelOptions& model, const TrainOptions& training, int classes,
                               std::shared_ptr<PredictionSpace> space = {});

}  // namespace graphsr
