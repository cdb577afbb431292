// A folder for one test, removed with all that is in it.
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <stdlib.h>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace graphsr {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(testing::TempDir() + "graphsr-test-XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder: " + path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  // Writes a file by the plainest means and returns its path. A file that is there is removed first: ext4
  // waits for the disk when one is overwritten.
  std::string file(const std::string& name, std::string_view content) const {
    std::filesystem::remove(*this / name);
    std::ofstream(*this / name, std::ios::binary).write(content.data(), std::ssize(content));
    return *this / name;
  }

 private:
  std::string path_;
};

}  // namespace graphsr
