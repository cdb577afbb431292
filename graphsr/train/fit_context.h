// Where a piece of training stands within a run: its seed, its threads, whom it tells, and where finished
// parts are kept.
#pragma once

#include <cstdint>
#include <string>

#include "graphsr/base/checkpoint.h"
#include "graphsr/base/progress.h"
#include "graphsr/base/random.h"
#include "graphsr/base/thread_pool.h"
#include "graphsr/tensor/half_rows.h"

namespace graphsr {

struct FitContext {
  uint64_t seed = 0;
  ThreadPool& pool;
  Progress progress;
  const Checkpoint* checkpoint = nullptr;  // none: nothing is kept
  std::string place = "";                  // names this piece among the run's, for the checkpoint
  int epochs = 0;  // how many to train where no validation examples decide; 0: as many as the classifier has
  const HalfRows* gathered = nullptr;  // what all nodes of the set's graph gather, where that is known
  int networks = 0;                    // that an ensemble may have, at most; 0: as many as it has

  // A piece of the work, which fills the share [from, to] of it.
  FitContext piece(const std::string& name, double from, double to) const {
    FitContext part = *this;
    part.place += name + "/";
    part.progress = stage_of(progress, name, from, to);
    return part;
  }
  // The same piece, told of as the share [from, to] of it.
  FitContext share(double from, double to) const {
    FitContext part = *this;
    part.progress = stage_of(progress, "", from, to);
    return part;
  }
  // The same with random numbers of its own.
  FitContext reseeded(const std::string& name) const {
    FitContext part = *this;
    part.seed = derived_seed(seed, name);
    return part;
  }
};

}  // namespace graphsr
