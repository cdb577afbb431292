#include <algorithm>
#include <cstdint>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "graphsr/base/atomic_file.h"
#include "graphsr/graph/npz_reader.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kData = GRAPHSR_SOURCE_DIR "/../shared/data";

TEST(PublishedGraphs, have_the_published_statistics) {
  if (!fs::is_directory(kData)) GTEST_SKIP() << kData << " is not there: published graphs are not tested";
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kData)) {
    const fs::path meta_path = fs::path(entry.path()).replace_extension(".meta.json");
    if (entry.path().extension() != ".npz" || !fs::exists(meta_path)) continue;
    ++files;
    SCOPED_TRACE(entry.path().string());
    const auto meta = nlohmann::json::parse(read_file(meta_path));
    const Dataset dataset = read_npz(entry.path().string());
    expect_sound(dataset);
    EXPECT_EQ(dataset.name, entry.path().stem());
    EXPECT_EQ(dataset.nodes(), meta.at("nodes"));
    EXPECT_EQ(dataset.graph->features.cols(), meta.at("features"));
    EXPECT_EQ(dataset.graph->features.sparse().nonzeros(), meta.at("feature_nnz"));
    EXPECT_EQ(dataset.graph->features.sparse().values.empty(), meta.at("features_binary"));
    EXPECT_EQ(dataset.graph->edges.nonzeros(), 2 * meta.at("undirected_edges").get<int64_t>());
    EXPECT_EQ(dataset.classes(), meta.at("classes"));
    std::vector<int64_t> counts(static_cast<size_t>(dataset.classes()));
    for (const int32_t label : dataset.labels) ++counts.at(static_cast<size_t>(label));
    EXPECT_EQ(counts, meta.at("label_counts").get<std::vector<int64_t>>());
    if (meta.contains("class_names")) {
      EXPECT_EQ(dataset.class_names, meta.at("class_names"));
    }
    EXPECT_THAT(dataset.notes, IsEmpty());
  }
  EXPECT_GE(files, 18);
}

TEST(PublishedGraphs, gnn_benchmark_cora_is_directed_and_carries_names) {
  const std::string path = kData + "/gnn-benchmark/cora.npz";
  if (!fs::exists(path)) GTEST_SKIP() << path << " is not there";
  const Dataset cora = read_npz(path);
  expect_sound(cora);
  EXPECT_THAT(cora.notes, ElementsAre("5429 edges read, 5278 kept: 151 duplicates and 0 self loops dropped"));
  EXPECT_EQ(cora.classes(), 7);
  EXPECT_EQ(std::ssize(cora.node_ids), 2708);
  EXPECT_NE(std::find(cora.class_names.begin(), cora.class_names.end(), "Theory"), cora.class_names.end());
}

}  // namespace
}  // namespace graphsr
