#include "graphsr/base/part_file.h"

#include <gtest/gtest.h>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "tests/base/temporary_folder.h"

namespace graphsr {
namespace {

TEST(PartFile, grows_over_several_runs_and_then_gets_its_name) {
  const TemporaryFolder folder;
  PartFile(folder / "data").append("one ");
  EXPECT_EQ(read_file(folder / "data.part"), "one ");
  PartFile file(folder / "data");
  EXPECT_EQ(file.size(), 4);
  file.append("two");
  EXPECT_EQ(file.size(), 7);
  file.finish();
  EXPECT_EQ(read_file(folder / "data"), "one two");
  EXPECT_FALSE(std::filesystem::exists(folder / "data.part"));
}

TEST(PartFile, leaves_nothing_that_is_empty) {
  const TemporaryFolder folder;
  { const PartFile file(folder / "data"); }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  {
    PartFile file(folder / "data");
    file.append("wrong");
    file.clear();
    EXPECT_EQ(file.size(), 0);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(PartFile, says_what_cannot_be_opened) { EXPECT_THROW(PartFile("/proc/none/data"), Error); }

}  // namespace
}  // namespace graphsr
