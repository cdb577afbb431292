#include "graphsr/graph/svmlight.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/dataset.h"
#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Svmlight read(const std::string& text) {
  Lines lines(open_bytes(text, "a.svm"));
  return read_svmlight(lines);
}

std::string complaint(const std::string& text) {
  const Error error = refusal([&] { read(text); });
  EXPECT_EQ(error.fault(), Fault::input);
  return error.what();
}

TEST(Svmlight, reads_classes_and_features_in_any_order) {
  const Svmlight out = read("# head\ncat 3:2 1:1\n\ndog\r\n-1 2:0 5:1e-1 # tail\n");
  EXPECT_FALSE(out.from_zero);
  EXPECT_THAT(out.features.sparse().offsets, ElementsAre(0, 2, 2, 3));
  EXPECT_THAT(out.features.sparse().columns, ElementsAre(0, 2, 4));
  EXPECT_THAT(out.features.sparse().values, ElementsAre(1, 2, 0.1f));
  EXPECT_EQ(out.features.cols(), 5);
  EXPECT_THAT(out.classes.names, ElementsAre("cat", "dog"));
  EXPECT_THAT(out.classes.labels, ElementsAre(0, 1, kUnlabelled));
}

TEST(Svmlight, counts_from_zero_when_some_index_is_zero) {
  const Svmlight out = read("1 0:1 2:1\n2 1:1\n");
  EXPECT_TRUE(out.from_zero);
  EXPECT_THAT(out.features.sparse().columns, ElementsAre(0, 2, 1));
  EXPECT_THAT(out.features.sparse().values, IsEmpty());
}

TEST(Svmlight, refuses_what_cannot_be) {
  EXPECT_THAT(complaint(""), HasSubstr("has no line with a class"));
  EXPECT_THAT(complaint("1 2\n"), HasSubstr("a.svm:1:3: '2' is not index:value"));
  EXPECT_THAT(complaint("1 -2:1\n"), HasSubstr("'-2:1' is not index:value"));
  EXPECT_THAT(complaint("1 99999999999:1\n"), HasSubstr("with an index up to"));
  EXPECT_THAT(complaint("1 1:x\n"), HasSubstr("'x' is not a number"));
  EXPECT_THAT(complaint("1 1:1e400\n"), HasSubstr("not a finite number"));
  EXPECT_THAT(complaint("1 1:inf\n"), HasSubstr("not a finite number"));
  EXPECT_THAT(complaint("1 1:\n"), HasSubstr("there is no number"));
  EXPECT_THAT(complaint("1:1 2:1\n"), HasSubstr("begins with a feature"));
  EXPECT_THAT(complaint("1,2 2:1\n"), HasSubstr("several classes"));
  EXPECT_THAT(complaint("1 2:1 1:1 2:3\n"), HasSubstr("index 2 stands twice"));
  EXPECT_THAT(complaint("\xff 2:1\n"), HasSubstr("not UTF-8"));
}

}  // namespace
}  // namespace graphsr
