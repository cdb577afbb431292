// SHA-256 (FIPS 180-4), to name data, splits and models by their content.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "graphsr/base/sha256_blocks.h"

namespace graphsr {

class Sha256 {
 public:
  void add(const void* bytes, size_t count);
  void add(std::string_view text) { add(text.data(), text.size()); }
  std::string hex();  // 64 digits; call once, at the end

 private:
  Sha256State state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> buffer_{};
  size_t buffered_ = 0;
  uint64_t total_ = 0;
};

std::string sha256(std::string_view bytes);

// Of a file's bytes, read in pieces. Throws Fault::resource when it cannot be read.
std::string file_sha256(const std::filesystem::path& path);

}  // namespace graphsr
