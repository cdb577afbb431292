#include "graphsr/graph/npz.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/npz_maker.h"

namespace graphsr {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class NpzTest : public testing::Test {
 protected:
  Npz read(const std::string& bytes) const { return Npz(folder_.file("a.npz", bytes), {"a", "b"}); }
  Npz read_array(const std::string& npy_file) const { return read(npz_of({{"a", npy_file}})); }

  // What reading the file and then converting its array "a" complains of.
  std::string complaint(const std::string& bytes) const {
    try {
      read(bytes).integers("a");
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::input);
      EXPECT_THAT(error.what(), StartsWith(folder_ / "a.npz"));
      return error.what();
    }
    ADD_FAILURE() << "accepted";
    return "";
  }
  std::string array_complaint(const std::string& npy_file) const {
    return complaint(npz_of({{"a", npy_file}}));
  }
  std::string header_complaint(const std::string& header) const {
    return array_complaint(raw_npy(header, ""));
  }

  TemporaryFolder folder_;
};

TEST_F(NpzTest, reads_integers_of_every_width) {
  EXPECT_THAT(read_array(npy<int8_t>("|i1", {-128, 127})).integers("a"), ElementsAre(-128, 127));
  EXPECT_THAT(read_array(npy<uint8_t>("|u1", {0, 255})).integers("a"), ElementsAre(0, 255));
  EXPECT_THAT(read_array(npy<uint8_t>("|b1", {0, 1})).integers("a"), ElementsAre(0, 1));
  EXPECT_THAT(read_array(npy<int16_t>("<i2", {-32768, 32767})).integers("a"), ElementsAre(-32768, 32767));
  EXPECT_THAT(read_array(npy<uint16_t>("<u2", {65535})).integers("a"), ElementsAre(65535));
  EXPECT_THAT(read_array(npy<int32_t>("<i4", {INT32_MIN})).integers("a"), ElementsAre(INT32_MIN));
  EXPECT_THAT(read_array(npy<uint32_t>("<u4", {UINT32_MAX})).integers("a"), ElementsAre(UINT32_MAX));
  EXPECT_THAT(read_array(npy<int64_t>("<i8", {INT64_MIN, INT64_MAX})).integers("a"),
              ElementsAre(INT64_MIN, INT64_MAX));
  EXPECT_THAT(read_array(npy<uint64_t>("<u8", {INT64_MAX})).integers("a"), ElementsAre(INT64_MAX));
  EXPECT_THAT(read_array(npy<double>("<f8", {-3, 0x1p52})).integers("a"), ElementsAre(-3, int64_t{1} << 52));
  EXPECT_TRUE(read_array(npy<int>("<i4", {})).integers("a").empty());
}

TEST_F(NpzTest, reads_floats_of_every_width_and_keeps_nan_for_the_caller) {
  EXPECT_THAT(read_array(npy<uint16_t>("<f2", {0x3c00, 0xc000, 0x0001, 0x7bff, 0x7c00, 0x3555})).floats("a"),
              ElementsAre(1, -2, 0x1p-24f, 65504, std::numeric_limits<float>::infinity(), 0x1.554p-2f));
  EXPECT_TRUE(std::isnan(read_array(npy<uint16_t>("<f2", {0x7e00})).floats("a")[0]));
  EXPECT_THAT(read_array(npy<float>("<f4", {1.5f, -0.25f})).floats("a"), ElementsAre(1.5f, -0.25f));
  EXPECT_THAT(read_array(npy<double>("<f8", {0.1}, "(1, 1)")).floats("a"), ElementsAre(0.1f));
  EXPECT_TRUE(std::isnan(read_array(npy<double>("<f8", {std::nan("")})).floats("a")[0]));
  EXPECT_THAT(read_array(npy<int64_t>("<i8", {-7})).floats("a"), ElementsAre(-7));
}

TEST_F(NpzTest, reads_text_bytes_and_numbers_as_strings) {
  EXPECT_THAT(read_array(text_npy({"one", "", "seven"})).strings("a"), ElementsAre("one", "", "seven"));
  EXPECT_THAT(read_array(npy<char32_t>("<U4", {U'é', U'€', U'\U0001F600', U'\u07ff'}, "(1,)")).strings("a"),
              ElementsAre("é€😀\u07ff"));
  EXPECT_THAT(read_array(npy<char>("|S3", {'a', 'b', 0, 'x', 0, 'z'}, "(2,)")).strings("a"),
              ElementsAre("ab", std::string("x\0z", 3)));
  EXPECT_THAT(read_array(npy<int>("<i4", {31336, -1})).strings("a"), ElementsAre("31336", "-1"));
}

TEST_F(NpzTest, reads_all_three_versions_stored_or_deflated_and_ignores_what_is_not_wanted) {
  const std::string header = npy_header("<i4", "(1,)"), five = bytes_of<int>({5});
  for (int major = 1; major <= 3; ++major)
    for (const char* options : {"zip:compression=store", "zip:compression=deflate"}) {
      const std::string bytes =
          zip_of({{"readme.txt", "hello"},
                  {"objects.npy", raw_npy(npy_header("|O", "()"), "pickle")},
                  {"fields.npy", raw_npy("{'descr': [('x', '<f4'), ('y', '<i2', (3,))], "
                                         "'fortran_order': False, 'shape': (0,)}",
                                         "")},
                  {"big.npy", raw_npy(npy_header(">f4", "(1,)"), "1234")},
                  {"a.npy", raw_npy(header, five, major)}},
                 options);
      const Npz npz = read(bytes);
      EXPECT_THAT(npz.integers("a"), ElementsAre(5));
      EXPECT_FALSE(npz.has("b"));
      EXPECT_FALSE(npz.has("objects"));
    }
}

TEST_F(NpzTest, takes_headers_as_numpy_of_any_age_wrote_them) {
  for (const char* header : {"{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }          \n",
                             "{'shape': (1L,), 'fortran_order': True, 'descr': '<i4'}",
                             "{\"descr\":\"<i4\",\"fortran_order\":False,\"shape\":(1,)}",
                             "{'descr': '<i4',\n "
                             "'fortran_order': False, 'shape': ( 1 , ) }"})
    EXPECT_THAT(read_array(raw_npy(header, bytes_of<int>({5}))).integers("a"), ElementsAre(5)) << header;
}

TEST_F(NpzTest, names_the_missing_array_and_what_is_there) {
  EXPECT_EQ(complaint(npz_of({{"x", npy<int>("<i4", {1})}, {"y", npy<int>("<i4", {1})}})),
            folder_ / "a.npz" + ": has no array 'a'; it holds 'x', 'y'");
}

TEST_F(NpzTest, refuses_what_is_no_npz_file) {
  EXPECT_THAT(complaint(""), HasSubstr("is not an npz file"));
  EXPECT_THAT(complaint("node,label\n0,1\n"), HasSubstr("is not an npz file"));
  EXPECT_THAT(complaint(npy<int>("<i4", {1})), HasSubstr("is not an npz file"));
  EXPECT_THAT(complaint("PK\x03\x04 and nothing else"), HasSubstr("damaged or cut short"));
  EXPECT_THROW(Npz(folder_ / "none.npz", {}), Error);
  EXPECT_THROW(Npz(folder_.path(), {}), Error);
}

TEST_F(NpzTest, refuses_types_that_are_not_read_by_name) {
  const auto typed = [&](const char* type) {
    return array_complaint(raw_npy(npy_header(type, "(1,)"), "12345678"));
  };
  EXPECT_THAT(typed("|O"), HasSubstr("array 'a': holds Python objects"));
  EXPECT_THAT(typed("|O8"), HasSubstr("array 'a': holds Python objects"));
  for (const char* type : {"<c8", "<M8[ns]", "|V8", "<f16", "<i3", "<f1", "<U0", "|S0", "<i", "", "x", "<i4x",
                           "=i4", "<i99999999999999999999", "<U2000000000", "<i-4"})
    EXPECT_THAT(typed(type), AllOf(HasSubstr("array 'a': "), HasSubstr("type"))) << type;
  EXPECT_THAT(typed(">i8"), HasSubstr("big-endian"));
  EXPECT_THAT(typed(">U2"), HasSubstr("big-endian"));
  EXPECT_THAT(typed("|i8"), HasSubstr("byte order"));
  EXPECT_THAT(header_complaint("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,)}"),
              HasSubstr("structured"));
  EXPECT_THAT(
      array_complaint(raw_npy("{'descr': '<i4', 'fortran_order': True, 'shape': (1, 2)}", "12345678")),
      HasSubstr("Fortran order"));
}

TEST_F(NpzTest, refuses_headers_that_are_not_numpys) {
  const std::string good = npy<int>("<i4", {1});
  EXPECT_THAT(array_complaint("\x93NUMPX" + good.substr(6)), HasSubstr("not in npy format"));
  for (const int version : {0, 4, 255})
    EXPECT_THAT(array_complaint(raw_npy(npy_header("<i4", "(1,)"), "1234", version)), HasSubstr("version"));
  EXPECT_THAT(array_complaint(raw_npy(npy_header("<i4", "(1,)") + std::string(70000, ' '), "1234", 2)),
              HasSubstr("too long"));
  EXPECT_THAT(array_complaint(""), HasSubstr("ends too early"));
  EXPECT_THAT(array_complaint(good.substr(0, 40)), HasSubstr("ends too early"));
  for (const char* header : {"",
                             "{",
                             "{}",
                             "[]",
                             "{'descr'",
                             "{'descr': ",
                             "{'descr': '<i4",
                             "{'descr': '<i4'",
                             "{'descr': [('x', '<i4'",
                             "{'descr': '<i4', 'fortran_order': False}",
                             "{'descr': '<i4', 'fortran_order': None, 'shape': ()}",
                             "{'descr': '<i4', 'fortran_order': False, 'shape': (), 'more': 1}",
                             "{'descr': '<i4', 'descr': '<i4', 'fortran_order': False, 'shape': ()}",
                             "{'descr': '<i4', 'fortran_order': False, 'shape': ()} x",
                             "{'descr': '<i4', 'fortran_order': False, 'shape': 3}",
                             "{'descr': '<i4', 'fortran_order': False, 'shape': (1 2)}",
                             "{'descr': '<i4', 'fortran_order': False, 'shape': (,)}",
                             "{'descr': '<i4', 'fortran_order': False, 'shape': (0x1,)}",
                             "{'descr': '<i4' 'fortran_order': False, 'shape': ()}",
                             "__import__('os').system('true')"})
    EXPECT_THAT(header_complaint(header), HasSubstr("npy header")) << header;
  EXPECT_THAT(header_complaint(std::string("{'descr': '<i4', 'fortran_order': False, 'shape': ()}\0x", 55)),
              HasSubstr("npy header"));
}

TEST_F(NpzTest, refuses_shapes_that_are_negative_too_large_or_disagree_with_the_data) {
  EXPECT_THAT(header_complaint(npy_header("<i4", "(-1,)")), HasSubstr("negative"));
  EXPECT_THAT(header_complaint(npy_header("<i4", "(9999999999999999999,)")), HasSubstr("too large"));
  EXPECT_THAT(header_complaint(npy_header("<i4", "(4294967296, 4294967296)")), HasSubstr("too large"));
  EXPECT_THAT(header_complaint(npy_header("|i1", "(999999999999999999,)")), HasSubstr("announces"));
  std::string many = "(";
  for (int i = 0; i < 65; ++i) many += "1,";
  EXPECT_THAT(header_complaint(npy_header("<i4", many + ")")), HasSubstr("too many dimensions"));
  EXPECT_THAT(array_complaint(raw_npy(npy_header("<i4", "(2,)"), "1234")), HasSubstr("4 bytes of data"));
  EXPECT_THAT(array_complaint(raw_npy(npy_header("<i4", "(2,)"), "123456789012")),
              HasSubstr("12 bytes of data"));
  EXPECT_THAT(complaint(npz_of({{"unwanted", raw_npy(npy_header("<i4", "(2,)"), "1234")}})),
              HasSubstr("4 bytes of data"));
}

TEST_F(NpzTest, refuses_values_that_do_not_fit) {
  EXPECT_THAT(array_complaint(npy<double>("<f8", {1, 2.5})), HasSubstr("element 1 is 2.5"));
  EXPECT_THAT(array_complaint(npy<double>("<f8", {std::nan("")})), HasSubstr("element 0 is nan"));
  EXPECT_THAT(array_complaint(npy<double>("<f8", {0x1p63})), HasSubstr("not a whole number of 64 bits"));
  EXPECT_THAT(array_complaint(npy<uint64_t>("<u8", {UINT64_MAX})),
              HasSubstr("not a whole number of 64 bits"));
  EXPECT_THAT(array_complaint(text_npy({"x"})), HasSubstr("holds text"));
  EXPECT_THAT(array_complaint(npy<int>("<i4", {1}, "(1, 1)")), HasSubstr("2 dimensions, expected 1"));
  EXPECT_THROW(read_array(npy<double>("<f8", {1e39})).floats("a"), Error);
  EXPECT_THROW(read_array(text_npy({"x"})).floats("a"), Error);
  EXPECT_THROW(read_array(npy<char32_t>("<U1", {static_cast<char32_t>(0xd800)})).strings("a"), Error);
  EXPECT_THROW(read_array(npy<char32_t>("<U1", {static_cast<char32_t>(0x110000)})).strings("a"), Error);
  EXPECT_THROW(read_array(npy<char>("|S1", {'\xff'})).strings("a"), Error);
  EXPECT_THROW(read_array(npy<float>("<f4", {0.5})).strings("a"), Error);
}

TEST_F(NpzTest, refuses_arrays_that_appear_twice) {
  const std::string content = npy<int>("<i4", {1});
  EXPECT_THAT(complaint(zip_of({{"a.npy", content}, {"a.npy", content}})), HasSubstr("has 'a.npy' twice"));
}

TEST_F(NpzTest, refuses_encrypted_members) {
  EXPECT_THAT(complaint(zip_of({{"a.npy", npy<int>("<i4", {1})}}, "zip:encryption=zipcrypt", "secret")),
              HasSubstr("is encrypted"));
}

TEST_F(NpzTest, refuses_data_with_a_wrong_checksum) {
  std::string bytes = npz_of({{"a", npy<int>("<i4", {1, 2, 3, 4})}}, "zip:compression=store");
  const size_t at = bytes.find(bytes_of<int>({1, 2, 3, 4}));
  ASSERT_NE(at, std::string::npos);
  bytes[at] ^= 1;
  EXPECT_THAT(complaint(bytes), HasSubstr("damaged"));
}

TEST_F(NpzTest, refuses_members_packed_by_unusual_methods) {
  std::string bytes = npz_of({{"a", npy<int>("<i4", {1})}}, "zip:compression=store");
  bytes[8] = 14;  // LZMA, in the member's own header and in the directory
  bytes[bytes.find("PK\x01\x02") + 10] = 14;
  EXPECT_THAT(complaint(bytes), HasSubstr("packed in a way that is not read"));
}

// Members' own headers and the directory are made to claim 200 MiB each.
TEST_F(NpzTest, refuses_archives_that_claim_to_unpack_to_far_more_than_their_size) {
  const auto claiming = [](std::vector<Member> members) {
    members.push_back({"a.npy", npy<int>("<i4", {1})});
    std::string bytes = zip_of(members);
    size_t local = 0, directory = 0;
    for (size_t i = 0; i + 1 < members.size(); ++i) {
      local = bytes.find("PK\x03\x04", local) + 22;
      directory = bytes.find("PK\x01\x02", directory) + 24;
      for (const size_t at : {local, directory}) bytes.replace(at, 4, bytes_of<int>({200 << 20}));
    }
    return bytes;
  };
  EXPECT_THAT(read(claiming({{"x.bin", "x"}})).integers("a"), ElementsAre(1));
  EXPECT_THAT(complaint(claiming({{"x.bin", "x"}, {"y.bin", "y"}})), HasSubstr("honestly"));
}

TEST_F(NpzTest, takes_arrays_that_compress_very_well) {
  const std::string zeros(3 << 20, '\0');
  const Npz npz = read_array(raw_npy(npy_header("|u1", "(3, 1048576)"), zeros));
  EXPECT_EQ(npz.array("a").count(), 3 << 20);
  const NpyArray array = npz.array("a");
  EXPECT_TRUE(std::ranges::equal(array.elements(), zeros));
}

TEST_F(NpzTest, takes_members_with_names_that_are_not_ascii) {
  const Npz npz = read(zip_of({{"größe.npy", npy<int>("<i4", {1})}, {"a.npy", npy<int>("<i4", {7})}}));
  EXPECT_THAT(npz.integers("a"), ElementsAre(7));
}

}  // namespace
}  // namespace graphsr
