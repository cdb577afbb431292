// Edges, features, labels and masks as files of their own, in any mixture.
#include "graphsr/graph/pieces_reader.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<std::string> kNames = {
      "adj.npz",        "adj.mtx",      "edges.npy",     "edges.txt",     "features.npz",
      "features.mtx",   "features.npy", "features.svm",  "labels.npy",    "labels.csv",
      "train_mask.npy", "val_mask.npy", "test_mask.npy", "edge_index.npy"};
  return fuzz_files(text_of(data, size), kNames, {recognises_pieces, read_pieces});
}
