// Folders of DGL: meta.yaml and the tables that it names.
#include "graphsr/graph/dgl_reader.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<std::string> kNames = {"meta.yaml", "nodes.csv", "edges.csv"};
  return fuzz_files(text_of(data, size), kNames, {recognises_dgl, read_dgl});
}
