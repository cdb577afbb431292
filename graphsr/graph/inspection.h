// What there is to know of a data set before anything is trained on it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "graphsr/graph/dataset.h"

namespace graphsr {

struct FeatureFigures {
  int64_t columns = 0;
  bool sparse = false, binary = false;  // binary: all are 0 or 1
  int64_t nonzeros = 0;
  double least = 0, largest = 0;  // of all values, zeros of sparse rows among them; 0 when there are none
  int64_t empty_rows = 0;         // nodes all of whose features are 0
};

struct DegreeFigures {
  double mean = 0;
  std::array<int64_t, 6> quantiles{};  // see kDegreeShares
};
constexpr std::array<double, 6> kDegreeShares = {0, 0.25, 0.5, 0.75, 0.99, 1};

// Bytes, of which prediction and training need the larger beside the data.
struct MemoryFigures {
  double data = 0, training = 0, prediction = 0;
  double peak() const { return data + (training > prediction ? training : prediction); }
};

struct Inspection {
  int64_t nodes = 0;
  int64_t edges = 0;  // undirected ones count once
  bool directed = false;
  BuildCounts counts;  // as they were read; read is 0 for graphs that were made
  FeatureFigures features;
  std::vector<int64_t> class_counts;
  int64_t unlabelled = 0;
  double rho = 0;  // smallest class / largest, of those with a label
  int64_t isolated = 0, components = 0, largest_component = 0;
  double homophily = 0;
  DegreeFigures degrees;
  MemoryFigures memory;
  std::vector<std::string> warnings;  // each a sentence
};

// What a run asks of the data, for the warnings and the memory it needs. Defaults as fit has them.
struct InspectionNeeds {
  int train = 20, validation = 30, test = 100;  // nodes of each class
  int width = 128, layers = 2, networks = 2;
};

Inspection inspect(const Dataset& dataset, const InspectionNeeds& needs = {});

// Isolated nodes are components too. An edge in either direction joins its ends.
struct Components {
  int64_t count = 0, largest = 0;
};
Components components(const Csr& edges);

}  // namespace graphsr
