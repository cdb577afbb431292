#include "graphsr/graph/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/input.h"
#include "graphsr/graph/lines.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/packing.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string content(const std::string& path) { return read_all(*open_source(path)); }

std::string complaint(const TemporaryFolder& folder, const std::string& bytes) {
  const std::string path = folder.file("file.gz", bytes);
  const Error error = refusal([&] { content(path); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_THAT(error.what(), HasSubstr("file.gz"));
  return error.what();
}

TEST(Source, gives_plain_files_as_they_are) {
  const TemporaryFolder folder;
  EXPECT_EQ(content(folder.file("a.gz", "plain, whatever its name")), "plain, whatever its name");
  EXPECT_EQ(content(folder.file("empty", "")), "");
  EXPECT_THAT(refusal([&] { content(folder / "missing"); }).what(), HasSubstr("there is no such file"));
  EXPECT_THAT(refusal([&] { content(folder.path().string()); }).what(), HasSubstr("is a folder"));
}

TEST(Source, unpacks_gzip_whatever_the_name) {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 200000; ++i) text += std::to_string(i) + '\n';
  EXPECT_EQ(content(folder.file("numbers.txt", gz_of(text))), text);
  EXPECT_EQ(content(folder.file("two.gz", gz_of("one ") + gz_of("two"))), "one two");
  EXPECT_EQ(content(folder.file("none.gz", gz_of(""))), "");
}

TEST(Source, refuses_gzip_cut_at_any_length) {
  const TemporaryFolder folder;
  const std::string bytes = gz_of("some text that is packed, and more of it: 0123456789");
  for (size_t length = 2; length < bytes.size(); ++length)
    EXPECT_THAT(complaint(folder, bytes.substr(0, length)), HasSubstr("ends too early")) << length;
}

TEST(Source, refuses_damaged_gzip) {
  const TemporaryFolder folder;
  std::string bytes = gz_of("some text");
  EXPECT_THAT(complaint(folder, bytes + "more"), HasSubstr("has bytes behind its end"));
  bytes[bytes.size() - 6] ^= 1;
  EXPECT_THAT(complaint(folder, bytes), HasSubstr("its checksum is wrong"));
  EXPECT_THAT(complaint(folder, "\x1f\x8b nothing like it"), HasSubstr("is no sound gzip file"));
}

TEST(Source, stops_unpacking_what_expands_beyond_reason) {
  const TemporaryFolder folder;
  const std::string piece = gz_of(std::string(8 << 20, '0'));
  std::string zeros;
  for (int i = 0; i < 40; ++i) zeros += piece;
  ASSERT_LT(zeros.size(), 1u << 20);
  EXPECT_THAT(complaint(folder, zeros), HasSubstr("unpacks to more than 200 times its size"));
}

TEST(ReadAll, refuses_more_than_its_limit) {
  EXPECT_EQ(read_all(*open_bytes("12345", "five"), 5), "12345");
  EXPECT_THAT(refusal([] { read_all(*open_bytes("123456", "six"), 5); }).what(), HasSubstr("six: is larger"));
}

std::vector<std::string> lines_of(const std::string& text) {
  Lines lines(open_bytes(text, "text"));
  std::vector<std::string> all;
  while (lines.next()) all.emplace_back(lines.text());
  EXPECT_EQ(lines.number(), std::ssize(all));
  return all;
}

TEST(Lines, end_with_lf_or_crlf_or_the_file) {
  EXPECT_THAT(lines_of("a\nb\r\n\nc"), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(lines_of("\xef\xbb\xbf"
                       "a\n"),
              ElementsAre("a"));
  EXPECT_THAT(lines_of(""), ElementsAre());
  const std::string far(3 << 20, 'x');
  EXPECT_THAT(lines_of(far + "\n" + far + "y\nz"), ElementsAre(far, far + "y", "z"));
}

TEST(Lines, refuse_what_is_no_text) {
  EXPECT_THAT(refusal([] { lines_of(std::string("a\0b\0", 4)); }).what(), HasSubstr("is not text"));
  EXPECT_THAT(refusal([] {
                lines_of(
                    "\xff\xfe"
                    "a");
              }).what(),
              HasSubstr("UTF-16; save it as UTF-8"));
  EXPECT_THAT(refusal([] { lines_of("a\n" + std::string(257 << 20, 'x')); }).what(),
              HasSubstr("text:2: the line is longer than 256 MB"));
}

TEST(Input, treats_a_tar_archive_as_a_folder) {
  const TemporaryFolder folder;
  const std::string tar = tar_of({{"deep/b.csv", "second"}, {"deep/a.csv.gz", gz_of("first")}});
  for (const std::string& bytes : {tar, gz_of(tar)}) {
    const Input input(folder.file("graph.tgz", bytes));
    EXPECT_EQ(input.kind(), Input::Kind::archive);
    EXPECT_EQ(input.name(), "graph");
    EXPECT_THAT(input.files(), ElementsAre("a.csv.gz", "b.csv"));
    EXPECT_EQ(read_all(*input.open("a.csv.gz")), "first");
    EXPECT_EQ(read_all(*input.open("b.csv")), "second");
    EXPECT_EQ(input.ending("a.csv"), "a.csv.gz");
    EXPECT_FALSE(input.has("c.csv"));
    EXPECT_THAT(refusal([&] { input.ending("csv"); }).what(), HasSubstr("has 2 files that end in csv"));
  }
}

TEST(Input, refuses_damaged_archives) {
  const TemporaryFolder folder;
  const std::string tar = tar_of({{"a.csv", std::string(5000, 'a')}, {"b.csv", std::string(5000, 'b')}});
  EXPECT_THAT(refusal([&] { Input(folder.file("cut.tar", tar.substr(0, 7000))); }).what(),
              HasSubstr("cut.tar: is a damaged or cut tar archive"));
  const std::string packed = gz_of(tar);
  EXPECT_THAT(refusal([&] { Input(folder.file("cut.tgz", packed.substr(0, packed.size() - 9))); }).what(),
              HasSubstr("cut.tgz: ends too early"));
  EXPECT_THAT(refusal([&] {
                Input(folder.file("two.tar", tar_of({{"a/x", "1"}, {"b/x", "2"}})));
              }).what(),
              HasSubstr("has two files named 'x'"));
}

}  // namespace
}  // namespace graphsr
