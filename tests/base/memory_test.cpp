#include "graphsr/base/memory.h"

#include <filesystem>
#include <limits>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/base/temporary_folder.h"

namespace graphsr {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kNone = std::numeric_limits<int64_t>::max();

TEST(MemoryLimit, is_no_more_than_the_machine_has) {
  const int64_t machine = int64_t{::sysconf(_SC_PHYS_PAGES)} * ::sysconf(_SC_PAGESIZE);
  EXPECT_LE(memory_limit(), machine);
  EXPECT_GT(memory_limit(), 1 << 20);
}

TEST(MemoryLimit, follows_the_limits_of_the_process) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need more memory than that";
#endif
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit = {123 << 20, 123 << 20};
    const bool set = setrlimit(RLIMIT_DATA, &limit) == 0;
    _exit(set && memory_limit() == 123 << 20 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(GroupMemoryLimit, is_the_lowest_of_a_group_and_those_above_it) {
  const TemporaryFolder folder;
  const fs::path root = folder.path();
  fs::create_directories(root / "jobs/one");
  folder.file("jobs/memory.max", "5000\n");
  folder.file("jobs/one/memory.max", "max\n");
  EXPECT_EQ(group_memory_limit("0::/jobs/one\n", root), 5000);
  EXPECT_EQ(group_memory_limit("0::/jobs\n", root), 5000);
  EXPECT_EQ(group_memory_limit("0::/\n", root), kNone);
  folder.file("jobs/one/memory.max", "4000\n");
  EXPECT_EQ(group_memory_limit("0::/jobs/one\n", root), 4000);
  EXPECT_EQ(group_memory_limit("0::/other\n", root), kNone);
}

TEST(GroupMemoryLimit, knows_the_older_form_of_groups) {
  const TemporaryFolder folder;
  const fs::path root = folder.path();
  fs::create_directories(root / "memory/jobs");
  folder.file("memory/jobs/memory.limit_in_bytes", "7000\n");
  const std::string membership = "12:cpu,cpuacct:/elsewhere\n4:memory:/jobs\n0::/\n";
  EXPECT_EQ(group_memory_limit(membership, root), 7000);
}

TEST(GroupMemoryLimit, is_none_where_nothing_is_said) {
  const TemporaryFolder folder;
  folder.file("memory.max", "6000\n");
  for (const char* text : {"", "nonsense\n", "1:memory\n", "3:cpu:/\n"})
    EXPECT_EQ(group_memory_limit(text, folder.path()), kNone) << text;
  for (const char* limit : {"max\n", "", "-4\n", "soon\n"}) {
    folder.file("memory.max", limit);
    EXPECT_EQ(group_memory_limit("0::/\n", folder.path()), kNone) << limit;
  }
}

}  // namespace
}  // namespace graphsr
