// Eight lanes of 64 bits, each of which is multiplied twice for every word that it takes in; several products
// are under way at a time. The turn between the two brings changes of the highest bits, which a product
// leaves there, to where the second spreads them. Each step can be undone, so that no single change of a word
// is ever missed.
#include "graphsr/base/checksum.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace graphsr {

namespace {

constexpr uint64_t kFirst = 0x9e3779b97f4a7c15u, kSecond = 0xbf58476d1ce4e5b9u;

uint64_t taken_in(uint64_t lane, uint64_t word) { return std::rotl((lane ^ word) * kFirst, 31) * kSecond; }

}  // namespace

void Checksum::add_blocks(const char* bytes, size_t count) {
  std::array<uint64_t, 8> lanes = lanes_;
  for (; count > 0; --count, bytes += kBlock) {
    std::array<uint64_t, 8> words;
    std::memcpy(words.data(), bytes, kBlock);
    for (size_t i = 0; i < lanes.size(); ++i) lanes[i] = taken_in(lanes[i], words[i]);
  }
  lanes_ = lanes;
}

void Checksum::add(std::string_view bytes) {
  total_ += bytes.size();
  if (rest_size_ > 0) {
    const size_t taken = std::min(kBlock - rest_size_, bytes.size());
    std::copy_n(bytes.data(), taken, rest_.data() + rest_size_);
    rest_size_ += taken;
    bytes.remove_prefix(taken);
    if (rest_size_ < kBlock) return;
    add_blocks(rest_.data(), 1);
    rest_size_ = 0;
  }
  add_blocks(bytes.data(), bytes.size() / kBlock);
  bytes.remove_prefix(bytes.size() / kBlock * kBlock);
  std::copy(bytes.begin(), bytes.end(), rest_.begin());
  rest_size_ = bytes.size();
}

uint64_t Checksum::value() const {
  Checksum last = *this;
  std::fill(last.rest_.begin() + static_cast<ptrdiff_t>(rest_size_), last.rest_.end(), '\0');
  last.add_blocks(last.rest_.data(), 1);
  uint64_t sum = total_;
  for (const uint64_t lane : last.lanes_) {
    sum = taken_in(sum, lane);
    sum ^= sum >> 29;
  }
  return sum;
}

uint64_t checksum(std::string_view bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.value();
}

}  // namespace graphsr
