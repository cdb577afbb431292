#include "graphsr/base/text.h"

#include <gtest/gtest.h>

namespace graphsr {
namespace {

TEST(Utf8, takes_well_formed_text) {
  for (const char* text : {"", "plain", "é", "\u0800\uffff", "\U00010000\U0010ffff", "\x7f", "\u0080"})
    EXPECT_TRUE(is_utf8(text)) << text;
  EXPECT_TRUE(is_utf8(std::string_view("a\0b", 3)));
}

TEST(Utf8, refuses_stray_cut_overlong_surrogate_and_too_large) {
  for (const char* text : {"\x80", "\xff", "a\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xc0\xaf", "\xc1\xbf",
                           "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xed\xa0\x80", "\xed\xbf\xbf",
                           "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xc3(", "\xe2\x28\xa1"})
    EXPECT_FALSE(is_utf8(text)) << text;
}

TEST(InQuotes, keeps_plain_names) {
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes("labels"), "'labels'");
  EXPECT_EQ(in_quotes("naïve"), "'naïve'");
}

TEST(InQuotes, replaces_controls_and_broken_bytes) {
  EXPECT_EQ(in_quotes("a\x1b[31m\nb\x7f"), "'a?[31m?b?'");
  EXPECT_EQ(in_quotes("\u009b"
                      "31m\u00a0"),
            "'?31m\u00a0'");
  EXPECT_EQ(in_quotes("\xff-\xc3"), "'?-?'");
}

TEST(InQuotes, shortens_between_characters) {
  for (int shift = 0; shift < 4; ++shift) {
    std::string name(shift, 'x');
    for (int i = 0; i < 100; ++i) name += "€";
    const std::string shown = in_quotes(name);
    EXPECT_TRUE(is_utf8(shown));
    EXPECT_LT(shown.size(), 70u);
    EXPECT_TRUE(shown.ends_with("...'"));
  }
}

TEST(OnOneLine, keeps_the_whole_name_and_nothing_that_moves_the_cursor) {
  EXPECT_EQ(on_one_line(std::string(100, 'x')), std::string(100, 'x'));
  EXPECT_EQ(on_one_line("a\tb\r\nc"), "a b  c");
  EXPECT_EQ(on_one_line("a\x1b[31m\x7f\u009b\xff naïve"), "a?[31m??? naïve");
  EXPECT_EQ(on_one_line("a\u202eb\u2066c\u2028d"), "a?b?c?d");
}

TEST(DisplayWidth, counts_columns) {
  EXPECT_EQ(display_width(""), 0);
  EXPECT_EQ(display_width("83.6 ± 1.4"), 10);
  EXPECT_EQ(display_width("神経"), 4);
  EXPECT_EQ(display_width("nai\u0308ve"), 5);
  EXPECT_EQ(display_width("\U0001f600"), 2);
  EXPECT_EQ(display_width("\xff"), 1);
}

}  // namespace
}  // namespace graphsr
