#include "graphsr/base/sha256.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

#include "graphsr/base/disk.h"

namespace graphsr {

void Sha256::add(const void* bytes, size_t count) {
  auto* from = static_cast<const unsigned char*>(bytes);
  total_ += count;
  while (count > 0) {
    if (buffered_ == 0 && count >= buffer_.size()) {
      const size_t blocks = count / buffer_.size();
      sha256_blocks(state_, from, blocks);
      from += blocks * buffer_.size();
      count -= blocks * buffer_.size();
      continue;
    }
    const size_t taken = std::min(count, buffer_.size() - buffered_);
    std::memcpy(buffer_.data() + buffered_, from, taken);
    from += taken;
    count -= taken;
    buffered_ += taken;
    if (buffered_ == buffer_.size()) {
      sha256_blocks(state_, buffer_.data(), 1);
      buffered_ = 0;
    }
  }
}

std::string Sha256::hex() {
  const uint64_t bits = total_ * 8;
  const unsigned char first = 0x80, zero = 0;
  add(&first, 1);
  while (buffered_ != 56) add(&zero, 1);
  unsigned char length[8];
  for (int i = 0; i < 8; ++i) length[i] = static_cast<unsigned char>(bits >> (56 - 8 * i));
  add(length, sizeof length);
  std::string text;
  for (const uint32_t word : state_)
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 15];
  return text;
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

std::string file_sha256(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  if (!file.is_open()) refuse_path(path, "be opened");
  std::vector<char> piece(1 << 16);
  Sha256 hash;
  for (;;) {
    const ssize_t got = ::read(file.number(), piece.data(), piece.size());
    if (got == 0) return hash.hex();
    if (got < 0 && errno != EINTR) refuse_path(path, "be read");
    if (got > 0) hash.add(piece.data(), static_cast<size_t>(got));
  }
}

}  // namespace graphsr
