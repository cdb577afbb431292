#include "graphsr/base/random.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

// Random123's published known answer for philox4x32-10: all-ones counter and key.
TEST(Random, philox_matches_its_published_vector) {
  const auto block = random_block(0xffffffffffffffffull, static_cast<Purpose>(0xffffffffu),
                                  0xffffffffffffffffull, 0xffffffffu);
  EXPECT_EQ(block, (RandomBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(Random, streams_are_repeatable_and_differ_by_every_part_of_their_address) {
  auto first = [](uint64_t seed, Purpose purpose, uint64_t position) {
    return Stream(seed, purpose, position).bits();
  };
  const uint32_t base = first(1, Purpose::split, 2);
  EXPECT_EQ(base, first(1, Purpose::split, 2));
  EXPECT_NE(base, first(2, Purpose::split, 2));
  EXPECT_NE(base, first(1, Purpose::weights, 2));
  EXPECT_NE(base, first(1, Purpose::split, 3));
  EXPECT_NE(base, first(1, Purpose::split, 2 + (1ull << 32)));
}

TEST(Random, uniform_and_normal_have_their_moments) {
  Stream stream(7, Purpose::weights);
  constexpr int n = 200000;
  double mean = 0, square = 0, normal = 0, normal_square = 0;
  for (int i = 0; i < n; ++i) {
    const double u = stream.uniform(), z = stream.normal();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    mean += u / n, square += u * u / n, normal += z / n, normal_square += z * z / n;
  }
  EXPECT_NEAR(mean, 0.5, 0.003);
  EXPECT_NEAR(square, 1.0 / 3, 0.003);
  EXPECT_NEAR(normal, 0, 0.01);
  EXPECT_NEAR(normal_square, 1, 0.02);
}

TEST(Random, below_is_even_and_in_range) {
  Stream stream(3, Purpose::split);
  std::vector<int> count(7);
  for (int i = 0; i < 70000; ++i) ++count.at(stream.below(7));
  double chi = 0;
  for (const int c : count) chi += (c - 10000.0) * (c - 10000.0) / 10000.0;
  EXPECT_LT(chi, 22.5);  // 99.9 % of a chi-square with 6 degrees
}

TEST(Random, shuffle_keeps_every_item) {
  std::vector<int> items(100);
  std::iota(items.begin(), items.end(), 0);
  auto shuffled = items;
  Stream(5, Purpose::split).shuffle(std::span(shuffled));
  EXPECT_NE(shuffled, items);
  std::sort(shuffled.begin(), shuffled.end());
  EXPECT_EQ(shuffled, items);
}

TEST(Random, derived_seeds_differ_by_seed_and_name) {
  EXPECT_EQ(derived_seed(1, "member 1"), derived_seed(1, "member 1"));
  std::set<uint64_t> seeds;
  for (uint64_t seed = 0; seed < 20; ++seed)
    for (int k = 0; k < 50; ++k) seeds.insert(derived_seed(seed, "member " + std::to_string(k)));
  EXPECT_EQ(seeds.size(), 1000u);
  EXPECT_NE(derived_seed(0, ""), 0u);
}

}  // namespace
}  // namespace graphsr
