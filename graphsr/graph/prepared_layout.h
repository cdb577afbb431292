// How a prepared file lies on disk, for those who write and read it.
//
// One page (4096 bytes) with the header; then nine sections in the order of `Section`, each beginning on a
// page of its own, with zeros between them; the file ends where the last section ends. All numbers are
// little-endian. Offsets of the sections follow from their sizes, and all sizes but those of names from the
// counts in the header, so that a reader computes them and compares. Every section has a checksum, and the
// header one of its own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graphsr {

constexpr std::string_view kPreparedMagic = "\x89graphsr";
constexpr uint32_t kPreparedByteOrder = 0x01020304, kPreparedByteOrderSwapped = 0x04030201;
constexpr uint32_t kPreparedVersion = 1;
constexpr uint64_t kPreparedPage = 4096;

enum class Section {
  edge_offsets,     // int64, nodes + 1: row v lists the neighbours that v hears from
  edge_targets,     // int32, one per stored edge: ascending in each row, no self loops
  feature_offsets,  // sparse features: int64, nodes + 1; dense ones: empty
  feature_columns,  // sparse: int32, ascending in each row; dense: empty
  feature_values,   // float32: of sparse ones (empty: all 1), or nodes x columns
  labels,           // int32, one per node, -1: none
  class_names,      // texts: a uint32 with the length of each, then their bytes
  node_names,       // texts likewise, one per node; or empty
  masks             // bytes, nodes of the first split, of the second, ...: SplitPart
};
constexpr size_t kSections = 9;

struct SectionPlace {
  uint64_t offset, bytes, checksum;
};

struct PreparedHeader {
  std::array<char, 8> magic;
  uint32_t byte_order, version;
  uint64_t checksum;  // of the header, with 0 in this place
  uint64_t file_bytes;
  int64_t nodes, stored_edges, feature_columns, feature_nonzeros;  // nonzeros: of sparse ones
  int64_t classes, splits;
  uint8_t sparse, feature_ones, directed, named_nodes;  // 0 or 1; ones: sparse values are all 1
  uint8_t own_masks;
  std::array<uint8_t, 3> unused;
  std::array<int64_t, 6> counts;  // of BuildCounts, in its order
  std::array<char, 64> fingerprint;
  std::array<SectionPlace, kSections> sections;
};
static_assert(sizeof(PreparedHeader) == 416 && sizeof(PreparedHeader) <= kPreparedPage);

uint64_t header_checksum(PreparedHeader header);

// How many bytes a section has by the counts of the header; those of names as the header says. Nothing when
// that is beyond `most`. Counts must not be negative.
std::optional<uint64_t> section_bytes(const PreparedHeader& header, Section section, uint64_t most);

// Sets the offsets from the sizes. Returns the size of the file.
uint64_t place_sections(std::array<SectionPlace, kSections>& sections);

}  // namespace graphsr
