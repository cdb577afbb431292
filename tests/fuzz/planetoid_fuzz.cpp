// Planetoid: seven pickles and test.index.
#include "graphsr/graph/planetoid_reader.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<std::string> kNames = {"ind.toy.x",     "ind.toy.y",         "ind.toy.tx",
                                                  "ind.toy.ty",    "ind.toy.allx",      "ind.toy.ally",
                                                  "ind.toy.graph", "ind.toy.test.index"};
  return fuzz_files(text_of(data, size), kNames, {recognises_planetoid, read_planetoid});
}
