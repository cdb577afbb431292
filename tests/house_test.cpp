// The rules of the house: folders include only those above them, files stay short, nothing unfinished is
// left.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = GRAPHSR_SOURCE_DIR;
const std::vector<std::string> kOrder = {"base",   "tensor", "graph",  "measure",    "model", "train",
                                         "policy", "select", "method", "experiment", "report"};

std::vector<fs::path> sources(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (const auto kind = entry.path().extension(); kind == ".h" || kind == ".cpp" || kind == ".py")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

size_t rank(const std::string& folder) {
  return std::find(kOrder.begin(), kOrder.end(), folder) - kOrder.begin();
}

TEST(House, no_folder_includes_one_that_comes_after_it) {
  const std::regex include(R"(#include "(graphsr|app|tests|bench)/([a-z_]+))");
  size_t includes = 0;
  for (const fs::path& file : sources(kRoot / "graphsr")) {
    if (file.filename() == "graphsr.h") continue;  // the public header stands above all folders
    const std::string folder = fs::relative(file, kRoot / "graphsr").begin()->string();
    ASSERT_LT(rank(folder), kOrder.size()) << file << " is in a folder that the house does not know";
    for (const std::string& line : lines_of(file)) {
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      ++includes;
      EXPECT_EQ(match[1], "graphsr") << file << ": " << line;
      EXPECT_LE(rank(match[2]), rank(folder)) << file << ": " << line;
    }
  }
  EXPECT_GT(includes, 50u) << "the pattern no longer finds includes";
}

TEST(House, no_file_is_longer_than_400_lines) {
  size_t files = 0;
  for (const char* folder : {"graphsr", "app", "tests", "bench"})
    for (const fs::path& file : sources(kRoot / folder)) {
      ++files;
      EXPECT_LE(lines_of(file).size(), 400u) << file;
    }
  EXPECT_GT(files, 50u);
}

TEST(House, the_library_never_prints_or_exits) {
  const std::regex printing(R"(\b(printf|puts|exit|abort)\s*\(|std::(cout|cerr|clog)|fmt::print)");
  for (const fs::path& file : sources(kRoot / "graphsr"))
    for (const std::string& line : lines_of(file))
      EXPECT_FALSE(std::regex_search(line, printing)) << file << ": " << line;
}

// A test for x.cpp is x_test.cpp in the folder of the same name.
TEST(House, tests_mirror_the_library) {
  for (const fs::path& file : sources(kRoot / "tests")) {
    const std::string folder = fs::relative(file, kRoot / "tests").begin()->string();
    if (rank(folder) < kOrder.size()) {
      EXPECT_TRUE(fs::is_directory(kRoot / "graphsr" / folder)) << file;
    }
  }
  for (const std::string& folder : kOrder) {
    if (fs::is_directory(kRoot / "graphsr" / folder)) {
      EXPECT_TRUE(fs::is_directory(kRoot / "tests" / folder)) << "graphsr/" << folder << " has no tests";
    }
  }
}

// The first version that a file names.
std::string version_in(const fs::path& path, const std::string& before) {
  const std::regex version(before + R"((\d+\.\d+\.\d+))");
  for (const std::string& line : lines_of(path))
    if (std::smatch found; std::regex_search(line, found, version)) return found[1];
  return "none in " + path.string();
}

TEST(House, the_version_to_cite_is_the_one_that_is_built) {
  EXPECT_EQ(version_in(kRoot / "CITATION.cff", "^version: "),
            version_in(kRoot / "CMakeLists.txt", "VERSION "));
}

}  // namespace
