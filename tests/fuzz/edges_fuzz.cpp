// Lists of edges.
#include "graphsr/graph/edge_list_reader.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return fuzz_file(text_of(data, size), "toy.txt", {recognises_edge_list, read_edge_list});
}
