#include "graphsr/base/scratch_file.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/environment.h"
#include "graphsr/base/error.h"
#include "tests/base/temporary_folder.h"

namespace graphsr {
namespace {

using testing::HasSubstr;

class ScratchFileTest : public testing::Test {
 protected:
  ScratchFileTest() { ::setenv("TMPDIR", folder_.path().c_str(), 1); }
  ~ScratchFileTest() override {
    if (before_.empty())
      ::unsetenv("TMPDIR");
    else
      ::setenv("TMPDIR", before_.c_str(), 1);
  }
  const std::string before_ = environment("TMPDIR");
  TemporaryFolder folder_;
};

TEST_F(ScratchFileTest, keeps_what_is_written_and_leaves_no_name) {
  ScratchFile scratch(3 << 20);
  EXPECT_EQ(scratch.size(), size_t{3} << 20);
  EXPECT_EQ(scratch.data()[12345], 0);
  std::memset(scratch.data(), 7, scratch.size());
  EXPECT_EQ(scratch.data()[scratch.size() - 1], 7);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(ScratchFileTest, of_nothing_is_nothing) { EXPECT_EQ(ScratchFile(0).size(), 0u); }

TEST_F(ScratchFileTest, refuses_what_the_disk_cannot_hold) {
  try {
    ScratchFile scratch(size_t{1} << 60);
    FAIL() << "a disk of 10^18 bytes?";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::resource);
    EXPECT_THAT(error.what(), HasSubstr("of scratch"));
    EXPECT_THAT(error.what(), HasSubstr("TMPDIR"));
  }
}

TEST_F(ScratchFileTest, refuses_a_folder_that_is_not_there) {
  ::setenv("TMPDIR", (folder_ / "none").c_str(), 1);
  EXPECT_THROW(ScratchFile(10), Error);
}

}  // namespace
}  // namespace graphsr
