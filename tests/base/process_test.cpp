#include "graphsr/base/process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

TEST(Process, knows_itself_as_running) {
  EXPECT_TRUE(still_runs(this_process()));
  EXPECT_EQ(this_process(), this_process());
}

TEST(Process, knows_that_another_has_ended) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string mark = this_process();
    _exit(write(ends[1], mark.data(), mark.size()) < 0);
  }
  char mark[256];
  const ssize_t size = read(ends[0], mark, sizeof mark);
  ASSERT_GT(size, 0);
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(still_runs(std::string(mark, static_cast<size_t>(size))));
  close(ends[0]);
  close(ends[1]);
}

TEST(Process, does_not_take_a_number_that_is_used_anew_for_the_same) {
  std::string mark = this_process();
  mark.insert(mark.find(' ') + 1, "1");  // another time of start
  EXPECT_FALSE(still_runs(mark));
}

TEST(Process, nothing_else_runs) {
  for (const char* text : {"", " ", "x", "../self 1 2", "99999999999 1 2", "-1 2 3"})
    EXPECT_FALSE(still_runs(text));
}

}  // namespace
}  // namespace graphsr
