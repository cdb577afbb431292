// MatrixMarket files, as edges and as features.
#include "graphsr/graph/matrix_pieces.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  expect_read_or_refused([&] {
    const auto [options, bytes] = fuzzed_file(text_of(data, size));
    Dataset dataset;
    auto graph = std::make_shared<Graph>();
    graph->features = matrix_market_features(open_bytes(bytes, "toy.mtx"), dataset);
    graph->edges = matrix_market_edges(open_bytes(bytes, "toy.mtx"), options, dataset);
    dataset.labels.assign(static_cast<size_t>(graph->nodes()), kUnlabelled);
    dataset.graph = std::move(graph);
    expect_sound(dataset, options);
  });
  return 0;
}
