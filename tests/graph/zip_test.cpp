#include "graphsr/graph/zip.h"

#include <gmock/gmock.h>

#include "tests/base/temporary_folder.h"
#include "tests/graph/npz_maker.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr const char* kStored = "zip:compression=store";
const std::string kText = "some text that is some text that is some text";

std::string numbers(uint64_t value, size_t bytes) { return {reinterpret_cast<const char*>(&value), bytes}; }

void put(std::string& archive, size_t at, uint64_t value, size_t bytes) {
  archive.replace(at, bytes, numbers(value, bytes));
}

size_t entry_of(const std::string& archive) { return archive.find("PK\1\2"); }
size_t end_of(const std::string& archive) { return archive.rfind("PK\5\6"); }

std::string content(const Zip& zip, const ZipMember& member) {
  std::string out(static_cast<size_t>(member.size), '\0');
  zip.unpack(member, reinterpret_cast<unsigned char*>(out.data()));
  return out;
}

std::string only_content(const std::string& archive) {
  const Zip zip(archive, "a.zip", "a zip file");
  EXPECT_EQ(zip.members().size(), 1u);
  return content(zip, zip.members().at(0));
}

std::string complaint(const std::string& archive) {
  return refusal([&] { only_content(archive); }).what();
}

// All numbers of the one entry and of the directory stand where they have 64 bits.
std::string widened(std::string archive) {
  const size_t entry = entry_of(archive);
  const auto at = [&](size_t place, size_t bytes) {
    uint64_t value = 0;
    std::copy_n(archive.data() + place, bytes, reinterpret_cast<char*>(&value));
    return value;
  };
  const std::string extra = numbers(1, 2) + numbers(24, 2) + numbers(at(entry + 24, 4), 8) +
                            numbers(at(entry + 20, 4), 8) + numbers(at(entry + 42, 4), 8);
  const size_t name = at(entry + 28, 2), length = at(entry + 30, 2);
  for (const size_t place : {20, 24, 42}) put(archive, entry + place, 0xffffffff, 4);
  archive.insert(entry + 46 + name, extra);
  put(archive, entry + 30, length + extra.size(), 2);
  const size_t end = end_of(archive);
  const std::string record = std::string("PK\6\6") + numbers(44, 8) + numbers(45, 2) + numbers(45, 2) +
                             numbers(0, 8) + numbers(1, 8) + numbers(1, 8) + numbers(end - entry, 8) +
                             numbers(entry, 8);
  put(archive, end + 8, 0xffff, 2), put(archive, end + 10, 0xffff, 2);
  put(archive, end + 12, 0xffffffff, 4), put(archive, end + 16, 0xffffffff, 4);
  archive.insert(end, record + "PK\6\7" + numbers(0, 4) + numbers(end, 8) + numbers(1, 4));
  return archive;
}

TEST(Zip, reads_members_in_any_order_from_memory_and_from_a_file) {
  const TemporaryFolder folder;
  for (const char* options : {kStored, "zip:compression=deflate"}) {
    const std::string archive = zip_of({{"a", "first"}, {"b/c", kText}, {"empty", ""}}, options);
    const auto check = [](const Zip& zip) {
      ASSERT_EQ(zip.members().size(), 3u);
      EXPECT_EQ(zip.members()[1].name, "b/c");
      EXPECT_EQ(content(zip, zip.members()[2]), "");
      EXPECT_EQ(content(zip, zip.members()[1]), kText);
      EXPECT_EQ(content(zip, zip.members()[0]), "first");
      EXPECT_EQ(zip.beginning(zip.members()[1], 9), "some text");
      EXPECT_EQ(zip.beginning(zip.members()[1], 1000), kText);
    };
    check(Zip(archive, "a.zip", "a zip file"));
    check(Zip(folder.file("a.zip", archive), "a zip file"));
  }
}

TEST(Zip, finds_the_directory_before_a_comment) {
  std::string archive = zip_of({{"a", kText}});
  const std::string comment = "a note, PK\5\6 and more of it, of which none is a directory";
  put(archive, end_of(archive) + 20, comment.size(), 2);
  EXPECT_EQ(only_content(archive + comment), kText);
}

TEST(Zip, reads_numbers_of_64_bits) {
  for (const char* options : {kStored, "zip:compression=deflate"})
    EXPECT_EQ(only_content(widened(zip_of({{"a", kText}}, options))), kText);
}

TEST(Zip, refuses_numbers_of_64_bits_that_are_cut_short_or_lead_out_of_the_file) {
  const std::string archive = widened(zip_of({{"a", kText}}));
  const size_t entry = entry_of(archive), extra = archive.find(numbers(1, 2) + numbers(24, 2), entry),
               record = archive.find("PK\6\6"), pointer = archive.find("PK\6\7");
  ASSERT_NE(extra, std::string::npos);
  for (const uint64_t length : {0, 7, 16, 23, 60000}) {
    std::string changed = archive;
    put(changed, extra + 2, length, 2);
    EXPECT_THAT(complaint(changed), HasSubstr("damaged")) << length;
  }
  const size_t places[] = {extra + 12, extra + 20, record + 40, record + 48, pointer + 8};
  for (const size_t place : places)
    for (const uint64_t value : {uint64_t{1} << 20, UINT64_MAX / 2, UINT64_MAX / 2 + 1, UINT64_MAX}) {
      std::string changed = archive;
      put(changed, place, value, 8);
      EXPECT_THAT(complaint(changed), HasSubstr("damaged")) << place - entry << " " << value;
    }
}

TEST(Zip, refuses_a_directory_that_does_not_fit_the_file) {
  const std::string archive = zip_of({{"a", kText}}, kStored);
  const size_t entry = entry_of(archive), end = end_of(archive);
  const auto with = [&](size_t place, uint64_t value, size_t bytes) {
    std::string changed = archive;
    put(changed, place, value, bytes);
    return complaint(changed);
  };
  EXPECT_THAT(with(end + 10, 2, 2), HasSubstr("damaged"));           // more entries than there are
  EXPECT_THAT(with(end + 12, 1 << 20, 4), HasSubstr("damaged"));     // a longer directory
  EXPECT_THAT(with(end + 16, entry + 1, 4), HasSubstr("damaged"));   // elsewhere
  EXPECT_THAT(with(end + 16, 0xfffffffe, 4), HasSubstr("damaged"));  // behind the end
  EXPECT_THAT(with(end + 20, 1, 2), HasSubstr("damaged"));           // a comment that is not there
  EXPECT_THAT(with(entry + 28, 0, 2), HasSubstr("damaged"));         // no name
  EXPECT_THAT(with(entry + 28, 60000, 2), HasSubstr("damaged"));     // a longer name
  EXPECT_THAT(with(entry + 20, 1 << 20, 4), HasSubstr("damaged"));   // more packed bytes than the file has
  EXPECT_THAT(with(entry + 42, 5, 4), HasSubstr("damaged"));         // a member elsewhere
  EXPECT_THAT(with(entry + 42, 0xfffffffe, 4), HasSubstr("damaged"));
  EXPECT_THAT(with(26, 60000, 2), HasSubstr("damaged"));  // the member's own header
  EXPECT_THAT(complaint(archive.substr(0, end + 21)), HasSubstr("damaged"));
  EXPECT_THAT(complaint("text"), HasSubstr("a.zip: is not a zip file"));
}

TEST(Zip, refuses_sizes_that_are_not_those_of_the_content) {
  const auto with_size = [](const char* options, uint64_t size) {
    std::string archive = zip_of({{"a", std::string(5000, 'x')}}, options);
    put(archive, entry_of(archive) + 24, size, 4);
    return complaint(archive);
  };
  EXPECT_THAT(with_size("zip:compression=deflate", 5001), HasSubstr("member 'a': ends too early"));
  EXPECT_THAT(with_size("zip:compression=deflate", 4999), HasSubstr("longer than the archive says"));
  EXPECT_THAT(with_size("zip:compression=deflate", 0), HasSubstr("longer than the archive says"));
  EXPECT_THAT(with_size("zip:compression=deflate", 1 << 30), HasSubstr("damaged"));
  EXPECT_THAT(with_size(kStored, 4999), HasSubstr("damaged"));
}

TEST(Zip, refuses_content_that_changed) {
  for (const char* options : {kStored, "zip:compression=deflate"}) {
    const std::string archive = zip_of({{"a", kText}}, options);
    const size_t begin =
        30 + static_cast<unsigned char>(archive[26]) + static_cast<unsigned char>(archive[28]);
    const auto size = static_cast<size_t>(Zip(archive, "", "").members().at(0).packed_size);
    for (size_t at = begin; at + 1 < begin + size; ++at) {  // of the last byte not every bit counts
      std::string changed = archive;
      changed[at] ^= 4;
      EXPECT_THAT(complaint(changed), AnyOf(HasSubstr("damaged"), HasSubstr("ends too early"),
                                            HasSubstr("longer than the archive says")))
          << at;
    }
  }
}

TEST(Zip, refuses_a_file_that_became_shorter) {
  const TemporaryFolder folder;
  const std::string archive = zip_of({{"a", kText}}, kStored), path = folder.file("a.zip", archive);
  const Zip zip(path, "a zip file");
  std::filesystem::resize_file(path, 50);
  EXPECT_THAT(refusal([&] { content(zip, zip.members().at(0)); }).what(), HasSubstr("damaged or cut short"));
}

}  // namespace
}  // namespace graphsr
