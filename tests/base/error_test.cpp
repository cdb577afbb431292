#include "graphsr/base/error.h"

#include <gtest/gtest.h>

namespace graphsr {
namespace {

TEST(Error, is_one_sentence_of_place_problem_and_remedy) {
  EXPECT_STREQ(Error(Fault::input, "a.npz", "is cut short", "copy it again").what(),
               "a.npz: is cut short; copy it again");
  EXPECT_STREQ(Error(Fault::input, "a.npz", "is cut short").what(), "a.npz: is cut short");
  EXPECT_STREQ(Error(Fault::usage, "", "no class is named x", "see --help").what(),
               "no class is named x; see --help");
  EXPECT_STREQ(Error(Fault::usage, "", "no class is named x").what(), "no class is named x");
}

TEST(Error, faults_are_the_exit_codes_of_the_command) {
  EXPECT_EQ(static_cast<int>(Fault::internal), 1);
  EXPECT_EQ(static_cast<int>(Fault::usage), 2);
  EXPECT_EQ(static_cast<int>(Fault::input), 3);
  EXPECT_EQ(static_cast<int>(Fault::interrupted), 5);
  EXPECT_EQ(static_cast<int>(Fault::resource), 6);
}

TEST(Error, helpers_throw_their_fault_with_the_same_sentence) {
  try {
    bad_input("place", "problem", "remedy");
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::input);
    EXPECT_STREQ(error.what(), "place: problem; remedy");
  }
  try {
    wrong_usage("place", "problem");
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_STREQ(error.what(), "place: problem");
  }
  EXPECT_THROW(bad_input("", "problem"), Error);
  EXPECT_THROW(wrong_usage("", "problem"), Error);
}

}  // namespace
}  // namespace graphsr
