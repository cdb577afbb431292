#include "graphsr/graph/planetoid_reader.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/format.h"
#include "tests/graph/planetoid_maker.h"
#include "tests/graph/refusal.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class PlanetoidReader : public testing::Test {
 protected:
  Dataset read(const NamedFiles& changes = {}, const ReadOptions& options = {}) const {
    NamedFiles files = small_planetoid();
    for (const auto& [end, content] : changes) files["ind.toy." + end] = content;
    write_files(folder_, files);
    return read_dataset(folder_ / "ind.toy.x", options);
  }
  std::string complaint(const NamedFiles& changes) const {
    const Error error = refusal([&] { read(changes); });
    EXPECT_EQ(error.fault(), Fault::input);
    return error.what();
  }

  TemporaryFolder folder_;
};

TEST_F(PlanetoidReader, puts_test_rows_where_test_index_says) {
  const Dataset toy = read();
  expect_sound(toy);
  EXPECT_EQ(toy.name, "toy");
  EXPECT_EQ(toy.format, "planetoid");
  EXPECT_THAT(toy.labels, ElementsAre(0, 1, 0, 1, 0, kUnlabelled, 1));
  const Csr& features = toy.graph->features.sparse();
  EXPECT_THAT(features.offsets, ElementsAre(0, 1, 2, 2, 4, 5, 5, 7));
  EXPECT_THAT(features.columns, ElementsAre(0, 1, 0, 2, 0, 1, 2));
  EXPECT_EQ(toy.graph->edges.nonzeros(), 12);
  EXPECT_THAT(toy.notes, ElementsAre("8 edges read, 6 kept: 1 duplicate and 1 self loop dropped",
                                     "test.index leaves out 1 node: it has neither features nor label"));
}

TEST_F(PlanetoidReader, gives_the_public_split_as_a_mask) {
  const Dataset toy = read();
  ASSERT_EQ(toy.masks.size(), 1u);
  EXPECT_FALSE(toy.own_masks);
  EXPECT_THAT(toy.masks[0],
              ElementsAre(SplitPart::train, SplitPart::train, SplitPart::validation, SplitPart::validation,
                          SplitPart::test, SplitPart::none, SplitPart::test));
}

TEST_F(PlanetoidReader, is_found_by_any_file_by_the_folder_and_by_name) {
  const std::string expected = fingerprint(read());
  for (const auto& [file, content] : small_planetoid())
    EXPECT_EQ(fingerprint(read_dataset(folder_ / file)), expected) << file;
  EXPECT_EQ(fingerprint(read_dataset(folder_.path().string())), expected);
  EXPECT_EQ(fingerprint(open_dataset(folder_ / "toy")), expected);
  folder_.file("ind.other.graph", "");
  EXPECT_THAT(refusal([&] { read_dataset(folder_.path().string()); }).what(),
              HasSubstr("has the files of 'other' and of 'toy'; name one of them"));
}

TEST_F(PlanetoidReader, counts_every_entry_when_edges_keep_their_direction) {
  ReadOptions options;
  options.direction = Direction::as_read;
  EXPECT_EQ(read({}, options).counts.read, 16);
}

TEST_F(PlanetoidReader, names_the_file_that_is_missing) {
  read();
  std::filesystem::remove(folder_ / "ind.toy.allx");
  EXPECT_THAT(refusal([&] { read_dataset(folder_ / "ind.toy.graph"); }).what(),
              HasSubstr("there is no 'ind.toy.allx' beside the others"));
}

TEST_F(PlanetoidReader, refuses_files_that_do_not_fit_together) {
  EXPECT_THAT(complaint({{"test.index", "6\n4\n5\n"}}), HasSubstr("names 3 nodes, but tx has 2 rows"));
  EXPECT_THAT(complaint({{"test.index", "6\n6\n"}}), HasSubstr("names node 6 twice"));
  EXPECT_THAT(complaint({{"test.index", "6\n3\n"}}),
              AllOf(HasSubstr("test.index:2"), HasSubstr("node 3 is one of the 4 of allx")));
  EXPECT_THAT(complaint({{"test.index", "6\n2000000000\n"}}), HasSubstr("only 2 test nodes"));
  EXPECT_THAT(complaint({{"test.index", "6\n-4\n"}}), HasSubstr("'-4' is no number of a node"));
  EXPECT_THAT(complaint({{"test.index", ""}}), HasSubstr("has no test node"));
  EXPECT_THAT(complaint({{"tx", pickled(csr_operations(2, 4, {0, 2, 3}, {2, 1, 0}, {1, 1, 1}))}}),
              HasSubstr("has 4 columns, but allx has 3"));
  EXPECT_THAT(complaint({{"ally", pickled(one_hot_operations({0, 1}, 2))}}),
              HasSubstr("is 2 x 2, expected 4 x 2"));
  EXPECT_THAT(complaint({{"ty", pickled(one_hot_operations({1, 0}, 3))}}),
              HasSubstr("is 2 x 3, expected 2 x 2"));
  EXPECT_THAT(complaint({{"y", pickled(one_hot_operations({0, 1, 0, 1, 0}, 2))}}), HasSubstr("is 5 x 2"));
  EXPECT_THAT(
      complaint({{"ally", pickled(array_operations("i4", {4, 2}, bytes_of<int>({1, 1, 0, 1, 1, 0, 0, 1})))}}),
      HasSubstr("row 0 has more than one 1"));
}

TEST_F(PlanetoidReader, refuses_graphs_that_cannot_be) {
  EXPECT_THAT(complaint({{"graph", pickled(graph_operations({{1}, {0, 7}}))}}),
              HasSubstr("names node 7, and nodes are 0 to 6"));
  EXPECT_THAT(complaint({{"graph", pickled(graph_operations({{-1}}))}}), HasSubstr("names node -1"));
  EXPECT_THAT(complaint({{"graph", pickled("]")}}), HasSubstr("no dict of lists"));
  EXPECT_THAT(complaint({{"graph", pickled("}(K\x01K\x02u")}}), HasSubstr("node 1 has no list"));
  EXPECT_THAT(complaint({{"graph", pickled("}(K\x01]K\x01]u")}}), HasSubstr("has node 1 twice"));
  EXPECT_THAT(complaint({{"graph", pickled("}(K\x01](Nhu")}}), HasSubstr("as a pickle, byte"));
  EXPECT_THAT(complaint({{"graph", "cos\nsystem\n(S'true'\ntR."}}), HasSubstr("wants Python's 'os.system'"));
}

// One list that every node names: it must not become as many edges as it is named.
TEST_F(PlanetoidReader, refuses_lists_that_are_used_again_and_again) {
  std::string graph = "](";
  for (int i = 0; i < 100; ++i) graph += "K\x01";
  graph +=
      "eq\x01"
      "0}(";
  for (char node = 0; node < 7; ++node) graph += std::string("K") + node + "h\x01";
  EXPECT_THAT(complaint({{"graph", pickled(graph + "u")}}), HasSubstr("more neighbours than it can hold"));
}

}  // namespace
}  // namespace graphsr
