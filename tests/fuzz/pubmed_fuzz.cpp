// Pubmed-Diabetes: papers and citations.
#include "graphsr/graph/pubmed_reader.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<std::string> kNames = {"P.NODE.paper.tab", "P.DIRECTED.cites.tab"};
  return fuzz_files(text_of(data, size), kNames, {recognises_pubmed, read_pubmed});
}
