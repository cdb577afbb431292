// Graphs made to order: a degree-corrected block model with chosen size, degrees, homophily, class sizes and
// features.
#pragma once

#include <cstdint>
#include <string>

#include "graphsr/base/thread_pool.h"
#include "graphsr/graph/dataset.h"

namespace graphsr {

struct GenerateOptions {
  int64_t nodes = 10000;
  double degree = 10;                // mean, before edges that repeat are dropped
  std::string degree_law = "power";  // "power": heavy tail, "even": about the same for all
  double homophily = 0.8;            // share of edges that are drawn inside a class
  int classes = 5;
  double rho = 0.2;  // smallest class / largest; sizes fall by the same factor from class to class
  int features = 100;
  std::string feature_kind = "words";  // "words": sparse 0/1, "dense": numbers around the class's centre
  double signal = 0.4;  // words: share that is of the class's topic; dense: the length of its centre
  int words = 20;       // that a node has
  uint64_t seed = 0;
};

// The same bytes for any number of threads, and on any machine: nothing but + - * / and square roots.
Dataset generated_dataset(const GenerateOptions& options, ThreadPool& pool);

}  // namespace graphsr
