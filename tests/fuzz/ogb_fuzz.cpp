// Raw folders of the Open Graph Benchmark.
#include "graphsr/graph/ogb_reader.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<std::string> kNames = {"edge.csv",      "num-node-list.csv", "num-edge-list.csv",
                                                  "node-feat.csv", "node-label.csv",    "train.csv",
                                                  "valid.csv",     "test.csv",          "edge.csv.gz"};
  return fuzz_files(text_of(data, size), kNames, {recognises_ogb, read_ogb});
}
