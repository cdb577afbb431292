#include "graphsr/graph/fetch_table.h"

#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/sha256.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

TEST(FetchTable, pins_every_file_to_a_commit_and_its_bytes) {
  std::set<std::string> names;
  for (const FetchEntry& entry : fetch_table()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_FALSE(entry.source.empty() || entry.licence.empty() || entry.cite.empty()) << entry.name;
    EXPECT_FALSE(entry.files.empty()) << entry.name;
    for (const FetchFile& file : entry.files) {
      EXPECT_THAT(file.url, testing::MatchesRegex(
                                "https://raw.githubusercontent.com/[^/]+/[^/]+/[0-9a-f]{40}/data/[^ ]+"));
      EXPECT_THAT(file.sha256, testing::MatchesRegex("[0-9a-f]{64}"));
      EXPECT_GT(file.size, 0) << file.name;
    }
  }
  EXPECT_TRUE(names.contains("cora") && names.contains("citeseer") && names.contains("pubmed"));
}

// Where the published files are at hand, the table must have their bytes.
TEST(FetchTable, has_the_bytes_of_the_published_files) {
  const fs::path data = fs::path(GRAPHSR_SOURCE_DIR) / "../shared/data";
  if (!fs::exists(data)) GTEST_SKIP() << "no " << data;
  int compared = 0;
  for (const FetchEntry& entry : fetch_table())
    for (const FetchFile& file : entry.files) {
      const std::string last = fs::path(file.url).filename().string();
      const char* collection = file.url.find("/planetoid/") != std::string::npos ? "planetoid"
                               : file.url.find("/gnn-benchmark/") != std::string::npos
                                   ? "gnn-benchmark"
                                   : "heterophilous-graphs";
      const fs::path path = data / collection / last;
      if (!fs::exists(path)) continue;
      ++compared;
      EXPECT_EQ(fs::file_size(path), static_cast<uint64_t>(file.size)) << path;
      EXPECT_EQ(file_sha256(path), file.sha256) << path;
    }
  EXPECT_EQ(compared, 27);
}

const std::string kHash(64, 'a');

std::string table_of(const std::string& name, const std::string& file) {
  return fmt::format(R"({{"datasets": [{{"name": "{}", "licence": "own", "files": [{}]}}]}})", name, file);
}

TEST(FetchTable, of_the_users_own_is_read) {
  const TemporaryFolder folder;
  const std::string file =
      R"({"name": "a.npz", "url": "https://a.example/a.npz", "size": 12, "sha256": ")" + kHash + R"("})";
  const auto table = read_fetch_table(folder.file("t.json", table_of("mine", file)));
  ASSERT_EQ(table.size(), 1u);
  EXPECT_EQ(table[0].name, "mine");
  EXPECT_EQ(table[0].licence, "own");
  EXPECT_EQ(table[0].bytes(), 12);
  EXPECT_EQ(table[0].files.at(0).name, "a.npz");
  EXPECT_EQ(table[0].files.at(0).url, "https://a.example/a.npz");
  EXPECT_EQ(table[0].files.at(0).sha256, kHash);
}

TEST(FetchTable, of_the_users_own_is_checked) {
  const TemporaryFolder folder;
  const auto expect_refused = [&](const std::string& text, const std::string& words) {
    const Error error = refusal([&] { read_fetch_table(folder.file("t.json", text)); });
    EXPECT_EQ(error.fault(), Fault::input);
    EXPECT_THAT(error.what(), HasSubstr("t.json: " + words)) << text;
  };
  const auto file = [](const std::string& name, const std::string& url, const std::string& size,
                       const std::string& hash) {
    return fmt::format(R"({{"name": "{}", "url": "{}", "size": {}, "sha256": "{}"}})", name, url, size, hash);
  };
  const std::string url = "https://a.example/a", good = file("a", url, "1", kHash);
  expect_refused("{", "is not JSON");
  expect_refused("[]", "'datasets' is no list, or empty");
  expect_refused(R"({"datasets": [7]})", "'name' is missing or no text");
  expect_refused(R"({"datasets": [{"name": "m"}]})", "m: 'files' is no list, or empty");
  for (const char* name : {"../up", "a/b", ".", "", "m.part", "-x", "a b"}) {
    expect_refused(table_of(name, good), fmt::format("'{}' is no plain name", name));
    expect_refused(table_of("m", file(name, url, "1", kHash)), fmt::format("m: '{}' is no plain name", name));
  }
  expect_refused(table_of("m", good + "," + good), "m: file a stands there twice");
  expect_refused(table_of("m", file("a", "http://a.example/a", "1", kHash)), "m: the address of a does not");
  expect_refused(table_of("m", file("a", "file:///etc/passwd", "1", kHash)), "m: the address of a does not");
  for (const char* odd : {"https://a.example/a b", "https://a.example/\\u001b[31m"})
    expect_refused(table_of("m", file("a", odd, "1", kHash)), "m: the address of a has characters");
  for (const char* size : {"0", "-1", "1.5", "\"1\"", "18446744073709551615"})
    expect_refused(table_of("m", file("a", url, size, kHash)), "m: 'size' of a is no number of bytes");
  for (const std::string& hash : {std::string("ab"), std::string(64, 'A'), std::string(65, 'a')})
    expect_refused(table_of("m", file("a", url, "1", hash)), "m: 'sha256' of a is not 64 digits");
}

}  // namespace
}  // namespace graphsr
