// LINQS .content and .cites.
#include "graphsr/graph/linqs_reader.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<std::string> kNames = {"toy.content", "toy.cites", "other.content"};
  return fuzz_files(text_of(data, size), kNames, {recognises_linqs, read_linqs});
}
