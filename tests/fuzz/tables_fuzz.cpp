// The user's own tables, with matrices beside them or without.
#include "graphsr/graph/tables_reader.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<std::string> kNames = {"edges.csv", "nodes.csv", "adj.mtx", "features.mtx",
                                                  "classes.csv"};
  return fuzz_files(text_of(data, size), kNames, {recognises_tables, read_tables});
}
