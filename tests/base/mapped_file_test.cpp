#include "graphsr/base/mapped_file.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/atomic_file.h"
#include "graphsr/base/error.h"
#include "tests/base/temporary_folder.h"

namespace graphsr {
namespace {

namespace fs = std::filesystem;

int64_t sum_of(std::string_view bytes) { return std::accumulate(bytes.begin(), bytes.end(), int64_t{0}); }

TEST(MappedFile, shows_what_the_file_holds) {
  const TemporaryFolder folder;
  EXPECT_EQ(MappedFile(folder.file("a", "some bytes")).bytes(), "some bytes");
  EXPECT_EQ(MappedFile(folder.file("b", "")).bytes(), "");
}

TEST(MappedFile, refuses_what_is_no_file) {
  const TemporaryFolder folder;
  EXPECT_THROW(MappedFile(folder / "none"), Error);
  EXPECT_THROW(MappedFile(folder / ""), Error);
}

TEST(MappedFile, stays_what_it_was_when_the_file_is_replaced) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a", "old");
  const MappedFile file(path);
  write_file(path, "new and longer");
  EXPECT_EQ(file.bytes(), "old");
  file.expect_unchanged();
  fs::remove(path);
  EXPECT_EQ(file.bytes(), "old");
}

TEST(MappedFile, shows_the_same_after_its_pages_left) {
  const TemporaryFolder folder;
  std::string bytes(3 << 20, 'a');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i % 101);
  const MappedFile file(folder.file("a", bytes));
  EXPECT_EQ(file.bytes(), bytes);
  let_pages_leave(file.bytes().data() + 5000, file.bytes().size() - 10000);
  let_pages_leave(file.bytes().data() + 5000, 100);  // no whole page
  EXPECT_EQ(file.bytes(), bytes);
}

// Whether the system has been told that this place is read at random: "rr" among the flags of its mapping.
bool is_read_at_random(const void* place) {
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    size_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%zx-%zx ", &begin, &end) == 2)
      inside = begin <= reinterpret_cast<size_t>(place) && reinterpret_cast<size_t>(place) < end;
    if (inside && line.starts_with("VmFlags:")) return line.find(" rr") != std::string::npos;
  }
  return false;
}

TEST(MappedFile, is_read_at_random_while_somebody_looks_here_and_there) {
  const TemporaryFolder folder;
  const MappedFile file(folder.file("a", std::string(1 << 20, 'a')));
  const char* const middle = file.bytes().data() + (1 << 19);
  EXPECT_FALSE(is_read_at_random(middle));
  {
    const LooksHereAndThere looks(file.bytes().data() + 5000, file.bytes().size() - 10000);
    const LooksHereAndThere none(file.bytes().data() + 5000, 100);  // no whole page
    EXPECT_TRUE(is_read_at_random(middle));
    EXPECT_EQ(*middle, 'a');
  }
  EXPECT_FALSE(is_read_at_random(middle));
}

TEST(MappedFile, tells_when_the_file_was_changed_in_its_place) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a", "old");
  const MappedFile file(path);
  fs::resize_file(path, 2);
  EXPECT_THROW(file.expect_unchanged(), Error);
}

TEST(MappedFileDeathTest, cut_short_under_the_reader_ends_in_a_sentence) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const TemporaryFolder folder;
  const std::string path = folder.file("a", std::string(1 << 20, 'a'));
  EXPECT_EXIT(
      {
        end_in_a_sentence_on_lost_maps();
        const MappedFile file(path);
        fs::resize_file(path, 0);
        _exit(sum_of(file.bytes()) == 0);
      },
      testing::ExitedWithCode(6), "graphsr: a file that is in use was cut short");
}

}  // namespace
}  // namespace graphsr
