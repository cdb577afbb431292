// A 64-bit sum that finds damage in large data at the speed at which memory is read. It is no protection from
// people: who changes data on purpose can change the sum too. For names of content there is sha256.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graphsr {

// The same for the same bytes, however they are cut into pieces.
class Checksum {
 public:
  void add(std::string_view bytes);
  uint64_t value() const;

 private:
  static constexpr size_t kBlock = 64;
  void add_blocks(const char* bytes, size_t count);

  std::array<uint64_t, 8> lanes_ = {1, 2, 3, 4, 5, 6, 7, 8};
  std::array<char, kBlock> rest_{};  // bytes that do not fill a block yet
  size_t rest_size_ = 0;
  uint64_t total_ = 0;
};

uint64_t checksum(std::string_view bytes);

}  // namespace graphsr
