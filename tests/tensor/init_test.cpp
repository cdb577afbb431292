#include "graphsr/tensor/init.h"

#include <cmath>
#include <utility>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

// Sizes that end inside of a block, at its end, and inside of what is made at once.
TEST(Init, weights_are_the_numbers_of_their_stream_one_after_the_other) {
  const std::pair<int64_t, int64_t> shapes[] = {{1, 1}, {1, 2}, {3, 1}, {9, 7}, {64, 2}, {43, 3}, {100, 128}};
  for (const auto& [rows, cols] : shapes) {
    Matrix weights(rows, cols);
    glorot_uniform(weights, 20, 34, 0x123456789abcdefull, 0xfedcba987ull);
    Stream stream(0x123456789abcdefull, Purpose::weights, 0xfedcba987ull);
    for (const Real value : weights.values())
      EXPECT_EQ(value, static_cast<Real>((2 * stream.uniform() - 1) * std::sqrt(6.0 / 54)));
  }
}

TEST(Init, weights_of_other_seeds_positions_and_purposes_differ) {
  Matrix one(4, 4), other(4, 4);
  glorot_uniform(one, 4, 4, 1, 2);
  const auto differs = [&] { return one.values()[0] != other.values()[0]; };
  glorot_uniform(other, 4, 4, 2, 2);
  EXPECT_TRUE(differs());
  glorot_uniform(other, 4, 4, 1, 3);
  EXPECT_TRUE(differs());
  glorot_uniform(other, 4, 4, 1, 2, Purpose::policy_weights);
  EXPECT_TRUE(differs());
  glorot_uniform(other, 4, 4, 1, 2);
  EXPECT_FALSE(differs());
}

}  // namespace
}  // namespace graphsr
