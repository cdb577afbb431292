// Tar archives, packed or not: every member is opened and read.
#include "graphsr/graph/input.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMost = 1 << 20;
  expect_read_or_refused([&] {
    const Input input = Input::in_memory("toy.tar", std::string(text_of(data, size)));
    for (const std::string& file : input.files()) read_all(*input.open(file), kMost);
  });
  return 0;
}
