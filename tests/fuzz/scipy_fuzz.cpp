// Sparse matrices as scipy saves them, as edges and as features; the archive around them is sound.
#include "graphsr/graph/scipy_npz.h"
#include "graphsr/graph/stored_graph.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<std::string> kNames = {"format.npy", "shape.npy", "data.npy", "indices.npy",
                                                  "indptr.npy", "row.npy",   "col.npy"};
  expect_read_or_refused([&] {
    const auto [options, files] = fuzzed_files(text_of(data, size), kNames);
    StoredCsr matrix = read_scipy_npz(*open_bytes(stored_zip(files), "toy.npz"));
    Dataset dataset;
    auto graph = std::make_shared<Graph>();
    graph->edges = edges_from(matrix, "toy.npz", options, dataset);
    graph->features = features_from(std::move(matrix), graph->nodes(), "toy.npz", dataset);
    dataset.graph = std::move(graph);
    set_no_labels("no label is read", dataset);
    expect_sound(dataset, options);
  });
  return 0;
}
