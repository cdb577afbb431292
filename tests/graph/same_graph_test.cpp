// The published files of one graph in different formats are the same graph.
#include <algorithm>
#include <filesystem>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/format.h"
#include "tests/graph/canonical_hash.h"
#include "tests/graph/refusal.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

using testing::Contains;
using testing::HasSubstr;

const std::string kData = GRAPHSR_SOURCE_DIR "/../shared/data/";

class SameGraph : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::is_directory(kData)) GTEST_SKIP() << kData << " is not there";
  }
  static Dataset read(const std::string& file, const ReadOptions& options = {}) {
    Dataset dataset = read_dataset(kData + file, options);
    expect_sound(dataset);
    dataset.masks.clear();
    return dataset;
  }
};

TEST_F(SameGraph, canonical_hash_sees_edges_labels_and_features_but_no_order) {
  const Dataset cora = read("cora/cora.npz");
  const uint64_t hash = canonical_hash(cora, ClassesBy::name);
  std::vector<int32_t> order(2708);
  for (int32_t i = 0; i < 2708; ++i) order[i] = (i * 5 + 3) % 2708;
  const auto with = [&](Csr edges, Features features, std::vector<int32_t> labels) {
    Dataset other = cora;
    other.graph = std::make_shared<Graph>(Graph{std::move(edges), std::move(features)});
    other.labels = std::move(labels);
    return canonical_hash(other, ClassesBy::name);
  };
  std::vector<Edge> moved;
  std::vector<int32_t> place(2708), labels;
  for (int32_t i = 0; i < 2708; ++i) place[order[i]] = i;
  for (int32_t i = 0; i < 2708; ++i)
    for (const int32_t j : cora.graph->edges.row(i)) moved.push_back({place[i], place[j]});
  for (const int32_t node : order) labels.push_back(cora.labels[node]);
  const Features features = gathered(cora.graph->features, order);
  EXPECT_EQ(with(build_edges(2708, moved).edges, features, labels), hash);
  std::vector<Edge> fewer(moved.begin() + 1, moved.end());
  std::erase_if(fewer, [&](Edge edge) { return edge.from == moved[0].to && edge.to == moved[0].from; });
  EXPECT_NE(with(build_edges(2708, fewer).edges, features, labels), hash);
  std::swap(labels[0],
            *std::find_if(labels.begin(), labels.end(), [&](int32_t c) { return c != labels[0]; }));
  EXPECT_NE(with(build_edges(2708, moved).edges, features, labels), hash);
}

TEST_F(SameGraph, cora_from_npz_linqs_and_planetoid) {
  const Dataset npz = read("cora/cora.npz"), planetoid = read("planetoid/ind.cora.graph"),
                linqs = read("linqs/cora.cites"), benchmark = read("gnn-benchmark/cora.npz"),
                pieces = read("cora");
  EXPECT_EQ(fingerprint(planetoid), fingerprint(npz));
  EXPECT_EQ(fingerprint(pieces), fingerprint(npz));
  EXPECT_EQ(pieces.format, "pieces");
  EXPECT_EQ(canonical_hash(linqs, ClassesBy::name), canonical_hash(npz, ClassesBy::name));
  EXPECT_EQ(canonical_hash(benchmark, ClassesBy::name), canonical_hash(npz, ClassesBy::name));
  EXPECT_EQ(canonical_hash(linqs, ClassesBy::size), canonical_hash(planetoid, ClassesBy::size));
  for (const Dataset* dataset : {&planetoid, &linqs, &benchmark}) {
    EXPECT_EQ(dataset->counts.read, 5429) << dataset->format;
    EXPECT_THAT(dataset->notes,
                Contains("5429 edges read, 5278 kept: 151 duplicates and 0 self loops dropped"));
  }
}

// Of 3327 papers 15 are named only by others that cite them: LINQS leaves them to the reader, Planetoid has
// them without features and label, and this project's npz gives them class 0, as other programs do.
TEST_F(SameGraph, citeseer_with_and_without_its_15_unknown_papers) {
  ReadOptions add;
  add.unknown_ends = UnknownEnds::add;
  const Dataset planetoid = read("planetoid/ind.citeseer.graph"), linqs = read("linqs/citeseer.cites", add);
  Dataset npz = read("citeseer/citeseer.npz");
  EXPECT_EQ(std::count(planetoid.labels.begin(), planetoid.labels.end(), kUnlabelled), 15);
  EXPECT_THAT(planetoid.notes,
              Contains("test.index leaves out 15 nodes: they have neither features nor label"));
  EXPECT_THAT(planetoid.notes,
              Contains("4732 edges read, 4552 kept: 56 duplicates and 124 self loops dropped"));
  EXPECT_EQ(canonical_hash(linqs, ClassesBy::size), canonical_hash(planetoid, ClassesBy::size));
  for (int64_t node = 0; node < npz.nodes(); ++node)
    if (npz.graph->features.sparse().length(node) == 0) npz.labels[node] = kUnlabelled;
  EXPECT_EQ(fingerprint(npz), fingerprint(planetoid));

  const Dataset known = read("linqs/citeseer.cites"), benchmark = read("gnn-benchmark/citeseer.npz");
  EXPECT_EQ(known.nodes(), 3312);
  EXPECT_EQ(canonical_hash(known, ClassesBy::name), canonical_hash(benchmark, ClassesBy::name));
}

TEST_F(SameGraph, heterophilous_files_agree_with_this_projects_and_bring_ten_splits) {
  for (const std::string name : {"minesweeper", "tolokers"}) {
    const Dataset published = read_dataset(kData + "heterophilous-graphs/" + name + ".npz"),
                  ours = read(name + "/" + name + ".npz");
    expect_sound(published);
    EXPECT_EQ(published.graph->edges, ours.graph->edges);
    EXPECT_EQ(published.labels, ours.labels);
    const Csr& sparse = ours.graph->features.sparse();
    for (int64_t row = 0; row < ours.nodes(); ++row)
      for (int64_t k = sparse.offsets[row]; k < sparse.offsets[row + 1]; ++k)
        ASSERT_EQ(published.graph->features.dense()(row, sparse.columns[k]),
                  sparse.values.empty() ? 1 : sparse.values[k]);
    ASSERT_EQ(published.masks.size(), 10u);
    for (const auto& mask : published.masks)
      EXPECT_EQ(std::count(mask.begin(), mask.end(), SplitPart::none), 0);
    EXPECT_NE(published.masks[0], published.masks[9]);
    EXPECT_FALSE(published.own_masks);
  }
}

TEST_F(SameGraph, pubmed_lacks_a_file_and_says_which) {
  EXPECT_THAT(refusal([] { read_dataset(kData + "planetoid/ind.pubmed.graph"); }).what(),
              HasSubstr("there is no 'ind.pubmed.allx' beside the others"));
}

}  // namespace
}  // namespace graphsr
