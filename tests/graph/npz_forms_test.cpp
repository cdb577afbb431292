// npz files of other forms than gnn-benchmark's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/npz_reader.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/npz_maker.h"
#include "tests/graph/refusal.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Three nodes on a path, in the form of the heterophilous-graphs collection, with two splits.
Arrays heterophilous() {
  return {{"node_features", npy<float>("<f4", {1, 2, 3, 4, 5, 6}, "(3, 2)")},
          {"node_labels", npy<int64_t>("<i8", {0, 1, 0})},
          {"edges", npy<int64_t>("<i8", {0, 1, 2, 1}, "(2, 2)")},
          {"train_masks", npy<uint8_t>("|b1", {1, 0, 0, 0, 0, 1}, "(2, 3)")},
          {"val_masks", npy<uint8_t>("|b1", {0, 1, 0, 0, 1, 0}, "(2, 3)")},
          {"test_masks", npy<uint8_t>("|b1", {0, 0, 1, 0, 0, 0}, "(2, 3)")}};
}

class NpzForms : public testing::Test {
 protected:
  Dataset read(const Arrays& arrays, const ReadOptions& options = {}) const {
    return read_npz(folder_.file("toy.npz", npz_of(arrays)), options);
  }
  std::string complaint(const std::string& name, const std::string& content) const {
    Arrays arrays = heterophilous();
    arrays[name] = content;
    return refusal([&] { read(arrays); }).what();
  }

  TemporaryFolder folder_;
};

TEST_F(NpzForms, reads_edges_features_labels_and_all_splits) {
  const Dataset toy = read(heterophilous());
  expect_sound(toy);
  EXPECT_THAT(toy.graph->edges.columns, ElementsAre(1, 0, 2, 1));
  EXPECT_EQ(toy.graph->features.dense()(2, 1), 6);
  EXPECT_THAT(toy.labels, ElementsAre(0, 1, 0));
  ASSERT_EQ(toy.masks.size(), 2u);
  EXPECT_THAT(toy.masks[0], ElementsAre(SplitPart::train, SplitPart::validation, SplitPart::test));
  EXPECT_THAT(toy.masks[1], ElementsAre(SplitPart::none, SplitPart::validation, SplitPart::train));
  EXPECT_FALSE(toy.own_masks);
  EXPECT_THAT(toy.notes, IsEmpty());
}

TEST_F(NpzForms, reads_the_arrays_of_pyg_and_takes_both_directions_for_one_edge) {
  const Dataset toy = read({{"x", npy<double>("<f8", {1, 2, 3}, "(3, 1)")},
                            {"y", npy<int>("<i4", {0, 1, -1})},
                            {"edge_index", npy<int64_t>("<i8", {0, 1, 1, 2, 1, 0, 2, 1}, "(2, 4)")},
                            {"train_mask", npy<uint8_t>("|b1", {1, 0, 0})}});
  expect_sound(toy);
  EXPECT_EQ(toy.counts.read, 2);
  EXPECT_EQ(toy.counts.kept, 2);
  EXPECT_THAT(toy.notes, IsEmpty());
  EXPECT_THAT(toy.masks[0], ElementsAre(SplitPart::train, SplitPart::none, SplitPart::none));
  EXPECT_TRUE(toy.own_masks);
}

TEST_F(NpzForms, keeps_directions_when_asked) {
  ReadOptions options;
  options.direction = Direction::as_read;
  EXPECT_THAT(read(heterophilous(), options).graph->edges.offsets, ElementsAre(0, 0, 2, 2));
}

TEST_F(NpzForms, refuses_what_cannot_be) {
  EXPECT_THAT(complaint("edges", npy<int>("<i4", {0, 1, 2, 3}, "(2, 2)")),
              HasSubstr("array 'edges': edge 1 has the end 3, and nodes are 0 to 2"));
  EXPECT_THAT(complaint("edges", npy<int>("<i4", {0, -1}, "(1, 2)")), HasSubstr("has the end -1"));
  EXPECT_THAT(complaint("edges", npy<double>("<f8", {0, 0.5}, "(1, 2)")), HasSubstr("has the end 0.5"));
  EXPECT_THAT(complaint("edges", npy<int>("<i4", {0, 1, 2}, "(1, 3)")),
              HasSubstr("is 1 x 3, and edges are E x 2"));
  EXPECT_THAT(complaint("edges", npy<int>("<i4", {0, 1})), HasSubstr("1 dimensions, expected 2"));
  EXPECT_THAT(complaint("edges", text_npy({"a"})), HasSubstr("1 dimensions"));
  EXPECT_THAT(complaint("node_labels", npy<int>("<i4", {0, 1})),
              HasSubstr("2 elements, but there are 3 nodes"));
  EXPECT_THAT(complaint("train_masks", npy<uint8_t>("|b1", {1, 1, 1, 0, 0, 0}, "(2, 3)")),
              HasSubstr("array 'val_masks': node 1 is in two parts of split 0"));
  EXPECT_THAT(complaint("train_masks", npy<uint8_t>("|b1", {1, 0, 0}, "(1, 3)")),
              HasSubstr("has 2 splits, expected 1"));
  EXPECT_THAT(complaint("val_masks", npy<uint8_t>("|b1", {1, 0}, "(1, 2)")),
              HasSubstr("no element for each of the 3"));
  EXPECT_THAT(complaint("val_masks", npy<int>("<i4", {0, 2, 0, 0, 0, 0}, "(2, 3)")),
              HasSubstr("neither 0 nor 1"));
  EXPECT_THAT(complaint("node_features", npy<float>("<f4", {}, "(0, 2)")), HasSubstr("says 0 nodes"));
}

TEST_F(NpzForms, says_what_a_file_of_no_known_form_holds) {
  EXPECT_THAT(refusal([&] {
                read({{"a", npy<int>("<i4", {1})}});
              }).what(),
              HasSubstr("has no array 'adj_shape'; it holds 'a'"));
  EXPECT_THAT(
      refusal([&] {
        read({{"format", npy<char>("|S3", {'c', 's', 'r'}, "()")}, {"shape", npy<int64_t>("<i8", {1, 1})}});
      }).what(),
      HasSubstr("holds one sparse matrix of scipy's, not a whole graph"));
}

TEST_F(NpzForms, reads_a_graph_without_features_only_when_asked) {
  ReadOptions without;
  without.features_required = false;
  Arrays arrays = small_graph();
  for (const char* name : {"attr_data", "attr_indices", "attr_indptr", "attr_shape"}) arrays.erase(name);
  EXPECT_EQ(read(arrays, without).graph->features.cols(), 0);
  arrays = heterophilous();
  arrays.erase("node_features");
  EXPECT_EQ(read(arrays, without).graph->features.cols(), 0);
  EXPECT_THAT(refusal([&] { read(arrays); }).what(), HasSubstr("has no features"));
}

TEST_F(NpzForms, leaves_out_light_edges) {
  Arrays arrays = small_graph();
  arrays["adj_data"] = npy<float>("<f4", {1, 1, 0.5, 0.5, 2, 2});
  ReadOptions options;
  options.min_weight = 0.75;
  const Dataset toy = read(arrays, options);
  EXPECT_EQ(toy.counts.kept, 2);
  EXPECT_EQ(toy.counts.light, 1);
  EXPECT_THAT(toy.notes, ElementsAre("edge weights are not used: 1 edge has a weight other than 1",
                                     HasSubstr("1 of too small a weight")));
}

}  // namespace
}  // namespace graphsr
