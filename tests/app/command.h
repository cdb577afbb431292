// Runs the real program and keeps what it said.
#pragma once

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>

#include "tests/base/temporary_folder.h"

namespace graphsr {

struct Outcome {
  int code = -1;
  std::string out, err;
};

inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// `arguments` as a shell reads them, `before` for what stands in front of the program.
inline Outcome graphsr_command(const std::string& arguments, const std::string& before = "") {
  const TemporaryFolder folder;
  const std::string command = before + " " GRAPHSR_PROGRAM " " + arguments + " > '" + folder / "out" +
                              "' 2> '" + folder / "err" + "' < /dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), file_text(folder / "out"),
          file_text(folder / "err")};
}

// Refused in one sentence on stderr, with nothing on stdout.
inline void expect_refused(const std::string& arguments, int code, const std::string& text) {
  const Outcome o = graphsr_command(arguments);
  EXPECT_EQ(o.code, code) << arguments << "\n" << o.err;
  EXPECT_THAT(o.err, testing::HasSubstr(text)) << arguments;
  EXPECT_EQ(o.err.rfind("graphsr: ", 0), 0u) << o.err;
  EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  EXPECT_EQ(o.out, "");
}

// Starts the program, waits until `folder` holds as many files as `files`, and sends it the signal. How it
// ended, as waitpid() tells; a program that ends before is a failure. `err` gets what it said on stderr.
inline int stopped_command(const std::string& arguments, const std::filesystem::path& folder, int files,
                           int signal, const std::string& err = "/dev/null") {
  const std::string command =
      "exec " GRAPHSR_PROGRAM " " + arguments + " > /dev/null 2> '" + err + "' < /dev/null";
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  const auto there = [&] {
    int count = 0;
    std::error_code error;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder, error))
      count += entry.path().extension() == ".part";
    return count;
  };
  int status = 0;
  while (there() < files) {
    if (waitpid(child, &status, WNOHANG) == child) {
      ADD_FAILURE() << "it ended by itself: graphsr " << arguments;
      return status;
    }
    usleep(1000);
  }
  kill(child, signal);
  waitpid(child, &status, 0);
  return status;
}

// What is in a folder, sorted.
inline std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace graphsr
