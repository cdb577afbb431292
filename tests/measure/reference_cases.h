// The generator and checksum of tests/fixtures/reference_cases.py, step by step: cases of a fixture are made
// anew instead of being kept.
#pragma once

#include <cstdint>
#include <vector>

namespace graphsr::test {

class Generator {  // splitmix64
 public:
  explicit Generator(uint64_t seed) : state_(seed) {}

  int32_t below(uint64_t count) {
    state_ += 0x9E3779B97F4A7C15ull;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return static_cast<int32_t>(((z ^ (z >> 31)) >> 33) % count);
  }

 private:
  uint64_t state_;
};

inline uint64_t checksum(const std::vector<int64_t>& numbers) {
  uint64_t value = 0xCBF29CE484222325ull;
  for (const int64_t number : numbers) value = (value ^ static_cast<uint64_t>(number)) * 0x100000001B3ull;
  return (value >> 32) ^ (value & 0xFFFFFFFFull);
}

}  // namespace graphsr::test
