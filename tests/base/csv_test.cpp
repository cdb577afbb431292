#include "graphsr/base/csv.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/refusal.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Csv, reads_plain_and_quoted_fields) {
  const CsvTable t = read_csv("a,\"b,c\",d\n1,\"say \"\"so\"\"\",\n\"two\nlines\",x,\"\"\n", "t.csv");
  EXPECT_THAT(t.header, ElementsAre("a", "b,c", "d"));
  ASSERT_EQ(t.rows.size(), 2u);
  EXPECT_THAT(t.rows[0], ElementsAre("1", "say \"so\"", ""));
  EXPECT_THAT(t.rows[1], ElementsAre("two\nlines", "x", ""));
  EXPECT_THAT(t.lines, ElementsAre(2u, 3u));
  EXPECT_EQ(t.column("b,c"), 1u);
}

TEST(Csv, takes_every_line_end_and_a_missing_last_one) {
  for (const char* text : {"a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4", "a,b\n1,2\n3,4"}) {
    const CsvTable t = read_csv(text, "t.csv");
    ASSERT_EQ(t.rows.size(), 2u) << text;
    EXPECT_THAT(t.rows[1], ElementsAre("3", "4"));
  }
}

TEST(Csv, a_header_alone_is_a_table_without_rows) { EXPECT_TRUE(read_csv("a,b\n", "t.csv").rows.empty()); }

TEST(Csv, numbers_are_read_whole) {
  const CsvTable t = read_csv("x\n-1.5e3\nnan\n12\n1x\n\n", "t.csv");
  EXPECT_EQ(t.number(0, 0), -1500);
  EXPECT_TRUE(std::isnan(t.number(1, 0)));
  EXPECT_EQ(t.integer(2, 0), 12);
  for (const size_t row : {3u, 4u}) {
    const Error error = refusal([&] { t.number(row, 0); });
    EXPECT_EQ(error.fault(), Fault::input);
    EXPECT_THAT(error.what(), HasSubstr("t.csv:" + std::to_string(row + 2)));
  }
  EXPECT_THAT(refusal([&] { t.integer(0, 0); }).what(), HasSubstr("not a whole number"));
}

TEST(Csv, damage_is_refused_with_its_line) {
  EXPECT_THAT(refusal([] { read_csv("", "t.csv"); }).what(), HasSubstr("t.csv: is empty"));
  EXPECT_THAT(refusal([] { read_csv("a,b\n1,2\n3\n", "t.csv"); }).what(),
              HasSubstr("t.csv:3: 1 fields, expected 2"));
  EXPECT_THAT(refusal([] { read_csv("a\n\"open\nstill", "t.csv"); }).what(), HasSubstr("t.csv:2: a quote"));
  EXPECT_THAT(refusal([] { read_csv("a\n\"x\"y\n", "t.csv"); }).what(), HasSubstr("closing quote"));
  EXPECT_THAT(refusal([] { read_csv("a\n", "t.csv").column("b"); }).what(), HasSubstr("no column 'b'"));
}

}  // namespace
}  // namespace graphsr
