#include "graphsr/graph/prepared_layout.h"

#include "graphsr/base/checksum.h"

namespace graphsr {

namespace {

// a·b·size; nothing when that is beyond `most`.
std::optional<uint64_t> bytes_of(int64_t a, int64_t b, uint64_t size, uint64_t most) {
  const auto first = static_cast<uint64_t>(a), second = static_cast<uint64_t>(b);
  if (second != 0 && first > most / size / second) return std::nullopt;
  return first * second * size;
}

}  // namespace

uint64_t header_checksum(PreparedHeader header) {
  header.checksum = 0;
  return checksum({reinterpret_cast<const char*>(&header), sizeof header});
}

std::optional<uint64_t> section_bytes(const PreparedHeader& h, Section section, uint64_t most) {
  const bool sparse = h.sparse != 0;
  const auto bytes = [&](int64_t a, int64_t b, uint64_t size) { return bytes_of(a, b, size, most); };
  switch (section) {
    case Section::edge_offsets:
      return bytes(h.nodes + 1, 1, sizeof(int64_t));
    case Section::edge_targets:
      return bytes(h.stored_edges, 1, sizeof(int32_t));
    case Section::feature_offsets:
      return bytes(sparse ? h.nodes + 1 : 0, 1, sizeof(int64_t));
    case Section::feature_columns:
      return bytes(h.feature_nonzeros, 1, sizeof(int32_t));
    case Section::feature_values:
      if (sparse) return bytes(h.feature_ones != 0 ? 0 : h.feature_nonzeros, 1, sizeof(float));
      return bytes(h.nodes, h.feature_columns, sizeof(float));
    case Section::labels:
      return bytes(h.nodes, 1, sizeof(int32_t));
    case Section::masks:
      return bytes(h.nodes, h.splits, 1);
    case Section::class_names:
    case Section::node_names:
      break;
  }
  const uint64_t stated = h.sections[static_cast<size_t>(section)].bytes;
  return stated <= most ? std::optional(stated) : std::nullopt;
}

uint64_t place_sections(std::array<SectionPlace, kSections>& sections) {
  uint64_t end = kPreparedPage;
  for (SectionPlace& section : sections) {
    section.offset = (end + kPreparedPage - 1) / kPreparedPage * kPreparedPage;
    end = section.offset + section.bytes;
  }
  return end;
}

}  // namespace graphsr
