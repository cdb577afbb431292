// gzip files. What comes out does not depend on how it is asked for.
#include "graphsr/graph/source.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMost = 1 << 20;
  expect_read_or_refused([&] {
    const std::string bytes(text_of(data, size));
    const std::string whole = read_all(*unpacked(open_bytes(bytes, "toy.gz")), kMost);
    const SourcePtr source = unpacked(open_bytes(bytes, "toy.gz"));
    std::string pieces;
    char piece[61];
    for (size_t got; (got = source->read(piece, sizeof piece)) > 0;) pieces.append(piece, got);
    expect(pieces == whole, "pieces are the whole");
  });
  return 0;
}
