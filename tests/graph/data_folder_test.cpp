#include "graphsr/graph/data_folder.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/dataset.h"
#include "graphsr/graph/prepared_layout.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(DataFolder, has_data_sets_as_files_or_in_folders_of_their_own) {
  const TemporaryFolder first, second;
  std::filesystem::create_directory(second / "big");
  first.file("small.npz", "x");
  second.file("small.npz", "y");
  second.file("big/big.npz", "z");
  second.file("other.txt", "no data");
  second.file("mapped.graph", std::string(kPreparedMagic) + "...");
  second.file("ind.net.graph", "one of Planetoid's files");
  second.file("damaged.graph", "\x1f\x8b, which is how gzip begins");
  const DataFolders folders = {first.path(), second.path(), "/no/such/folder"};
  EXPECT_EQ(dataset_file("small", folders), first.path() / "small.npz");
  EXPECT_EQ(dataset_file("big", folders), second.path() / "big/big.npz");
  EXPECT_EQ(dataset_file("mapped", folders), second.path() / "mapped.graph");
  EXPECT_FALSE(dataset_file("damaged", folders));
  for (const char* name : {"other", "ind.net", "", "..", ".", "big/big", "none"})
    EXPECT_FALSE(dataset_file(name, folders));
  EXPECT_FALSE(dataset_file(std::string(5000, 'x'), folders));
  EXPECT_THAT(dataset_names(folders), ElementsAre("big", "mapped", "small"));
}

TEST(DataFolder, has_folders_in_other_formats_too) {
  const TemporaryFolder folder;
  for (const char* name : {"own", "net", "net.part", ".hidden", "empty"})
    std::filesystem::create_directory(folder / name);
  folder.file("own/edges.csv", "src_id,dst_id\n");
  folder.file("own/nodes.csv", "node_id\n");
  for (const char* name : {"net/ind.net.graph", "net/ind.another.graph", "net.part/ind.net.part.graph",
                           ".hidden/ind..hidden.graph", "empty/notes.txt"})
    folder.file(name, "x");
  const DataFolders folders = {folder.path()};
  EXPECT_EQ(dataset_file("own", folders), folder.path() / "own");
  EXPECT_EQ(dataset_file("net", folders), folder.path() / "net/ind.net.graph");
  EXPECT_THAT(dataset_names(folders), ElementsAre("net", "own"));
  folder.file("net/net.npz", "x");
  EXPECT_EQ(dataset_file("net", folders), folder.path() / "net/net.npz");
}

TEST(DataFolder, for_fetching_is_the_first) {
  setenv("GRAPHSR_DATA", "/from/environment", 1);
  setenv("XDG_DATA_HOME", "/home/of/data", 1);
  EXPECT_EQ(fetch_folder("not/there/yet"), "not/there/yet");
  EXPECT_EQ(fetch_folder(""), "/from/environment");
  unsetenv("GRAPHSR_DATA");
  EXPECT_EQ(fetch_folder(""), "/home/of/data/graphsr");
  unsetenv("XDG_DATA_HOME");
}

TEST(DataFolder, the_given_one_comes_first_then_the_environment) {
  const TemporaryFolder given;
  setenv("GRAPHSR_DATA", "/from/environment", 1);
  setenv("XDG_DATA_HOME", "/home/of/data", 1);
  EXPECT_THAT(data_folders(given.path().string()),
              ElementsAre(given.path(), "/from/environment", "/home/of/data/graphsr"));
  unsetenv("GRAPHSR_DATA");
  unsetenv("XDG_DATA_HOME");
  EXPECT_THAT(refusal([] { data_folders("/no/such/folder"); }).what(), HasSubstr("--data-dir"));
}

TEST(OpenDataset, says_where_it_looked_for_a_name) {
  const TemporaryFolder folder;
  const Error error = refusal([&] { open_dataset("karate", {folder.path()}); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_THAT(error.what(), HasSubstr("no karate.npz or folder karate in " + folder.path().string()));
  EXPECT_THAT(error.what(), HasSubstr("--data-dir"));
  EXPECT_THAT(refusal([&] { open_dataset("cora", {folder.path()}); }).what(),
              HasSubstr("; 'graphsr data fetch cora' gets it, or give the path"));
  folder.file("karate.npz", "damaged");
  EXPECT_THAT(refusal([&] { open_dataset("karrate", {folder.path()}); }).what(),
              HasSubstr("did you mean 'karate'"));
  EXPECT_EQ(refusal([&] { open_dataset("karate", {folder.path()}); }).fault(), Fault::input);
}

}  // namespace
}  // namespace graphsr
