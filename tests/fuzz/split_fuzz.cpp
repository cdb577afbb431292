// split.json of a small graph, whose hash stands for every '#' in it.
#include "graphsr/graph/split.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Dataset kDataset = [] {
    Dataset dataset;
    auto graph = std::make_shared<Graph>();
    graph->edges = Csr{6, 6, std::vector<int64_t>(7), {}, {}};
    graph->features = Features(Matrix(6, 1, 1));
    dataset.graph = std::move(graph);
    dataset.labels = {0, 0, 1, 1, 1, kUnlabelled};
    dataset.class_names = {"a", "b"};
    return dataset;
  }();
  static const std::string kHash = fingerprint(kDataset);
  std::string text;
  for (const char c : text_of(data, size)) text += c == '#' ? kHash : std::string(1, c);
  expect_read_or_refused([&] {
    const Split split = split_from_json(text, "split.json", kDataset);
    expect(split_from_json(split_json(split), "split.json", kDataset).test == split.test, "it can be saved");
  });
  return 0;
}
