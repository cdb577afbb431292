// Graphs in one npz file, by the arrays in it: the archive around them is sound.
#include "graphsr/graph/npz_reader.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<std::string> kNames = {
      "adj_data.npy",     "adj_indices.npy", "adj_indptr.npy", "adj_shape.npy",   "attr_data.npy",
      "attr_indices.npy", "attr_indptr.npy", "attr_shape.npy", "attr_matrix.npy", "labels.npy",
      "class_names.npy",  "node_names.npy",  "edges.npy",      "edge_index.npy",  "node_features.npy",
      "node_labels.npy",  "train_masks.npy", "val_masks.npy",  "test_mask.npy",   "format.npy",
      "shape.npy",        "other.npy",       "readme.txt"};
  expect_read_or_refused([&] {
    const auto [options, files] = fuzzed_files(text_of(data, size), kNames);
    expect_sound(read_npz(Input::in_memory("toy.npz", stored_zip(files)), options), options);
  });
  return 0;
}
