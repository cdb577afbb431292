#include "graphsr/graph/data_folder.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/dataset.h"
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
  const DataFolders folders = {first.path(), second.path(), "/no/such/folder"};
  EXPECT_EQ(dataset_file("small", folders), first.path() / "small.npz");
  EXPECT_EQ(dataset_file("big", folders), second.path() / "big/big.npz");
  for (const char* name : {"other", "", "..", "big/big", "none"}) EXPECT_FALSE(dataset_file(name, folders));
  EXPECT_FALSE(dataset_file(std::string(5000, 'x'), folders));
  EXPECT_THAT(dataset_names(folders), ElementsAre("big", "small"));
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
  EXPECT_THAT(error.what(), HasSubstr("no karate.npz in " + folder.path().string()));
  EXPECT_THAT(error.what(), HasSubstr("--data-dir"));
  folder.file("karate.npz", "damaged");
  EXPECT_THAT(refusal([&] { open_dataset("karrate", {folder.path()}); }).what(),
              HasSubstr("did you mean 'karate'"));
  EXPECT_EQ(refusal([&] { open_dataset("karate", {folder.path()}); }).fault(), Fault::input);
}

}  // namespace
}  // namespace graphsr
