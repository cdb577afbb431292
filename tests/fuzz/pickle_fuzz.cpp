// Pickles: the restricted machine, and what is made of its values.
#include "graphsr/graph/pickle.h"
#include "graphsr/graph/pickle_csr.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  expect_read_or_refused([&] {
    const Pickle pickle(std::string(text_of(data, size)), "toy.pickle");
    expect_read_or_refused([&] { pickled_csr(pickle); });
    expect_read_or_refused([&] {
      const NpyArray array = pickled_array(pickle);
      expect(std::ssize(array.elements()) == array.count() * array.item_size,
             "the bytes are those of the shape");
    });
    expect_read_or_refused([&] { pickle.integers(pickle.root(), "root"); });
  });
  return 0;
}
