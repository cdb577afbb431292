// npz files as they are on disk: what is damaged here is mostly the archive.
#include "graphsr/graph/npz_reader.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return fuzz_file(text_of(data, size), "toy.npz", {recognises_npz, read_npz});
}
