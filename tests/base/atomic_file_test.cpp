#include "graphsr/base/atomic_file.h"

#include <cerrno>
#include <cstddef>
#include <functional>
#include <iterator>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <set>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/base/temporary_folder.h"

namespace graphsr {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

// What the action throws, which must be an Error of this fault.
std::string complaint(Fault fault, const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), fault) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

TEST(WriteFile, gives_back_what_was_written_and_leaves_no_other_file) {
  const TemporaryFolder folder;
  for (const size_t length : {0, 1, 5000, 3000000}) {
    std::string content(length, 'x');
    if (length > 2) content[1] = '\0';
    write_file(folder / "a.bin", content);
    EXPECT_EQ(read_file(folder / "a.bin"), content);
  }
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"a.bin"});
}

TEST(WriteFile, takes_the_longest_name_the_system_allows) {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  write_file(folder / name, "1");
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{name});
}

TEST(WriteFile, writes_relative_paths) {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  write_file("plain.txt", "1");
  fs::current_path(before);
  EXPECT_EQ(read_file(folder / "plain.txt"), "1");
}

TEST(WriteFile, keeps_a_link_and_replaces_its_file) {
  const TemporaryFolder folder;
  write_file(folder / "real", "old");
  fs::create_symlink("real", folder / "link");
  write_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "real"), "new");
}

TEST(WriteFile, refuses_folders_and_devices) {
  const TemporaryFolder folder;
  EXPECT_THAT(complaint(Fault::usage, [&] { write_file(folder.path(), "1"); }), HasSubstr("is not a file"));
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(complaint(Fault::usage, [&] { write_file(pipe, "1"); }), HasSubstr("is not a file"));
}

TEST(WriteFile, names_path_and_cause_when_the_folder_is_missing) {
  const TemporaryFolder folder;
  const std::string path = folder / "missing/a.txt";
  EXPECT_EQ(complaint(Fault::resource, [&] { write_file(path, "1"); }),
            path + ": cannot be created: No such file or directory");
}

TEST(WriteFile, keeps_the_old_file_and_leaves_nothing_when_space_ends_half_way) {
  const TemporaryFolder folder;
  write_file(folder / "a.txt", "old");
  rlimit before;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small = {1000, before.rlim_max};
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string said =
      complaint(Fault::resource, [&] { write_file(folder / "a.txt", std::string(4000, 'x')); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, handler);
  EXPECT_EQ(said, folder / "a.txt" + ": cannot be written: File too large");
  EXPECT_EQ(read_file(folder / "a.txt"), "old");
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"a.txt"});
}

TEST(ReadFile, refuses_missing_files_and_folders_with_a_remedy) {
  const TemporaryFolder folder;
  EXPECT_EQ(complaint(Fault::input, [&] { read_file(folder / "none"); }),
            folder / "none" + ": there is no such file; check the path");
  EXPECT_EQ(complaint(Fault::input, [&] { read_file(folder.path()); }),
            folder.path().string() + ": is a folder; name a file");
}

TEST(ReadFile, reads_files_that_do_not_tell_their_size) {
  EXPECT_FALSE(read_file("/proc/self/status").empty());
}

TEST(OutputFolder, appears_whole_at_commit_and_not_before) {
  const TemporaryFolder folder;
  {
    OutputFolder output(folder / "out", false);
    output.write("a.txt", "1");
    output.write("b.txt", "2");
    EXPECT_FALSE(fs::exists(folder / "out"));
    output.commit();
  }
  EXPECT_EQ(names_in(folder / "out"), (std::set<std::string>{"a.txt", "b.txt"}));
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"out"});
}

TEST(OutputFolder, leaves_nothing_without_commit_not_even_folders_above) {
  const TemporaryFolder folder;
  {
    OutputFolder output(folder / "x/y/out", false);
    output.write("a.txt", "1");
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(OutputFolder, makes_missing_folders_above_and_minds_no_trailing_slash) {
  const TemporaryFolder folder;
  OutputFolder output(folder / "x/y/out/", false);
  output.write("a.txt", "1");
  output.commit();
  EXPECT_EQ(read_file(folder / "x/y/out/a.txt"), "1");
  EXPECT_EQ(names_in(folder / "x/y"), std::set<std::string>{"out"});
}

TEST(OutputFolder, takes_an_empty_folder) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "out");
  OutputFolder output(folder / "out", false);
  output.write("a.txt", "1");
  output.commit();
  EXPECT_EQ(names_in(folder / "out"), std::set<std::string>{"a.txt"});
}

TEST(OutputFolder, refuses_a_filled_folder_at_once_unless_forced) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "out");
  write_file(folder / "out/old.txt", "old");
  EXPECT_EQ(complaint(Fault::usage, [&] { OutputFolder(folder / "out", false); }),
            folder / "out" + ": exists and is not empty; choose another --out or add --force");
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"out"});
}

TEST(OutputFolder, does_not_replace_what_another_run_put_there_meanwhile) {
  const TemporaryFolder folder;
  {
    OutputFolder output(folder / "out", false);
    output.write("a.txt", "1");
    fs::create_directory(folder / "out");
    write_file(folder / "out/other.txt", "other");
    EXPECT_THAT(complaint(Fault::usage, [&] { output.commit(); }), HasSubstr("not empty"));
  }
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"out"});
  EXPECT_EQ(names_in(folder / "out"), std::set<std::string>{"other.txt"});
}

void replace_by_force(const TemporaryFolder& folder) {
  fs::create_directories(folder / "out/sub");
  write_file(folder / "out/sub/old.txt", "old");
  OutputFolder output(folder / "out", true);
  output.write("a.txt", "1");
  EXPECT_EQ(names_in(folder / "out"), std::set<std::string>{"sub"});
  output.commit();
  EXPECT_EQ(names_in(folder / "out"), std::set<std::string>{"a.txt"});
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"out"});
}

TEST(OutputFolder, keeps_the_old_folder_until_commit_replaces_it) { replace_by_force(TemporaryFolder()); }

// In a child whose kernel answers every renameat2 with ENOSYS, as old kernels and some network disks do.
TEST(OutputFolderDeathTest, replaces_the_old_folder_where_the_system_cannot_exchange) {
  GTEST_FLAG_SET(death_test_style, "fast");
  const TemporaryFolder folder;
  const auto child = [&] {
    sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat2, 0, 1),
                          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const sock_fprog program = {std::size(code), code};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) ::_exit(2);
    if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) ::_exit(2);
    replace_by_force(folder);
    ::_exit(testing::Test::HasFailure() ? 1 : 0);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "");
}

TEST(OutputFolder, keeps_the_old_folder_without_commit) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "out");
  write_file(folder / "out/old.txt", "old");
  { OutputFolder(folder / "out", true).write("a.txt", "1"); }
  EXPECT_EQ(names_in(folder / "out"), std::set<std::string>{"old.txt"});
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"out"});
}

TEST(OutputFolder, keeps_a_link_to_the_folder_it_replaces) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "real");
  write_file(folder / "real/old.txt", "old");
  fs::create_directory_symlink("real", folder / "link");
  OutputFolder output(folder / "link", true);
  output.write("a.txt", "1");
  output.commit();
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(names_in(folder / "real"), std::set<std::string>{"a.txt"});
}

TEST(OutputFolder, refuses_files_broken_links_and_the_working_folder_even_when_forced) {
  const TemporaryFolder folder;
  write_file(folder / "file", "1");
  fs::create_symlink("nowhere", folder / "broken");
  for (const bool force : {false, true}) {
    EXPECT_THAT(complaint(Fault::usage, [&] { OutputFolder(folder / "file", force); }),
                HasSubstr("is not a folder"));
    EXPECT_THAT(complaint(Fault::usage, [&] { OutputFolder(folder / "broken", force); }),
                HasSubstr("is not a folder"));
    EXPECT_THAT(complaint(Fault::usage, [&] { OutputFolder("", force); }), HasSubstr("no name"));
  }
  EXPECT_THAT(complaint(Fault::usage, [&] { OutputFolder(".", true); }), HasSubstr("working folder"));
  EXPECT_THAT(complaint(Fault::usage, [&] { OutputFolder("/", true); }), HasSubstr("working folder"));
  EXPECT_EQ(read_file(folder / "file"), "1");
  EXPECT_EQ(names_in(folder.path()), (std::set<std::string>{"broken", "file"}));
}

TEST(OutputFolder, says_when_a_folder_cannot_be_made) {
  const TemporaryFolder folder;
  write_file(folder / "file", "1");
  for (const char* below : {"file/out", "file/x/out"})
    EXPECT_THAT(complaint(Fault::resource, [&] { OutputFolder(folder / below, true); }),
                HasSubstr("Not a directory"));
  EXPECT_THAT(complaint(Fault::resource,
                        [&] { OutputFolder(folder / ("x/" + std::string(300, 'n') + "/out"), true); }),
              HasSubstr("File name too long"));
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"file"});
}

TEST(OutputFolder, writes_only_inside_itself) {
  const TemporaryFolder folder;
  OutputFolder output(folder / "out", false);
  for (const char* name : {"", ".", "..", "../a.txt", "/etc/a.txt"})
    complaint(Fault::internal, [&] { output.write(name, "1"); });
  output.commit();
  complaint(Fault::internal, [&] { output.write("late.txt", "1"); });
}

}  // namespace
}  // namespace graphsr
