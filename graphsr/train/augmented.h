// What a method made of a task: the set to train on, and the account of how it came about.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsr/graph/task.h"

namespace graphsr {

// A node that was considered for the training set.
struct LedgerRow {
  int32_t node = 0, label = 0;  // the pseudo-label
  int32_t rank = 0;             // among the candidates of its class, from 1
  Real distance = 0;            // to the centre of the class, in the embedding
  Real confidence = 0;          // probability of the pseudo-label, by whoever gave it
  Real keep_probability = 0;    // the agent's
  bool kept = false;
  int32_t round = 0;  // since which it has been kept without a break; 0: not kept
};

// One update of the agent that chooses among candidates.
struct HistoryRow {
  int32_t round = 0, update = 0;  // from 1
  double mean_reward = 0;         // of an episode
  std::vector<double> kept;       // per class, mean over the episodes
  double entropy = 0, kl = 0, clip_fraction = 0, value_loss = 0;
  double validation = 0;  // score of what the episodes chose; what it measures depends on the game
};

struct Augmented {
  TrainingSet set;
  std::vector<LedgerRow> ledger;    // class by class, best rank first
  std::vector<HistoryRow> history;  // in the order in which it happened
  Matrix before;  // probability (N,C) of the first teacher, which had no pseudo-labels; or empty
  bool before_knows_validation = false;  // that teacher had the validation labels too
  bool refit = false;                    // the last fit is to have the validation labels back
  std::string note;                      // what whoever asked for it should know, or empty
};

}  // namespace graphsr
