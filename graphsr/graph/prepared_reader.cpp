#include "graphsr/graph/prepared_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "graphsr/base/checksum.h"
#include "graphsr/base/error.h"
#include "graphsr/base/mapped_file.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/prepared_layout.h"
#include "graphsr/graph/stored_graph.h"

namespace graphsr {

namespace {

static_assert(std::is_same_v<Real, float>, "prepared files hold float32");

constexpr const char* kAgain = "make it again with 'graphsr data convert'";
constexpr std::array<const char*, kSections> kNames = {"edge offsets",    "edge targets",   "feature offsets",
                                                       "feature columns", "feature values", "labels",
                                                       "class names",     "node names",     "masks"};

class PreparedFile {
 public:
  explicit PreparedFile(const std::string& path)
      : path_(path), file_(std::make_shared<MappedFile>(path)), bytes_(file_->bytes()) {
    read_header();
    check_counts();
    check_sections();
  }

  const PreparedHeader& header() const { return header_; }

  Csr edges() const { return rows(Section::edge_offsets, Section::edge_targets, header_.nodes, true); }

  Features features() const {
    const std::span<const float> values = array<float>(Section::feature_values);
    check_finite(values);
    if (header_.sparse == 0)
      return Features(Matrix::view(header_.nodes, header_.feature_columns, values.data(), file_));
    if (std::any_of(values.begin(), values.end(), [](float value) { return value == 0; }))
      refuse("its sparse features store zeros");
    Csr sparse = rows(Section::feature_offsets, Section::feature_columns, header_.feature_columns, false);
    sparse.values = Array<Real>::view(values, file_);
    return Features(std::move(sparse));
  }

  template <class T>
  std::span<const T> array(Section section) const {
    const std::string_view bytes = section_at(static_cast<size_t>(section));
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

  std::vector<std::string> texts(Section section, int64_t count) const {
    const auto which = static_cast<size_t>(section);
    std::string_view bytes = section_at(which);
    const auto refuse_texts = [&] { refuse(fmt::format("its {} are not {} texts", kNames[which], count)); };
    if (bytes.size() / sizeof(uint32_t) < static_cast<uint64_t>(count)) refuse_texts();
    const auto* lengths = reinterpret_cast<const uint32_t*>(bytes.data());
    bytes.remove_prefix(sizeof(uint32_t) * static_cast<size_t>(count));
    std::vector<std::string> texts(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) {
      if (lengths[i] > bytes.size()) refuse_texts();
      texts[i] = bytes.substr(0, lengths[i]);
      bytes.remove_prefix(lengths[i]);
      if (!is_utf8(texts[i])) refuse_texts();
    }
    if (!bytes.empty()) refuse_texts();
    return texts;
  }

  void expect_unchanged() const { file_->expect_unchanged(); }

  [[noreturn]] void refuse(const std::string& problem) const { bad_input(path_, problem, kAgain); }

 private:
  void read_header() {
    if (!bytes_.starts_with(kPreparedMagic))
      bad_input(path_, "is a packed prepared graph, and only a plain file can be mapped", "unpack it");
    if (bytes_.size() < kPreparedPage) refuse("ends inside its header");
    std::memcpy(&header_, bytes_.data(), sizeof header_);
    if (header_.byte_order == kPreparedByteOrderSwapped)
      refuse("was prepared on a machine with the other order of bytes");
    if (header_.version != kPreparedVersion && header_.byte_order == kPreparedByteOrder)
      refuse(fmt::format("is a prepared graph of version {}, and this program knows version {}",
                         header_.version, kPreparedVersion));
    if (header_.byte_order != kPreparedByteOrder || header_.checksum != header_checksum(header_))
      refuse("its header is damaged");
    if (header_.file_bytes != bytes_.size())
      refuse(fmt::format("has {} bytes, but was written with {}", bytes_.size(), header_.file_bytes));
  }

  void check_counts() const {
    const PreparedHeader& h = header_;
    constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
    const auto size = static_cast<int64_t>(bytes_.size());
    const auto in = [](int64_t value, int64_t least, int64_t most) {
      return value >= least && value <= most;
    };
    const bool flags = std::max({h.sparse, h.feature_ones, h.directed, h.named_nodes, h.own_masks}) <= 1;
    const bool sound =
        flags && in(h.nodes, 1, kMost) && in(h.stored_edges, 0, size) && in(h.feature_columns, 0, kMost) &&
        in(h.feature_nonzeros, 0, h.sparse != 0 ? size : 0) && (h.sparse != 0 || h.feature_ones == 0) &&
        in(h.classes, 0, class_limit(h.nodes)) && in(h.splits, 0, size) &&
        std::ranges::all_of(h.counts, [](int64_t count) { return count >= 0; }) &&
        std::ranges::all_of(h.unused, [](uint8_t byte) { return byte == 0; }) &&
        std::ranges::all_of(h.fingerprint,
                            [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
    if (!sound) refuse("its header has counts that cannot be");
  }

  // Every section lies where the sizes of those before it put it, so that none overlaps or is out of line.
  void check_sections() const {
    std::array<SectionPlace, kSections> placed = header_.sections;
    for (size_t i = 0; i < kSections; ++i) {
      const auto bytes = section_bytes(header_, static_cast<Section>(i), bytes_.size());
      if (!bytes || *bytes != placed[i].bytes)
        refuse(
            fmt::format("its {} have {} bytes, which does not fit its counts", kNames[i], placed[i].bytes));
    }
    if (header_.named_nodes == 0 && placed[static_cast<size_t>(Section::node_names)].bytes != 0)
      refuse("has node names, but says that it has none");
    if (place_sections(placed) != bytes_.size()) refuse("its sections do not fill it");
    uint64_t end = sizeof header_;
    for (size_t i = 0; i < kSections; ++i) {
      if (placed[i].offset != header_.sections[i].offset)
        refuse(fmt::format("its {} do not lie where they must", kNames[i]));
      const std::string_view between = bytes_.substr(end, placed[i].offset - end);
      if (between.find_first_not_of('\0') != std::string_view::npos)
        refuse(fmt::format("is damaged before its {}", kNames[i]));
      end = placed[i].offset + placed[i].bytes;
    }
    for (size_t i = 0; i < kSections; ++i)
      if (checksum(section_at(i)) != header_.sections[i].checksum)
        refuse(fmt::format("its {} are damaged: their checksum is wrong", kNames[i]));
  }

  std::string_view section_at(size_t i) const {
    return bytes_.substr(header_.sections[i].offset, header_.sections[i].bytes);
  }

  // Offsets first: rows are looked at only when all of them lie inside.
  Csr rows(Section offsets_at, Section columns_at, int64_t cols, bool square) const {
    const auto offsets = array<int64_t>(offsets_at);
    const auto columns = array<int32_t>(columns_at);
    bool sound = offsets.front() == 0 && offsets.back() == std::ssize(columns);
    for (size_t i = 1; i < offsets.size(); ++i) sound &= offsets[i - 1] <= offsets[i];
    if (!sound)
      refuse(fmt::format("its {} do not ascend to its entries", kNames[static_cast<size_t>(offsets_at)]));
    for (int64_t row = 0; row < header_.nodes; ++row) {
      const int64_t begin = offsets[row], end = offsets[row + 1];
      if (begin == end) continue;
      bool fits = columns[begin] >= 0 && columns[end - 1] < cols;
      for (int64_t e = begin + 1; e < end; ++e) fits &= columns[e - 1] < columns[e];
      for (int64_t e = begin; square && e < end; ++e) fits &= columns[e] != row;
      if (!fits)
        refuse(fmt::format("row {} of its {} does not ascend from 0 to {} at most{}", row,
                           kNames[static_cast<size_t>(columns_at)], cols - 1,
                           square ? ", or holds itself" : ""));
    }
    return {
        header_.nodes, cols, Array<int64_t>::view(offsets, file_), Array<int32_t>::view(columns, file_), {}};
  }

  void check_finite(std::span<const float> values) const {
    constexpr uint32_t kExponent = 0x7f800000;
    bool finite = true;
    for (const float value : values) finite &= (std::bit_cast<uint32_t>(value) & kExponent) != kExponent;
    if (!finite) refuse("its features are not all finite numbers");
  }

  std::string path_;
  MappedFilePtr file_;
  std::string_view bytes_;
  PreparedHeader header_;
};

std::vector<std::vector<SplitPart>> masks_of(const PreparedFile& file) {
  const PreparedHeader& header = file.header();
  const auto parts = file.array<uint8_t>(Section::masks);
  if (std::ranges::any_of(parts, [](uint8_t part) { return part > static_cast<uint8_t>(SplitPart::test); }))
    file.refuse("its masks name parts that there are not");
  std::vector<std::vector<SplitPart>> masks(static_cast<size_t>(header.splits));
  for (size_t i = 0; i < masks.size(); ++i)
    for (const uint8_t part : parts.subspan(i * header.nodes, header.nodes))
      masks[i].push_back(static_cast<SplitPart>(part));
  return masks;
}

void note_edges(const PreparedHeader& header, const std::string& path, const ReadOptions& options,
                Dataset& dataset) {
  const auto& c = header.counts;
  dataset.counts = {c[0], c[1], c[2], c[3], c[4], c[5]};
  if (dataset.counts.any_dropped()) dataset.notes.push_back(dataset.counts.sentence());
  if (options.min_weight)
    bad_input(path, "has no weights any more: it is a prepared graph",
              "give --min-weight to 'graphsr data convert' when you make it");
  if (header.directed == 0) return;
  if (options.direction == Direction::reversed)
    bad_input(path, "has edges whose direction was settled when it was prepared",
              "give --direction to 'graphsr data convert' when you make it");
  dataset.notes.push_back("edges have a direction, as it was chosen when the file was prepared");
}

}  // namespace

bool recognises_prepared(const Input& input) {
  return input.is_file() && input.head().starts_with(kPreparedMagic);
}

Dataset read_prepared(const Input& input, const ReadOptions& options) {
  const PreparedFile file(input.path());
  const PreparedHeader& header = file.header();
  if (header.feature_columns == 0 && options.features_required)
    bad_input(input.path(), "has no features", "convert a graph that has some");
  Dataset dataset;
  note_edges(header, input.path(), options, dataset);
  auto graph = std::make_shared<Graph>();
  graph->edges = file.edges();
  graph->features = file.features();
  dataset.graph = std::move(graph);
  dataset.class_names = file.texts(Section::class_names, header.classes);
  const auto labels = file.array<int32_t>(Section::labels);
  set_labels({labels.begin(), labels.end()}, input.path() + ", its labels", dataset, true);
  if (header.named_nodes != 0) dataset.node_ids = file.texts(Section::node_names, header.nodes);
  dataset.masks = masks_of(file);
  dataset.own_masks = header.own_masks != 0;
  dataset.stated_fingerprint.assign(header.fingerprint.begin(), header.fingerprint.end());
  file.expect_unchanged();
  return dataset;
}

}  // namespace graphsr
