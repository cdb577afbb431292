#include "graphsr/graph/pickle.h"

#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/npy_values.h"
#include "graphsr/graph/pickle_csr.h"
#include "tests/graph/pickle_maker.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Kind = PickleValue::Kind;

std::string complaint(const std::string& bytes) {
  const Error error = refusal([&] { Pickle(bytes, "a.pkl"); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_THAT(error.what(), StartsWith("a.pkl"));
  return error.what();
}

// The one integer in a pickle.
int64_t integer(const std::string& bytes) {
  const Pickle pickle(bytes, "a.pkl");
  EXPECT_EQ(pickle[pickle.root()].kind, Kind::integer);
  return pickle[pickle.root()].integer;
}

TEST(Pickle, reads_integers_of_every_protocol) {
  EXPECT_EQ(integer("I-12\n."), -12);
  EXPECT_EQ(integer("L12L\n."), 12);
  EXPECT_EQ(integer("K\xff."), 255);
  EXPECT_EQ(integer("M\xff\xff."), 65535);
  EXPECT_EQ(integer("J\xfe\xff\xff\xff."), -2);
  EXPECT_EQ(integer(std::string("\x8a\x00.", 3)), 0);
  EXPECT_EQ(integer("\x8a\x01\xff."), -1);
  EXPECT_EQ(integer(std::string("\x8a\x02\xff\x00.", 5)), 255);
  EXPECT_EQ(integer("\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f."), INT64_MAX);
  EXPECT_THAT(complaint("\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x7f."), HasSubstr("more than 64 bits"));
  EXPECT_THAT(complaint("I99999999999999999999\n."), HasSubstr("no integer of 64 bits"));
}

TEST(Pickle, reads_text_with_the_escapes_of_protocol_0) {
  const auto text = [](const std::string& bytes) {
    const Pickle pickle(bytes, "a.pkl");
    return std::string(pickle[pickle.root()].text);
  };
  EXPECT_EQ(text("S'a\\x00\\'\\n\\\\\\101'\n."), std::string("a\0'\n\\A", 6));
  EXPECT_EQ(text("V\\u20ac\xe9\n."), "€é");
  EXPECT_EQ(text("U\x02hi."), "hi");
  EXPECT_EQ(text("\x8c\x02hi."), "hi");
  EXPECT_EQ(text(std::string("C\x02\x00\xff.", 5)), std::string("\0\xff", 2));
  EXPECT_EQ(text("c_codecs\nencode\nV\xff\nU\x06latin1\x86R."), "\xff");
  EXPECT_THAT(complaint("S'a\\q'\n."), HasSubstr("escape"));
  EXPECT_THAT(complaint("Sabc\n."), HasSubstr("without quotes"));
  EXPECT_THAT(complaint("c_codecs\nencode\nV\\u20ac\nU\x06latin1\x86R."), HasSubstr("not Latin-1"));
}

TEST(Pickle, reads_arrays_and_sparse_matrices) {
  const Pickle array(pickled(array_operations("i8", std::vector<int64_t>{1, -2})), "a.pkl");
  EXPECT_THAT(integers_of(pickled_array(array)), ElementsAre(1, -2));
  const Pickle matrix(pickled(csr_operations(2, 3, {0, 2, 3}, {2, 0, 1}, {5, 4, 1})), "a.pkl");
  const StoredCsr csr = pickled_csr(matrix);
  EXPECT_THAT(csr.matrix.columns, ElementsAre(0, 2, 1));
  EXPECT_THAT(csr.matrix.values, ElementsAre(4, 5, 1));
}

TEST(Pickle, refuses_every_other_name_of_python_by_name) {
  EXPECT_THAT(complaint("cos\nsystem\n(S'echo'\ntR."),
              AllOf(HasSubstr("wants Python's 'os.system'"), HasSubstr("trust no file")));
  EXPECT_THAT(complaint("\x80\x04\x8c\x05posix\x8c\x06system\x93."), HasSubstr("'posix.system'"));
  EXPECT_THAT(complaint("c__builtin__\neval\n."), HasSubstr("'__builtin__.eval'"));
  EXPECT_THAT(complaint("cnumpy\nload\n."), HasSubstr("'numpy.load'"));
  EXPECT_THAT(complaint("cnumpy.core.multiarray\n_reconstruct.__globals__\n."), HasSubstr("__globals__"));
  EXPECT_THAT(complaint("(S'echo'\nios\nsystem\n."), HasSubstr("operation 0x69 is not read"));
  EXPECT_THAT(complaint("(cos\nsystem\nS'echo'\no."), HasSubstr("'os.system'"));
  EXPECT_THAT(complaint("Pabc\n."), HasSubstr("0x50"));
  EXPECT_THAT(complaint(std::string("\x82\x01.")), HasSubstr("0x82"));
  EXPECT_THAT(complaint("c__builtin__\nlist\n)R."), HasSubstr("it calls list"));
  EXPECT_THAT(complaint("cnumpy\ndtype\n)\x81."), HasSubstr("no sparse matrix"));
  EXPECT_THAT(complaint("]}b."), HasSubstr("no array, matrix or type"));
}

TEST(Pickle, takes_values_that_refer_to_each_other_in_circles) {
  const Pickle pickle(
      "]q\x01h\x01"
      "a.",
      "a.pkl");
  EXPECT_EQ(pickle[pickle.root()].items.front(), pickle.root());
}

TEST(Pickle, refuses_programs_that_go_wrong) {
  for (const char* bytes : {"",
                            ".",
                            "K",
                            "0.",
                            "(.",
                            "K\x01K\x02.",
                            "K\x01.x",
                            "e.",
                            "a.",
                            "]a.",
                            "K\x01K\x02"
                            "a.",
                            "]K\x01u.",
                            "}(K\x01u.",
                            "}K\x01s.",
                            "(K\x01"
                            "d.",
                            "h\x01.",
                            "g1\n.",
                            "q\x01.",
                            "t.",
                            "\x86.",
                            "R.",
                            "b.",
                            "K\x01K\x02R.",
                            "\x93.",
                            "2.",
                            "1.",
                            "T\xff\xff\xff\xff"
                            "abc.",
                            "\x8e\xff\xff\xff\xff\xff\xff\xff\xff.",
                            "G\x01.",
                            "(]K\x01"
                            "e.",
                            "S'"})
    complaint(bytes);
  EXPECT_THAT(complaint(std::string(20000, '(')), HasSubstr("nested too deeply"));
}

TEST(Pickle, refuses_arrays_that_lie) {
  const auto array_complaint = [](const std::string& operations) {
    return std::string(refusal([&] { pickled_array(Pickle(pickled(operations), "a.pkl")); }).what());
  };
  EXPECT_THAT(array_complaint(array_operations("i8", {int64_t{1} << 30}, "abc")),
              HasSubstr("has 3 bytes of data"));
  EXPECT_THAT(array_complaint(array_operations("i8", {-1}, "")), HasSubstr("impossible extent"));
  EXPECT_THAT(array_complaint(array_operations("O8", {1}, "12345678", '|')), HasSubstr("Python objects"));
  EXPECT_THAT(array_complaint(array_operations("f4", {1}, "abcd", '>')), HasSubstr("big-endian"));
  EXPECT_THAT(array_complaint(array_operations("c8", {1}, "12345678")), HasSubstr("not read"));
  EXPECT_THAT(array_complaint(pickled_int(3)), HasSubstr("is no numpy array"));
  EXPECT_THAT(refusal([] {
                pickled_csr(Pickle(pickled(csr_operations(2, 3, {0, 2, 9}, {2, 0, 1}, {5, 4, 1})), "a.pkl"));
              }).what(),
              HasSubstr("a.pkl, indptr: ends with 9, but there are 3 indices"));
}

// One text, made into bytes again and again: a kilobyte must not become a gigabyte.
TEST(Pickle, makes_no_more_text_than_the_file_holds) {
  std::string bytes =
      "c_codecs\nencode\nq\x01"
      "0X" +
      little(100000, 4) + std::string(100000, 'a') +
      "q\x02"
      "0";
  for (int i = 0; i < 100; ++i) bytes += "h\x01h\x02U\x06latin1\x86R0";
  EXPECT_THAT(complaint(bytes + "N."), HasSubstr("more text than it holds"));
}

}  // namespace
}  // namespace graphsr
