#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/atomic_file.h"
#include "graphsr/graph/demo.h"
#include "graphsr/graph/format.h"
#include "graphsr/graph/npz_writer.h"
#include "graphsr/graph/prepared_writer.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/packing.h"
#include "tests/graph/prepared_maker.h"
#include "tests/graph/refusal.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::vector<Dataset> datasets() {
  return {rich_dataset(sparse_features(false)), rich_dataset(sparse_features(true)),
          rich_dataset(dense_features()), toy_dataset({3, 2}), demo_dataset()};
}

bool same_features(const Features& a, const Features& b) {
  if (a.is_sparse() != b.is_sparse() || a.rows() != b.rows() || a.cols() != b.cols()) return false;
  if (a.is_sparse()) return a.sparse() == b.sparse();
  return std::ranges::equal(a.dense().values(), b.dense().values());
}

// Whether the memory belongs to a mapping of the file.
bool lies_in(const void* place, size_t bytes, const std::string& path) {
  const std::string file = std::filesystem::canonical(path).string();
  const auto begin = reinterpret_cast<uintptr_t>(place);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    uintptr_t from = 0, to = 0;
    if (!line.ends_with(file) || std::sscanf(line.c_str(), "%lx-%lx", &from, &to) != 2) continue;
    if (begin >= from && begin + bytes <= to) return true;
  }
  return false;
}

TEST(Prepared, gives_back_all_of_a_dataset) {
  const TemporaryFolder folder;
  for (const Dataset& dataset : datasets()) {
    const std::string path = folder / "toy.graph";
    write_prepared(dataset, path);
    const Dataset read = read_dataset(path);
    expect_sound(read);
    EXPECT_EQ(read.format, "prepared");
    EXPECT_EQ(read.name, "toy");
    EXPECT_EQ(read.graph->edges, dataset.graph->edges);
    EXPECT_TRUE(same_features(read.graph->features, dataset.graph->features));
    EXPECT_EQ(read.labels, dataset.labels);
    EXPECT_EQ(read.class_names, dataset.class_names);
    EXPECT_EQ(read.node_ids, dataset.node_ids);
    EXPECT_EQ(read.masks, dataset.masks);
    EXPECT_EQ(read.own_masks, dataset.own_masks);
    EXPECT_EQ(read.counts, dataset.counts);
    EXPECT_EQ(fingerprint(read), fingerprint(dataset));
    EXPECT_EQ(computed_fingerprint(read), fingerprint(dataset));
  }
}

TEST(Prepared, is_the_same_bytes_after_npz_and_back) {
  const TemporaryFolder folder;
  write_npz(demo_dataset(), folder / "a.npz");
  write_prepared(read_dataset(folder / "a.npz"), folder / "a.graph");
  write_npz(read_dataset(folder / "a.graph"), folder / "b.npz");
  write_prepared(read_dataset(folder / "b.npz"), folder / "b.graph");
  EXPECT_EQ(read_file(folder / "a.npz"), read_file(folder / "b.npz"));
  EXPECT_EQ(read_file(folder / "a.graph"), read_file(folder / "b.graph"));
}

TEST(Prepared, edges_and_features_lie_in_the_file) {
  const TemporaryFolder folder;
  const auto is_inside = [&](const auto& array, const std::string& path) {
    return lies_in(array.data(), array.size() * sizeof(array[0]), path);
  };
  for (const Dataset& dataset : datasets()) {
    const std::string path = folder / "toy.graph";
    write_prepared(dataset, path);
    const Dataset read = read_dataset(path);
    const Csr& edges = read.graph->edges;
    EXPECT_TRUE(is_inside(edges.offsets, path));
    EXPECT_TRUE(is_inside(edges.columns, path));
    const Features& features = read.graph->features;
    if (features.is_sparse()) {
      EXPECT_TRUE(is_inside(features.sparse().offsets, path));
      EXPECT_TRUE(is_inside(features.sparse().columns, path));
      EXPECT_TRUE(features.sparse().values.empty() || is_inside(features.sparse().values, path));
    } else {
      EXPECT_TRUE(is_inside(features.dense().values(), path));
    }
    const Features copy = features;
    EXPECT_TRUE(copy.is_sparse() || copy.dense().data() == features.dense().data());
    const Csr own = edges;
    EXPECT_FALSE(is_inside(own.columns, path));
  }
}

TEST(Prepared, graph_outlives_its_dataset_and_its_file) {
  const TemporaryFolder folder;
  const std::string path = folder / "toy.graph";
  const Dataset dataset = rich_dataset(dense_features());
  write_prepared(dataset, path);
  GraphPtr graph = read_dataset(path).graph;
  write_prepared(demo_dataset(), path);
  std::filesystem::remove(path);
  EXPECT_EQ(graph->edges, dataset.graph->edges);
  EXPECT_TRUE(same_features(graph->features, dataset.graph->features));
}

TEST(Prepared, keeps_direction_and_says_so) {
  const TemporaryFolder folder;
  Dataset dataset = rich_dataset(dense_features());
  const std::vector<Edge> path_edges = {{0, 1}, {1, 2}, {2, 3}, {8, 3}};
  dataset.graph = std::make_shared<Graph>(
      Graph{build_edges(9, path_edges, Direction::as_read).edges, dataset.graph->features});
  write_prepared(dataset, folder / "d.graph");
  const Dataset read = read_dataset(folder / "d.graph");
  EXPECT_EQ(read.graph->edges, dataset.graph->edges);
  EXPECT_THAT(read.notes, Contains("edges have a direction, as it was chosen when the file was prepared"));
  EXPECT_THAT(read.notes, Contains("12 edges read, 9 kept: 2 duplicates and 1 self loop dropped"));
  EXPECT_THAT(
      refusal([&] { read_dataset(folder / "d.graph", {.direction = Direction::reversed}); }).what(),
      HasSubstr("direction was settled when it was prepared; give --direction to 'graphsr data convert'"));
}

TEST(Prepared, refuses_what_it_can_no_longer_do) {
  const TemporaryFolder folder;
  write_prepared(rich_dataset(dense_features()), folder / "toy.graph");
  EXPECT_THAT(refusal([&] { read_dataset(folder / "toy.graph", {.min_weight = 2}); }).what(),
              HasSubstr("has no weights any more"));
  folder.file("toy.graph.gz", gz_of(read_file(folder / "toy.graph")));
  EXPECT_THAT(refusal([&] { read_dataset(folder / "toy.graph.gz"); }).what(),
              HasSubstr("is a packed prepared graph, and only a plain file can be mapped; unpack it"));
  Dataset bare = toy_dataset({2, 2});
  bare.graph =
      std::make_shared<Graph>(Graph{bare.graph->edges, Features(Csr{4, 0, {0, 0, 0, 0, 0}, {}, {}})});
  write_prepared(bare, folder / "bare.graph");
  EXPECT_THAT(refusal([&] { read_dataset(folder / "bare.graph"); }).what(), HasSubstr("has no features"));
  EXPECT_EQ(read_dataset(folder / "bare.graph", {.features_required = false}).graph->features.cols(), 0);
}

TEST(Prepared, refuses_other_machines_and_versions_by_name) {
  const TemporaryFolder folder;
  write_prepared(rich_dataset(dense_features()), folder / "toy.graph");
  const std::string bytes = read_file(folder / "toy.graph");
  const auto sentence = [&](auto change) {
    PreparedHeader header = header_in(bytes);
    change(header);
    const std::string path = folder.file("other.graph", sealed(bytes, header));
    const Error error = refusal([&] { read_dataset(path); });
    EXPECT_EQ(error.fault(), Fault::input);
    return std::string(error.what());
  };
  EXPECT_THAT(sentence([](PreparedHeader& h) { h.byte_order = kPreparedByteOrderSwapped; }),
              HasSubstr("other order of bytes; make it again with 'graphsr data convert'"));
  EXPECT_THAT(sentence([](PreparedHeader& h) { h.version = 2; }),
              HasSubstr("is a prepared graph of version 2, and this program knows version 1"));
}

}  // namespace
}  // namespace graphsr
