// Checksums stand in the header, before what they are of: each section is gone through twice, once for its
// sum and once for the file.
#include "graphsr/graph/prepared_writer.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/checksum.h"
#include "graphsr/graph/npz_csr.h"
#include "graphsr/graph/prepared_layout.h"

namespace graphsr {

namespace {

static_assert(std::is_same_v<Real, float>, "prepared files hold float32");

using Sink = std::function<void(std::string_view)>;
using Content = std::function<void(const Sink&)>;  // gives the bytes of a section, piece by piece

// Small pieces are gathered; large ones go straight to the file.
class BufferedFile {
 public:
  explicit BufferedFile(const std::filesystem::path& path) : file_(path) {}
  void write(std::string_view bytes) {
    written_ += bytes.size();
    if (buffer_.size() + bytes.size() > kBuffer) flush();
    if (bytes.size() > kBuffer)
      file_.write(bytes);
    else
      buffer_ += bytes;
  }
  void pad_to(uint64_t offset) { write(std::string(offset - written_, '\0')); }
  void commit() {
    flush();
    file_.commit();
  }

 private:
  static constexpr size_t kBuffer = 1 << 20;
  void flush() {
    file_.write(buffer_);
    buffer_.clear();
  }

  NewFile file_;
  std::string buffer_;
  uint64_t written_ = 0;
};

template <class Values>
std::string_view bytes_of(const Values& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(*values.data())};
}

template <class Values>
Content array_of(const Values& values) {
  return [bytes = bytes_of(values)](const Sink& sink) { sink(bytes); };
}

Content texts_of(const std::vector<std::string>& texts) {
  return [&texts](const Sink& sink) {
    for (const std::string& text : texts) {
      const auto length = static_cast<uint32_t>(text.size());
      assert(length == text.size() && "lines have at most 256 MB");
      sink({reinterpret_cast<const char*>(&length), sizeof length});
    }
    for (const std::string& text : texts) sink(text);
  };
}

std::array<Content, kSections> contents_of(const Dataset& dataset) {
  const Csr& edges = dataset.graph->edges;
  const Features& features = dataset.graph->features;
  const Content nothing = [](const Sink&) {};
  const bool sparse = features.is_sparse();
  return {array_of(edges.offsets),
          array_of(edges.columns),
          sparse ? array_of(features.sparse().offsets) : nothing,
          sparse ? array_of(features.sparse().columns) : nothing,
          sparse ? array_of(features.sparse().values) : array_of(features.dense().values()),
          array_of(dataset.labels),
          texts_of(dataset.class_names),
          texts_of(dataset.node_ids),
          [&dataset](const Sink& sink) {
            for (const std::vector<SplitPart>& mask : dataset.masks) sink(bytes_of(mask));
          }};
}

PreparedHeader header_of(const Dataset& dataset) {
  const Csr& edges = dataset.graph->edges;
  const Features& features = dataset.graph->features;
  PreparedHeader h = {};
  std::copy(kPreparedMagic.begin(), kPreparedMagic.end(), h.magic.begin());
  h.byte_order = kPreparedByteOrder;
  h.version = kPreparedVersion;
  h.nodes = dataset.nodes();
  h.stored_edges = edges.nonzeros();
  h.feature_columns = features.cols();
  h.sparse = features.is_sparse();
  h.feature_nonzeros = features.is_sparse() ? features.sparse().nonzeros() : 0;
  h.feature_ones = features.is_sparse() && features.sparse().values.empty();
  h.directed = !is_symmetric(edges);
  h.classes = dataset.classes();
  h.splits = std::ssize(dataset.masks);
  h.named_nodes = !dataset.node_ids.empty();
  h.own_masks = dataset.own_masks;
  const BuildCounts& c = dataset.counts;
  h.counts = {c.read, c.kept, c.duplicates, c.self_loops, c.unknown_ends, c.light};
  const std::string sha256 = fingerprint(dataset);
  std::copy(sha256.begin(), sha256.end(), h.fingerprint.begin());
  return h;
}

}  // namespace

void write_prepared(const Dataset& dataset, const std::filesystem::path& path) {
  assert(dataset.graph->edges.values.empty() && "edges have no values");
  BufferedFile file(path);  // first: a place that cannot be written is told before the work
  PreparedHeader header = header_of(dataset);
  const std::array<Content, kSections> contents = contents_of(dataset);
  for (size_t i = 0; i < kSections; ++i) {
    Checksum sum;
    contents[i]([&](std::string_view bytes) {
      sum.add(bytes);
      header.sections[i].bytes += bytes.size();
    });
    header.sections[i].checksum = sum.value();
  }
  header.file_bytes = place_sections(header.sections);
  header.checksum = header_checksum(header);
  file.write({reinterpret_cast<const char*>(&header), sizeof header});
  for (size_t i = 0; i < kSections; ++i) {
    file.pad_to(header.sections[i].offset);
    contents[i]([&](std::string_view bytes) { file.write(bytes); });
  }
  file.commit();
}

}  // namespace graphsr
