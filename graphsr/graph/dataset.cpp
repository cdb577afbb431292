#include "graphsr/graph/dataset.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <filesystem>
#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/base/nearest.h"
#include "graphsr/base/sha256.h"
#include "graphsr/graph/demo.h"
#include "graphsr/graph/fetch_table.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/planetoid_reader.h"

namespace graphsr {

namespace {

static_assert(std::endian::native == std::endian::little, "fingerprints are of little-endian bytes");

template <class T>
void add_values(Sha256& hash, std::span<const T> values) {
  hash.add(values.data(), values.size_bytes());
}

void add_count(Sha256& hash, int64_t count) { hash.add(&count, sizeof count); }

// Always as float32, whatever Real is.
void add_reals(Sha256& hash, std::span<const Real> values) {
  if constexpr (std::is_same_v<Real, float>) {
    add_values(hash, values);
  } else {
    for (const Real value : values) {
      const auto single = static_cast<float>(value);
      hash.add(&single, sizeof single);
    }
  }
}

void add_ones(Sha256& hash, int64_t count) {
  std::array<float, 1024> ones;
  ones.fill(1);
  for (; count > 0; count -= static_cast<int64_t>(ones.size()))
    hash.add(ones.data(), sizeof(float) * std::min(ones.size(), static_cast<size_t>(count)));
}

void add_features(Sha256& hash, const Features& features) {
  hash.add(features.is_sparse() ? "s" : "d");
  add_count(hash, features.rows());
  add_count(hash, features.cols());
  if (!features.is_sparse()) return add_reals(hash, features.dense().values());
  const Csr& sparse = features.sparse();
  add_values<int64_t>(hash, sparse.offsets);
  add_values<int32_t>(hash, sparse.columns);
  if (sparse.values.empty())
    add_ones(hash, sparse.nonzeros());
  else
    add_reals(hash, sparse.values);
}

}  // namespace

std::vector<int64_t> class_counts(const Dataset& dataset) {
  std::vector<int64_t> counts(dataset.classes());
  for (const int32_t label : dataset.labels)
    if (label != kUnlabelled) ++counts[label];
  return counts;
}

double edge_homophily(const Dataset& dataset) {
  int64_t known = 0, same = 0;
  for (int64_t node = 0; node < dataset.nodes(); ++node) {
    const int32_t label = dataset.labels[node];
    if (label == kUnlabelled) continue;
    for (const int32_t neighbour : dataset.graph->edges.row(node)) {
      known += dataset.labels[neighbour] != kUnlabelled;
      same += dataset.labels[neighbour] == label;
    }
  }
  return known == 0 ? 0 : static_cast<double>(same) / static_cast<double>(known);
}

std::string fingerprint(const Dataset& dataset) {
  return dataset.stated_fingerprint.empty() ? computed_fingerprint(dataset) : dataset.stated_fingerprint;
}

std::string computed_fingerprint(const Dataset& dataset) {
  const Csr& edges = dataset.graph->edges;
  assert(edges.values.empty() && "edges have no values");
  Sha256 hash;
  hash.add("graphsr-data-1\n");
  add_count(hash, dataset.nodes());
  add_values<int64_t>(hash, edges.offsets);
  add_values<int32_t>(hash, edges.columns);
  add_features(hash, dataset.graph->features);
  add_values<int32_t>(hash, dataset.labels);
  for (const std::vector<SplitPart>& mask : dataset.masks) add_values<SplitPart>(hash, mask);
  return hash.hex();
}

[[noreturn]] static void refuse_dataset(const std::string& what, const DataFolders& folders) {
  std::string searched, remedy = "give the path of a file or folder, or 'demo'";
  for (const std::filesystem::path& folder : folders)
    searched += (searched.empty() ? "" : ", ") + folder.string();
  if (!searched.empty() && what.find('/') == std::string::npos) {
    searched = fmt::format(", and no {0}.npz or folder {0} in {1}", what, searched);
    remedy = "give the path of a file or folder, its folder as --data-dir, or 'demo'";
  } else {
    searched.clear();
  }
  std::vector<std::string> known = dataset_names(folders);
  known.insert(known.begin(), "demo");
  for (const FetchEntry& entry : fetch_table()) {
    known.push_back(entry.name);
    if (what == entry.name) remedy = fmt::format("'graphsr data fetch {}' gets it, or {}", what, remedy);
  }
  const std::string meant = nearest_name(what, known);
  wrong_usage("--dataset", fmt::format("there is no file or built-in graph named '{}'{}", what, searched),
              meant.empty() || meant == what ? remedy : fmt::format("did you mean '{}'?", meant));
}

Dataset open_dataset(const std::string& what, const DataFolders& folders, const ReadOptions& options) {
  if (what == "demo") return demo_dataset();
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_type type = fs::status(what, error).type();
  const bool is_folder = type == fs::file_type::directory;
  if (type != fs::file_type::not_found && type != fs::file_type::none && !is_folder)
    return read_dataset(what, options);
  if (const auto file = dataset_file(what, folders)) return read_dataset(file->string(), options);
  if (is_folder || planetoid_file(what)) return read_dataset(what, options);
  refuse_dataset(what, folders);
}

}  // namespace graphsr
