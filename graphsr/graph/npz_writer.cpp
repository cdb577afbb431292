#include "graphsr/graph/npz_writer.h"

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/text.h"
#include "graphsr/graph/zip_writer.h"

namespace graphsr {

namespace {

constexpr double kStoredFrom = 256e6;  // bytes

template <class T>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, float>) return "<f4";
  if constexpr (std::is_same_v<T, int32_t>) return "<i4";
  if constexpr (std::is_same_v<T, int64_t>) return "<i8";
  if constexpr (std::is_same_v<T, uint8_t>) return "|b1";
}

std::string npy_header(const std::string& type, const std::string& shape) {
  std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  text.append(63 - (10 + text.size()) % 64, ' ');
  text += '\n';
  return fmt::format("\x93NUMPY{}{}{}{}", '\1', '\0', static_cast<char>(text.size() & 0xff),
                     static_cast<char>(text.size() >> 8)) +
         text;
}

class NpzWriter {
 public:
  NpzWriter(const std::filesystem::path& path, bool deflate) : zip_(path, deflate) {}

  template <class T>
  void add(const std::string& name, std::span<const T> values, std::string shape = "") {
    begin(name, type_name<T>(), shape.empty() ? fmt::format("({},)", values.size()) : shape,
          values.size_bytes());
    zip_.add({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }

  // Always float32, whatever Real is.
  void add_reals(const std::string& name, std::span<const Real> values, const std::string& shape = "") {
    if constexpr (std::is_same_v<Real, float>) {
      add<float>(name, values, shape);
    } else {
      const std::vector<float> single(values.begin(), values.end());
      add<float>(name, single, shape);
    }
  }

  void add_ones(const std::string& name, int64_t count) {
    begin(name, "<f4", fmt::format("({},)", count), sizeof(float) * static_cast<uint64_t>(count));
    std::array<float, 16384> ones;
    ones.fill(1);
    for (; count > 0; count -= static_cast<int64_t>(ones.size()))
      zip_.add({reinterpret_cast<const char*>(ones.data()),
                sizeof(float) * std::min<size_t>(ones.size(), static_cast<size_t>(count))});
  }

  // numpy's UCS-4 text. It cannot end in NUL, and neither do names.
  void add_texts(const std::string& name, const std::vector<std::string>& texts) {
    std::vector<std::u32string> letters;
    size_t longest = 1;
    for (const std::string& text : texts) {
      letters.push_back(characters(text));
      longest = std::max(longest, letters.back().size());
    }
    begin(name, fmt::format("<U{}", longest), fmt::format("({},)", texts.size()), 4 * longest * texts.size());
    for (std::u32string& text : letters) {
      text.resize(longest);
      zip_.add({reinterpret_cast<const char*>(text.data()), 4 * longest});
    }
  }

  void commit() { zip_.commit(); }

 private:
  void begin(const std::string& name, const std::string& type, const std::string& shape, uint64_t bytes) {
    const std::string header = npy_header(type, shape);
    zip_.begin(name + ".npy", static_cast<int64_t>(header.size() + bytes));
    zip_.add(header);
  }

  ZipWriter zip_;
};

void add_csr(NpzWriter& npz, const std::string& prefix, const Csr& m) {
  if (m.values.empty())
    npz.add_ones(prefix + "_data", m.nonzeros());
  else
    npz.add_reals(prefix + "_data", m.values);
  npz.add<int32_t>(prefix + "_indices", m.columns);
  npz.add<int64_t>(prefix + "_indptr", m.offsets);
  const std::array<int64_t, 2> shape = {m.rows, m.cols};
  npz.add<int64_t>(prefix + "_shape", shape);
}

void add_masks(NpzWriter& npz, const Dataset& dataset) {
  constexpr std::pair<const char*, SplitPart> kParts[] = {{"train_masks", SplitPart::train},
                                                          {"val_masks", SplitPart::validation},
                                                          {"test_masks", SplitPart::test}};
  for (const auto& [name, part] : kParts) {
    std::vector<uint8_t> mask;
    for (const auto& parts : dataset.masks)
      for (const SplitPart p : parts) mask.push_back(p == part);
    npz.add<uint8_t>(name, mask, fmt::format("({}, {})", dataset.masks.size(), dataset.nodes()));
  }
}

double raw_bytes(const Graph& graph) {
  const Features& f = graph.features;
  return 8.0 * static_cast<double>(graph.edges.nonzeros()) +
         (f.is_sparse() ? 8.0 * static_cast<double>(f.sparse().nonzeros())
                        : 4.0 * static_cast<double>(f.dense().size()));
}

}  // namespace

void write_npz(const Dataset& dataset, const std::filesystem::path& path) {
  const Graph& graph = *dataset.graph;
  NpzWriter npz(path, raw_bytes(graph) < kStoredFrom);
  add_csr(npz, "adj", graph.edges);
  if (graph.features.is_sparse()) {
    add_csr(npz, "attr", graph.features.sparse());
  } else {
    const Matrix& dense = graph.features.dense();
    npz.add_reals("attr_matrix", dense.values(), fmt::format("({}, {})", dense.rows(), dense.cols()));
  }
  npz.add<int32_t>("labels", dataset.labels);
  npz.add_texts("class_names", dataset.class_names);
  if (!dataset.node_ids.empty()) npz.add_texts("node_names", dataset.node_ids);
  if (!dataset.masks.empty()) add_masks(npz, dataset);
  npz.commit();
}

}  // namespace graphsr
