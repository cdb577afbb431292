// svmlight text.
#include "graphsr/graph/svmlight.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  expect_read_or_refused([&] {
    const std::string bytes(text_of(data, size));
    looks_like_svmlight(bytes);
    Lines lines(open_bytes(bytes, "toy.svm"));
    Svmlight svmlight = read_svmlight(lines);
    Dataset dataset;
    auto graph = std::make_shared<Graph>();
    const int64_t nodes = svmlight.features.rows();
    graph->features = std::move(svmlight.features);
    graph->edges = Csr{nodes, nodes, std::vector<int64_t>(static_cast<size_t>(nodes) + 1), {}, {}};
    dataset.graph = std::move(graph);
    dataset.labels = std::move(svmlight.classes.labels);
    dataset.class_names = std::move(svmlight.classes.names);
    expect_sound(dataset, {});
  });
  return 0;
}
