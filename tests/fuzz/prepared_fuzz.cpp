// Prepared graphs: header and sections as the fuzzer has them, laid out and sealed as the writer does it, so
// that changed bytes reach what is behind sizes and checksums. The first byte is the options, the second says
// whether the layout is made right too; header and sections follow without the zeros between them. The file
// is in memory.
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

#include "graphsr/base/checksum.h"
#include "graphsr/graph/prepared_layout.h"
#include "graphsr/graph/prepared_reader.h"
#include "tests/fuzz/harness.h"

using namespace graphsr;

namespace {

std::string file_of(std::string_view bytes, bool lay_out) {
  PreparedHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes.remove_prefix(sizeof header);
  if (lay_out) {
    header.byte_order = kPreparedByteOrder;
    header.version = kPreparedVersion;
    std::memcpy(header.magic.data(), kPreparedMagic.data(), header.magic.size());
  }
  std::string file(kPreparedPage, '\0');
  std::array<SectionPlace, kSections> places = header.sections;
  for (SectionPlace& place : places) place.bytes = std::min<uint64_t>(place.bytes, 1024);
  place_sections(places);
  for (size_t i = 0; i < kSections; ++i) {
    const std::string_view section = bytes.substr(0, std::min<size_t>(places[i].bytes, bytes.size()));
    bytes.remove_prefix(section.size());
    if (places[i].bytes > 0) file.resize(places[i].offset, '\0');
    file += section;
    file.resize(file.size() + places[i].bytes - section.size(), '\0');
    if (lay_out) header.sections[i] = {places[i].offset, places[i].bytes, 0};
    header.sections[i].checksum = checksum(std::string_view(file).substr(file.size() - places[i].bytes));
  }
  if (lay_out) header.file_bytes = file.size();
  header.checksum = header_checksum(header);
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

// The path of a file that has these bytes and lies in memory.
std::string written(const std::string& bytes) {
  static const int descriptor = memfd_create("prepared", MFD_CLOEXEC);
  const bool done = ftruncate(descriptor, 0) == 0 &&
                    pwrite(descriptor, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
  expect(done, "a file in memory can be written");
  return "/proc/self/fd/" + std::to_string(descriptor);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto [options, bytes] = fuzzed_file(text_of(data, size));
  if (bytes.size() < 1 + sizeof(PreparedHeader)) return 0;
  const std::string path = written(file_of(std::string_view(bytes).substr(1), bytes[0] != 0));
  expect_read_or_refused([&] {
    const Input input(path);
    if (!recognises_prepared(input)) return;
    const Dataset dataset = read_prepared(input, options);
    ReadOptions one_way = options;
    one_way.direction = Direction::as_read;  // the reader does not look whether edges go both ways
    expect_sound(dataset, one_way);
  });
  return 0;
}
