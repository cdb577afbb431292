// How good a classifier is, overall and for each class. All values are shares between 0 and 1, and 0 where
// they would divide by nothing (as scikit-learn with zero_division=0); only auc_roc is NaN there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphsr/tensor/matrix.h"

namespace graphsr {

struct ClassFigures {
  int64_t support = 0;  // nodes of the class
  double precision = 0, recall = 0, f1 = 0;
};

struct Metrics {
  int64_t count = 0;
  double accuracy = 0;
  double macro_f1 = 0;  // mean f1 over all classes; a class neither present nor predicted counts 0
  double auc_roc = 0;   // one against rest, mean over the classes where it is defined; NaN where none is
  double balanced_accuracy = 0;  // mean recall over the classes that are present
  double g_mean = 0;             // geometric mean of the same recalls
  std::vector<ClassFigures> per_class;
  std::vector<int64_t> confusion;  // (C,C) row-major: row is the truth, column the prediction
};

// truth: (n), classes in [0, C); probability: (n, C), any finite scores will do. The prediction is the
// largest entry, the first of equals. A NaN probability makes auc_roc NaN and changes nothing else but its
// row's prediction.
Metrics measure(std::span<const int32_t> truth, const Matrix& probability);

// Area under the ROC curve by ranks, equal scores sharing their mean rank; NaN unless both kinds are present,
// and when a score is NaN: it has no rank.
double auc_roc(std::span<const Real> score, std::span<const unsigned char> positive);

// Index of the largest entry of each row, the first of equals. NaN is larger than nothing, so it is chosen
// only where it stands first: a row of NaN gives class 0.
std::vector<int32_t> predicted_classes(const Matrix& probability);

}  // namespace graphsr
