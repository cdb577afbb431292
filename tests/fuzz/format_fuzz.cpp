// One file of any format: which one it is, and then reading it.
#include "graphsr/graph/format.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return fuzz_file(
      text_of(data, size), "toy.txt",
      {[](const Input&) { return true; },
       [](const Input& input, const ReadOptions& options) { return read_dataset(input, options); }});
}
