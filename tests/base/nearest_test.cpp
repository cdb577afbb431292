#include "graphsr/base/nearest.h"

#include <vector>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

const std::vector<std::string> kMethods = {"vanilla", "graphsr", "graphens", "graphsmote", "smote"};

TEST(NearestName, forgives_a_letter_missing_extra_wrong_or_swapped) {
  for (const char* word : {"graphs", "grapsr", "graphsrr", "graphzr", "grpahsr", "graphsr"})
    EXPECT_EQ(nearest_name(word, kMethods), "graphsr") << word;
}

TEST(NearestName, counts_a_swap_as_one_error) {
  const std::vector<std::string> known = {"ab"};
  EXPECT_EQ(nearest_name("ba", known), "ab");
  EXPECT_EQ(nearest_name("cd", known), "");
}

TEST(NearestName, does_not_mind_capitals) {
  EXPECT_EQ(nearest_name("VANILLA", kMethods), "vanilla");
  const std::vector<std::string> known = {"Theory"};
  EXPECT_EQ(nearest_name("theroy", known), "Theory");
}

TEST(NearestName, allows_a_third_of_the_letters_and_no_more) {
  const std::vector<std::string> known = {"abcdef"};
  EXPECT_EQ(nearest_name("abcdxx", known), "abcdef");
  EXPECT_EQ(nearest_name("abcxxx", known), "");
  EXPECT_EQ(nearest_name("abcd", known), "");  // four letters, two errors
}

TEST(NearestName, takes_the_nearest_and_of_equals_the_first) {
  const std::vector<std::string> known = {"abcxxf", "abcdxf", "abxdef"};
  EXPECT_EQ(nearest_name("abcdef", known), "abcdxf");
  EXPECT_EQ(nearest_name("abcdff", known), "abcdxf");
}

TEST(NearestName, is_empty_when_nothing_of_the_word_would_remain) {
  const std::vector<std::string> known = {"0", "1"};
  EXPECT_EQ(nearest_name("9", known), "");
  EXPECT_EQ(nearest_name("", known), "");
  EXPECT_EQ(nearest_name("12", known), "1");
  EXPECT_EQ(nearest_name("word", {}), "");
}

}  // namespace
}  // namespace graphsr
