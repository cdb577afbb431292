// Similarity-based selection: for each class, the unlabelled nodes predicted as it that are nearest to the
// centre of its labelled nodes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graphsr/graph/task.h"
#include "graphsr/select/pseudo_label.h"
#include "graphsr/train/classifier.h"

namespace graphsr {

struct CandidateOptions {
  bool every_class = false;  // candidates for every class, or for the minority classes only
  int nearest = 20;          // K of the paper: at most as many per class; 0: no limit
  double share = 1;          // at most this share of the nodes predicted as a class
  int at_least = 20;         // of a minority class, whatever the share says
  int most = 0;  // in all, a class's share drawn at random, and fewer where they and their neighbours would
                 // be more than 100000 nodes; 0: no limit
  std::string order = "distance";  // what is best: distance (to the centre) or confidence (of the teacher)
};

// Refuses what cannot be.
void check(const CandidateOptions& options);

struct Candidate {
  int32_t node = 0, label = 0;  // the pseudo-label
  int32_t rank = 0;             // within its class, from 1
  Real distance = 0;            // to the centre of the class
  Real confidence = 0;          // probability of the label, by whoever gave it
};

// Equation (2), cen(i) = mean of z over the labelled nodes of class i, one row per class; zeros for a class
// without labelled nodes. The first rows of z are those of the labelled nodes, whose labels these are.
Matrix class_centres(const Matrix& z, std::span<const int32_t> labels, int classes);

// Equation (3), V_C: class by class, best first, ties by node id. Classes without labelled nodes get none.
std::vector<Candidate> similarity_selection(const PseudoLabels& pseudo, const Embedding& embedding,
                                            const Task& task, const CandidateOptions& options);

}  // namespace graphsr
