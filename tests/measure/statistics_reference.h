// Inputs of tests/fixtures/statistics_reference.py, made anew, and its answers.
#pragma once

#include <fstream>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/measure/reference_cases.h"

namespace graphsr::test {

inline nlohmann::json statistics_reference(const char* part) {
  std::ifstream file(GRAPHSR_SOURCE_DIR "/tests/fixtures/statistics_reference.json");
  return nlohmann::json::parse(file).at(part);
}

// Right answers of two methods on the same splits, of `nodes` test nodes.
struct ReferencePairs {
  int64_t nodes = 0;
  std::vector<int64_t> first, second;

  std::vector<int64_t> all() const {
    std::vector<int64_t> numbers = {nodes};
    numbers.insert(numbers.end(), first.begin(), first.end());
    numbers.insert(numbers.end(), second.begin(), second.end());
    return numbers;
  }
};

inline ReferencePairs reference_pairs(uint64_t seed) {
  Generator draw(seed);
  const int64_t n = std::vector{2, 5, 6, 10, 20, 25, 40}[draw.below(7)];
  ReferencePairs pairs;
  pairs.nodes = std::vector{30, 210, 1000, 99991}[draw.below(4)];
  const int64_t lean = draw.below(4) * pairs.nodes / 100;
  for (int64_t i = 0; i < n; ++i) pairs.first.push_back(pairs.nodes / 2 + draw.below(pairs.nodes / 5));
  for (const int64_t right : pairs.first)
    pairs.second.push_back(right + draw.below(pairs.nodes / 10) - pairs.nodes / 20 + lean);
  return pairs;
}

}  // namespace graphsr::test
