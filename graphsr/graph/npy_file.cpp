#include "graphsr/graph/npy_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "graphsr/base/error.h"

namespace graphsr {

NpyArray read_npy(Source& source) {
  constexpr const char* kAgain = "save it again with numpy.save";
  constexpr size_t kFirstChunk = 1 << 16;
  const auto read = [&](unsigned char* to, size_t count) {
    while (count > 0) {
      const size_t got = source.read(reinterpret_cast<char*>(to), count);
      if (got == 0) bad_input(source.place(), "ends too early", kAgain);
      to += got;
      count -= got;
    }
  };
  const NpyHeader header = read_npy_header(read, source.place());
  NpyArray array = announced_array(header, source.place());
  for (auto left = static_cast<size_t>(array.count() * array.item_size); left > 0;) {
    const size_t before = array.bytes.size(), more = std::min(left, std::max(kFirstChunk, before));
    array.bytes.resize(before + more);
    read(array.bytes.data() + before, more);
    left -= more;
  }
  char extra;
  if (source.read(&extra, 1) != 0) bad_input(source.place(), "is longer than its header announces", kAgain);
  return array;
}

}  // namespace graphsr
