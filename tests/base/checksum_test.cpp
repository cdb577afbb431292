#include "graphsr/base/checksum.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

std::string some_bytes(size_t count) {
  std::string bytes;
  for (size_t i = 0; i < count; ++i) bytes += static_cast<char>(i * i + 7 * i);
  return bytes;
}

TEST(Checksum, is_the_same_however_the_bytes_are_cut) {
  const std::string bytes = some_bytes(300);
  for (size_t first = 0; first <= 200; ++first)
    for (const size_t second : {first, first + 1, first + 63, first + 64, first + 99}) {
      Checksum sum;
      sum.add(bytes.substr(0, first));
      sum.add(bytes.substr(first, second - first));
      sum.add(bytes.substr(second));
      ASSERT_EQ(sum.value(), checksum(bytes)) << first << " " << second;
    }
}

TEST(Checksum, tells_lengths_and_every_flipped_bit_and_pair_of_signs_apart) {
  std::set<uint64_t> sums;
  size_t made = 0;
  for (size_t count = 0; count <= 130; ++count, ++made) sums.insert(checksum(std::string(count, '\0')));
  std::string bytes = some_bytes(200);
  const auto flip = [&](size_t bit) { bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8); };
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit, ++made) {
    flip(bit);
    sums.insert(checksum(bytes));
    flip(bit);
  }
  // The signs of two floats, and the highest bits of words of one lane: what sums of products miss.
  for (size_t bit = 31; bit < 8 * bytes.size() - 512; bit += 32, ++made) {
    flip(bit);
    flip(bit + 512);
    sums.insert(checksum(bytes));
    flip(bit);
    flip(bit + 512);
  }
  EXPECT_EQ(sums.size(), made);
}

TEST(Checksum, stays_what_files_hold) { EXPECT_EQ(checksum(some_bytes(1000)), 0xfc71bf9aac03b6c8u); }

}  // namespace
}  // namespace graphsr
