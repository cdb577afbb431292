// How candidates are found and chosen among. Presets (method/preset.h) are values of this.
#pragma once

#include <string>

#include "graphsr/policy/ppo.h"
#include "graphsr/select/candidates.h"

namespace graphsr {

// The game on nodes whose labels are known.
struct SimulatedOptions {
  int folds = 5;      // into which they are dealt
  double jury = 0.7;  // share of the fold teachers' probability in the one that pseudo-labels are taken from
  double wrong = 3;   // what keeping a wrong pseudo-label costs; keeping a right one earns 1
};

// The game whose rewards come from training a classifier on what was kept.
struct RetrainingOptions {
  std::string reward = "accuracy-sign";  // a name in rewards()
  std::string state = "paper";           // a name in state_builders()
  bool warm = false;         // the classifier goes on from candidate to candidate; else back to the teacher
  bool round_robin = false;  // candidates come in turn over the classes; else class by class
  int first_steps = 0;       // training steps on the labelled nodes when an episode begins
  int steps = 10;            // training steps for each candidate
  double rate = 0.5;         // of these steps (plain gradient descent, no dropout)
};

// Self-training in generations (CReST).
struct CrestOptions {
  int generations = 5;     // of teachers
  double alpha = 1.0 / 3;  // how fast the kept share falls with a class's frequency; 0: all are kept
  double t_min = 0.5;      // power of the labelled shares that the last generation's predictions follow
};

// Refuses what cannot be.
void check(const CrestOptions& options);

// New nodes in every epoch (GraphENS).
struct GraphEnsOptions {
  double keep_prob = 0.01;  // share of the features, at most, that are masked
  double temperature = 1;   // that logits are divided by before nodes are compared
  int warm_up = 1;          // epochs at first that compare nothing
};

// Refuses what cannot be.
void check(const GraphEnsOptions& options);

// New nodes between labelled ones in the space of the first layer (GraphSMOTE).
struct GraphSmoteOptions {
  double edge_weight = 1e-4;  // of the edge decoder's loss, which is a sum over all edges
};

// Refuses what cannot be.
void check(const GraphSmoteOptions& options);

struct SelectOptions {
  CandidateOptions candidates;
  int rounds = 1;                   // teacher, candidates, choice; each teacher learns from the choice before
  std::string game = "retraining";  // a name in games()
  std::string agent = "ppo";        // ppo, or logistic (simulated game only)
  std::string control = "none";     // none, untrained, permuted, all: what stands in the agent's place
  double threshold = 0;   // the agent keeps what has a higher probability; 0: what its rewards favour
  int keep_at_least = 0;  // of each class, the most probable first, whatever the threshold says
  int updates = 10;       // of the agent, in each round
  int episodes = 8;       // that are played for one update
  PpoOptions ppo;
  SimulatedOptions simulated;
  RetrainingOptions retraining;
  CrestOptions crest;
  GraphEnsOptions graphens;
  GraphSmoteOptions graphsmote;
  std::string labels = "train";  // train; teacher: the first teacher has the validation labels too;
                                 // students: all teachers and the last fit have them
};

// Refuses what cannot be.
void check(const SelectOptions& options);

}  // namespace graphsr
