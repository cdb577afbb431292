// One array of numpy's, as whatever readers take it for.
#include "graphsr/graph/npy_file.h"
#include "graphsr/graph/npy_values.h"
#include "graphsr/graph/stored_graph.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  expect_read_or_refused([&] {
    const NpyArray array = read_npy(*open_bytes(std::string(text_of(data, size)), "toy.npy"));
    expect(std::ssize(array.elements()) == array.count() * array.item_size,
           "the bytes are those of the shape");
    const int64_t rows = array.shape.empty() ? 0 : array.shape[0];
    expect_read_or_refused([&] { integers_of(array); });
    expect_read_or_refused([&] { floats_of(array); });
    expect_read_or_refused([&] { strings_of(array); });
    expect_read_or_refused([&] { truths_of(array); });
    expect_read_or_refused([&] { features_from(array, rows); });
    expect_read_or_refused([&] { edge_pairs(array, 100, false); });
    expect_read_or_refused([&] { from_one_hot(array); });
  });
  return 0;
}
