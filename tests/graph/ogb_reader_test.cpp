#include "graphsr/graph/ogb_reader.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/format.h"
#include "tests/graph/pieces_maker.h"
#include "tests/graph/refusal.h"
#include "tests/graph/sound_dataset.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class OgbReader : public testing::Test {
 protected:
  OgbReader() {
    std::filesystem::create_directories(folder_ / "toy/raw");
    std::filesystem::create_directories(folder_ / "toy/split/time");
    for (const auto& [name, content] : ogb_pieces()) folder_.file("toy/raw/" + name, content);
  }
  std::string complaint(const std::string& file, const std::string& content) const {
    const std::string path = "toy/raw/" + file;
    folder_.file(path, content);
    const Error error = refusal([&] { read_dataset(folder_ / "toy"); });
    EXPECT_EQ(error.fault(), Fault::input);
    folder_.file(path, ogb_pieces().at(file));
    return error.what();
  }

  TemporaryFolder folder_;
};

TEST_F(OgbReader, reads_the_folder_and_the_raw_folder) {
  for (const char* path : {"toy", "toy/raw", "toy/"}) {
    const Dataset toy = read_dataset(folder_ / path);
    expect_sound(toy);
    EXPECT_EQ(toy.name, "toy");
    EXPECT_EQ(toy.format, "ogb");
    EXPECT_THAT(toy.graph->edges.columns, ElementsAre(1, 0, 2, 1, 3, 2));
    EXPECT_EQ(toy.graph->features.dense()(0, 2), 2);
    EXPECT_EQ(toy.graph->features.dense()(3, 1), -1);
    EXPECT_THAT(toy.labels, ElementsAre(0, 0, 1, kUnlabelled));
    EXPECT_THAT(toy.masks, IsEmpty());
    EXPECT_THAT(toy.notes, IsEmpty());
  }
}

TEST_F(OgbReader, takes_splits_as_masks) {
  folder_.file("toy/split/time/train.csv", "0\n");
  folder_.file("toy/split/time/valid.csv", "2\n");
  EXPECT_THAT(read_dataset(folder_ / "toy").masks, IsEmpty());
  folder_.file("toy/split/time/test.csv", "3\n1\n");
  const Dataset toy = read_dataset(folder_ / "toy");
  ASSERT_EQ(toy.masks.size(), 1u);
  EXPECT_THAT(toy.masks[0],
              ElementsAre(SplitPart::train, SplitPart::test, SplitPart::validation, SplitPart::test));
  EXPECT_FALSE(toy.own_masks);
  folder_.file("toy/split/time/test.csv", "0\n");
  EXPECT_THAT(refusal([&] { read_dataset(folder_ / "toy"); }).what(),
              HasSubstr("test.csv:1: this node is in two parts"));
  folder_.file("toy/split/time/test.csv", "4\n");
  EXPECT_THAT(refusal([&] { read_dataset(folder_ / "toy"); }).what(),
              HasSubstr("'4' is no node from 0 to 3"));
}

TEST_F(OgbReader, needs_features_unless_told_otherwise) {
  std::filesystem::remove(folder_ / "toy/raw/node-feat.csv");
  EXPECT_THAT(refusal([&] { read_dataset(folder_ / "toy"); }).what(), HasSubstr("no node-feat.csv.gz"));
  ReadOptions without;
  without.features_required = false;
  EXPECT_EQ(read_dataset(folder_ / "toy", without).graph->features.cols(), 0);
  std::filesystem::remove(folder_ / "toy/raw/node-label.csv");
  EXPECT_THAT(refusal([&] { read_dataset(folder_ / "toy", without); }).what(),
              HasSubstr("no node-label.csv.gz"));
}

TEST_F(OgbReader, refuses_what_cannot_be) {
  EXPECT_THAT(complaint("edge.csv", "0,1\n1,4\n2,3\n"),
              HasSubstr("edge.csv:2: names node 4, and nodes are 0 to 3"));
  EXPECT_THAT(complaint("edge.csv", "0,1\n1;2\n2,3\n"), HasSubstr("edge.csv:2: '1;2' is not two numbers"));
  EXPECT_THAT(complaint("edge.csv", "0,1\n-1,2\n"), HasSubstr("'-1,2' is not two"));
  EXPECT_THAT(complaint("edge.csv", "0,99999999999999\n"), HasSubstr("is not two"));
  EXPECT_THAT(complaint("edge.csv", "0,1,2\n"), HasSubstr("is not two"));
  EXPECT_THAT(complaint("edge.csv", "0,1\n"), HasSubstr("has 1 edges, but num-edge-list says 3"));
  EXPECT_THAT(complaint("num-edge-list.csv", "1000000000000\n"),
              HasSubstr("num-edge-list says 1000000000000"));
  EXPECT_THAT(complaint("num-edge-list.csv", "3\n4\n"), HasSubstr("there are several graphs"));
  EXPECT_THAT(complaint("num-node-list.csv", "0\n"), HasSubstr("says 0 nodes"));
  EXPECT_THAT(complaint("num-node-list.csv", "2000000000\n"),
              HasSubstr("has 4 labels, but there are 2000000000 nodes"));
  EXPECT_THAT(complaint("num-node-list.csv", "99999999999\n"), HasSubstr("says 99999999999 nodes"));
  EXPECT_THAT(complaint("num-node-list.csv", ""), HasSubstr("is empty"));
  EXPECT_THAT(complaint("node-feat.csv", "1,2\n1\n"), HasSubstr("node-feat.csv:2: 1 numbers, expected 2"));
  EXPECT_THAT(complaint("node-feat.csv", "1\n1\n1\n1\n1\n"), HasSubstr("more rows than the 4 nodes"));
  EXPECT_THAT(complaint("node-feat.csv", "1,nan\n"),
              HasSubstr("node-feat.csv:1:3: 'nan' is not a finite number"));
  EXPECT_THAT(complaint("node-feat.csv", "1,\n"), HasSubstr("there is no number"));
  EXPECT_THAT(complaint("node-label.csv", "0\n1\n"), HasSubstr("has 2 labels, but there are 4 nodes"));
  EXPECT_THAT(complaint("node-label.csv", "0\n1\n0\n0\n0\n"), HasSubstr("more labels than the 4 nodes"));
  EXPECT_THAT(complaint("node-label.csv", "0,1\n"), HasSubstr("several labels"));
  EXPECT_THAT(complaint("node-label.csv", "0\n1\n0\n99999999\n"), HasSubstr("is no class"));
}

}  // namespace
}  // namespace graphsr
