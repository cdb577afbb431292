// Tar archives: every member is opened and read. Packed ones are left to gzip_fuzz.cpp.
#include <fmt/format.h>

#include "graphsr/graph/input.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

namespace {

// With the checksums of headers put right, so that changed ones reach what is behind.
std::string with_checksums(std::string_view archive) {
  constexpr size_t kBlock = 512, kSum = 148, kSumEnd = 156;
  std::string bytes(archive);
  for (size_t at = 0; at + kBlock <= bytes.size(); at += kBlock) {
    if (archive.substr(at + 257, 5) != "ustar") continue;
    unsigned sum = ' ' * (kSumEnd - kSum);
    for (size_t i = 0; i < kBlock; ++i)
      if (i < kSum || i >= kSumEnd) sum += static_cast<unsigned char>(bytes[at + i]);
    bytes.replace(at + kSum, 6, fmt::format("{:06o}", sum));
  }
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMost = 1 << 16;
  if (text_of(data, size).starts_with("\x1f\x8b")) return 0;
  expect_read_or_refused([&] {
    const Input input = Input::in_memory("toy.tar", with_checksums(text_of(data, size)));
    for (const std::string& file : input.files()) read_all(*input.open(file), kMost);
  });
  return 0;
}
