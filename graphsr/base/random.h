// Random numbers by address: Philox4x32-10 (Random123) keyed by (seed, purpose, position). A number depends
// on its address alone, never on who drew before, so results are the same for any number of threads and any
// order of work.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace graphsr {

// Streams of different purpose never overlap. Append only: the numbers are part of what a seed means.
enum class Purpose : uint32_t {
  weights = 1,
  dropout = 2,
  attention_dropout = 3,
  split = 4,
  minority = 5,
  demo_labels = 6,
  demo_edges = 7,
  demo_words = 8,
  test = 10,
  action = 11,
  minibatch = 12,
  policy_weights = 13,
  policy_dropout = 14,
  derived = 20,
  folds = 21,
  random_choice = 22,
  game_order = 23,
  bootstrap = 24,
  resample = 25,
  generated = 40,
};

using RandomBlock = std::array<uint32_t, 4>;

// Block `index` of the stream (seed, purpose, position).
RandomBlock random_block(uint64_t seed, Purpose purpose, uint64_t position, uint32_t index);

// A number in [0, 1) of 53 bits: 27 of the first word and 26 of the second.
inline double uniform_of(uint32_t first, uint32_t second) {
  const auto bits = static_cast<int64_t>((uint64_t{first} >> 5) << 26 | second >> 6);
  return static_cast<double>(bits) * 0x1p-53;
}

// A seed of its own for a named part of the work.
uint64_t derived_seed(uint64_t seed, std::string_view name);

// One stream read in order.
class Stream {
 public:
  Stream(uint64_t seed, Purpose purpose, uint64_t position = 0)
      : seed_(seed), purpose_(purpose), position_(position) {}

  uint32_t bits();                 // 32 random bits
  double uniform();                // in [0, 1), 53 bits
  uint32_t below(uint32_t count);  // in [0, count), without bias; count > 0
  double normal();                 // mean 0, deviation 1

  template <class T>
  void shuffle(std::span<T> items) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(static_cast<uint32_t>(i))]);
  }

 private:
  uint64_t seed_;
  Purpose purpose_;
  uint64_t position_;
  uint32_t index_ = 0;
  unsigned used_ = 4;
  RandomBlock block_{};
};

}  // namespace graphsr
