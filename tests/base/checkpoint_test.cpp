#include "graphsr/base/checkpoint.h"

#include <filesystem>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

namespace fs = std::filesystem;

// Changes one byte of the file that holds `content`.
void damage(const fs::path& folder, const std::string& content) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const size_t at = bytes.find(content);
    if (at == std::string::npos) continue;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    std::ofstream(entry.path(), std::ios::binary) << bytes;
    return;
  }
  FAIL() << "no part holds " << content;
}

TEST(Checkpoint, keeps_parts_by_name) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint(folder / "kept", "address", false);
  EXPECT_EQ(checkpoint.parts(), 0u);
  EXPECT_FALSE(checkpoint.load("a/b c").has_value());
  checkpoint.save("a/b c", std::string("first\0bytes", 11));
  checkpoint.save("a/b", "second");
  checkpoint.save("empty", "");
  EXPECT_EQ(checkpoint.load("a/b c"), std::string("first\0bytes", 11));
  EXPECT_EQ(checkpoint.load("a/b"), "second");
  EXPECT_EQ(checkpoint.load("empty"), "");
  checkpoint.save("a/b", "replaced");
  EXPECT_EQ(checkpoint.load("a/b"), "replaced");
  EXPECT_EQ(checkpoint.parts(), 3u);
}

TEST(Checkpoint, is_used_again_by_a_run_that_resumes_and_discarded_by_one_that_does_not) {
  const TemporaryFolder folder;
  Checkpoint(folder / "kept", "address", false).save("part", "bytes");
  EXPECT_EQ(Checkpoint(folder / "kept", "address", true).load("part"), "bytes");
  EXPECT_FALSE(Checkpoint(folder / "kept", "address", false).load("part").has_value());
}

TEST(Checkpoint, of_a_run_that_comes_to_nothing_neither_takes_nor_leaves_anything) {
  const TemporaryFolder folder;
  { const Checkpoint checkpoint(folder / "kept", "address", false); }
  EXPECT_FALSE(fs::exists(folder / "kept"));
  Checkpoint(folder / "kept", "address", false).save("part", "bytes");
  {
    const Checkpoint other(folder / "kept", "other", false);
    EXPECT_FALSE(other.load("part").has_value());
    EXPECT_EQ(other.parts(), 0u);
  }
  EXPECT_EQ(Checkpoint(folder / "kept", "address", true).load("part"), "bytes");
  Checkpoint(folder / "kept", "other", false).save("own", "bytes");
  EXPECT_EQ(Checkpoint(folder / "kept", "other", true).parts(), 1u);
}

TEST(Checkpoint, that_another_run_writes_to_is_refused) {
  const TemporaryFolder folder;
  const Checkpoint first(folder / "kept", "address", false), second(folder / "kept", "address", false);
  first.save("part", "bytes");
  const Error late = refusal([&] { second.save("part", "other"); });
  EXPECT_EQ(late.fault(), Fault::usage);
  for (const bool resume : {false, true})
    EXPECT_NE(std::string(refusal([&] { Checkpoint(folder / "kept", "address", resume); }).what())
                  .find("another run"),
              std::string::npos);
  EXPECT_EQ(first.load("part"), "bytes");
}

TEST(Checkpoint, of_another_address_is_refused_and_stays) {
  const TemporaryFolder folder;
  Checkpoint(folder / "kept", "address", false).save("part", "bytes");
  const Error error = refusal([&] { Checkpoint(folder / "kept", "other", true); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_NE(std::string(error.what()).find("--resume"), std::string::npos);
  EXPECT_EQ(Checkpoint(folder / "kept", "address", true).load("part"), "bytes");
}

TEST(Checkpoint, resumes_from_nothing) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint(folder / "deep/kept", "address", true);
  EXPECT_EQ(checkpoint.parts(), 0u);
  checkpoint.save("part", "bytes");
  EXPECT_EQ(checkpoint.load("part"), "bytes");
}

TEST(Checkpoint, ignores_a_damaged_part) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint(folder / "kept", "address", false);
  checkpoint.save("part", "some bytes");
  checkpoint.save("other", "more bytes");
  damage(folder / "kept", "some bytes");
  EXPECT_FALSE(checkpoint.load("part").has_value());
  EXPECT_EQ(checkpoint.load("other"), "more bytes");
}

// Nobody can tell whose parts these are.
TEST(Checkpoint, whose_address_is_damaged_gives_no_parts) {
  const TemporaryFolder folder;
  Checkpoint(folder / "kept", "the address", false).save("part", "bytes");
  damage(folder / "kept", "the address");
  EXPECT_FALSE(Checkpoint(folder / "kept", "another one", true).load("part").has_value());
}

TEST(Checkpoint, never_removes_what_it_has_not_written) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "kept");
  const std::string file = folder.file("kept/thesis.txt", "years of work"),
                    other = folder.file("file", "work");
  for (const bool resume : {false, true})
    for (const char* place : {"kept", "file"}) {
      const Error error = refusal([&] { Checkpoint(folder / place, "address", resume); });
      EXPECT_EQ(error.fault(), Fault::usage);
      EXPECT_NE(std::string(error.what()).find(place), std::string::npos) << error.what();
    }
  EXPECT_TRUE(fs::exists(file));
  EXPECT_TRUE(fs::exists(other));
}

TEST(Checkpoint, discards_a_part_that_was_half_written_when_the_run_was_killed) {
  const TemporaryFolder folder;
  Checkpoint(folder / "kept", "address", false).save("part", "bytes");
  folder.file("kept/half.part.new", "by");
  EXPECT_EQ(Checkpoint(folder / "kept", "address", true).load("part"), "bytes");
  EXPECT_EQ(Checkpoint(folder / "kept", "address", false).parts(), 0u);
  Checkpoint(folder / "kept", "address", false).save("part", "bytes");
  EXPECT_FALSE(fs::exists(folder / "kept/half.part.new"));
}

TEST(Checkpoint, takes_parts_from_many_threads) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint(folder / "kept", "address", false);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&checkpoint, t] {
      for (int k = 0; k < 10; ++k) checkpoint.save(std::to_string(10 * t + k), std::string(1000, 'a' + t));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(checkpoint.parts(), 40u);
  EXPECT_EQ(checkpoint.load("25"), std::string(1000, 'c'));
}

TEST(Checkpoint, can_be_removed_and_refuses_a_place_that_cannot_be) {
  const TemporaryFolder folder;
  Checkpoint checkpoint(folder / "kept", "address", false);
  checkpoint.save("part", "bytes");
  checkpoint.remove();
  EXPECT_FALSE(fs::exists(folder / "kept"));
  folder.file("file", "");
  EXPECT_EQ(refusal([&] { Checkpoint(folder / "file/kept", "address", false).save("part", ""); }).fault(),
            Fault::resource);
}

}  // namespace
}  // namespace graphsr
