// Results as a grid would give them, made up.
#pragma once

#include <limits>
#include <string>

#include "graphsr/experiment/record.h"

namespace graphsr::test {

// Two classes, "common" and "rare"; the second is the minority. F1 and AUC follow the accuracy.
inline Record record(const std::string& method, uint64_t seed, double accuracy,
                     const std::string& dataset = "cora", const std::string& model = "sage",
                     double rho = 0.3) {
  Record r;
  r.place = {dataset, model, method, rho, seed};
  r.class_names = {"common", "rare"};
  r.minority = {1};
  r.test.count = 100;
  r.test.accuracy = r.test.balanced_accuracy = accuracy;
  r.test.macro_f1 = accuracy - 0.01;
  r.test.auc_roc = accuracy + 0.05;
  r.test.g_mean = accuracy - 0.02;
  r.test.per_class = {{50, accuracy, 0.9, 0.8}, {50, accuracy - 0.1, 0.7, 0.6}};
  r.test.confusion = {45, 5, 15, 35};
  r.added = {0, 0};
  r.precision = r.kept_precision = std::numeric_limits<double>::quiet_NaN();
  r.split_sha256 = "split of " + dataset + " " + std::to_string(rho) + " " + std::to_string(seed);
  r.model_sha256 = "model";
  r.seconds = 0.5;
  return r;
}

}  // namespace graphsr::test
