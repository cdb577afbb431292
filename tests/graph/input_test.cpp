#include "graphsr/graph/input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/format.h"
#include "tests/graph/packing.h"
#include "tests/graph/pieces_maker.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(InputInMemory, gives_the_graph_that_the_same_files_on_disk_give) {
  for (const NamedFiles& files : {small_planetoid(), scipy_pieces(), npy_pieces(), matrix_market_pieces(),
                                  svmlight_pieces(), ogb_pieces()}) {
    const TemporaryFolder folder;
    write_files(folder, files);
    const Dataset on_disk = read_dataset(folder.path().string());
    const Dataset in_memory = read_dataset(Input::in_memory("toy", files));
    EXPECT_EQ(fingerprint(in_memory), fingerprint(on_disk)) << on_disk.format;
    EXPECT_EQ(in_memory.format, on_disk.format);
    EXPECT_EQ(in_memory.class_names, on_disk.class_names);
  }
}

TEST(InputInMemory, may_be_one_file) {
  const TemporaryFolder folder;
  const std::string bytes = npz_of(small_graph());
  const Dataset dataset = read_dataset(Input::in_memory("small.npz", bytes));
  EXPECT_EQ(dataset.name, "small");
  EXPECT_EQ(fingerprint(dataset), fingerprint(read_dataset(folder.file("small.npz", bytes))));
}

TEST(InputInMemory, may_be_an_archive) {
  const std::string bytes =
      gz_of(tar_of({{"toy/toy.content", "a\t1\tx\nb\t0\ty\n"}, {"toy/toy.cites", "a\tb\n"}}));
  const Input input = Input::in_memory("toy.cites", bytes);  // the name of one of its members
  EXPECT_EQ(input.kind(), Input::Kind::archive);
  EXPECT_THAT(input.files(), ElementsAre("toy.cites", "toy.content"));
  EXPECT_EQ(read_all(*input.open("toy.cites")), "a\tb\n");
  EXPECT_EQ(read_dataset(input).nodes(), 2);
}

TEST(InputInMemory, has_nothing_beside_it) {
  const TemporaryFolder folder;
  folder.file("other.txt", "0 1\n");
  const Input input = Input::in_memory(folder / "edges.txt", "0 1\n");
  EXPECT_TRUE(input.has("edges.txt"));
  EXPECT_FALSE(input.has("other.txt"));
}

TEST(InputInMemory, is_refused_like_a_file) {
  EXPECT_THAT(refusal([] { read_dataset(Input::in_memory("nothing.npz", "")); }).what(),
              HasSubstr("is empty"));
  EXPECT_THAT(refusal([] {
                read_dataset(Input::in_memory("toy", {{"a.bin", "?"}}));
              }).what(),
              HasSubstr("no known format"));
}

}  // namespace
}  // namespace graphsr
