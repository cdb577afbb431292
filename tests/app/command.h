// Runs the real program and keeps what it said.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>

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

}  // namespace graphsr
