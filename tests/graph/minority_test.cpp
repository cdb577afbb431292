#include "graphsr/graph/minority.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/refusal.h"
#include "tests/graph/toy_dataset.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Dataset kFive = toy_dataset({10, 10, 10, 10, 10});

std::string refused(const std::string& wanted, const Dataset& dataset = kFive) {
  const Error error = refusal([&] { drawn_minority(dataset, wanted, 0); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_THAT(error.what(), HasSubstr("--minority: "));
  return error.what();
}

TEST(DrawnMinority, auto_draws_half_of_the_classes_rounded_down) {
  EXPECT_EQ(drawn_minority(kFive, "auto", 0).size(), 2u);
  EXPECT_EQ(drawn_minority(toy_dataset({9, 9}), "auto", 0).size(), 1u);
  EXPECT_EQ(drawn_minority(toy_dataset({9, 9, 9}), "auto", 0).size(), 1u);
}

TEST(DrawnMinority, is_the_seeds_and_reaches_every_class) {
  std::set<int32_t> reached;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const auto drawn = drawn_minority(kFive, "random:2", seed);
    EXPECT_EQ(drawn, drawn_minority(kFive, "random:2", seed));
    EXPECT_TRUE(std::is_sorted(drawn.begin(), drawn.end()));
    reached.insert(drawn.begin(), drawn.end());
  }
  EXPECT_EQ(reached.size(), 5u);
}

TEST(DrawnMinority, fewer_classes_are_a_part_of_more) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const auto two = drawn_minority(kFive, "random:2", seed), four = drawn_minority(kFive, "random:4", seed);
    EXPECT_TRUE(std::includes(four.begin(), four.end(), two.begin(), two.end()));
    EXPECT_EQ(two, drawn_minority(kFive, "auto", seed));
  }
}

TEST(DrawnMinority, takes_one_class_to_all_but_one) {
  EXPECT_EQ(drawn_minority(kFive, "random:1", 0).size(), 1u);
  EXPECT_EQ(drawn_minority(kFive, "random:4", 0).size(), 4u);
  for (const char* wanted :
       {"random:0", "random:5", "random:-1", "random:", "random:x", "random:2x", "random:99999999999"})
    EXPECT_THAT(refused(wanted), HasSubstr("of 5 classes, 1 to 4 can be in the minority"));
}

TEST(DrawnMinority, takes_names_and_numbers_in_any_order) {
  EXPECT_THAT(drawn_minority(kFive, "white,0", 0), ElementsAre(0, 4));
  EXPECT_THAT(drawn_minority(kFive, " blue , green ", 0), ElementsAre(1, 2));
  EXPECT_THAT(drawn_minority(kFive, "3", 7), ElementsAre(3));
}

TEST(DrawnMinority, a_name_wins_over_a_number) {
  Dataset dataset = toy_dataset({5, 5, 5});
  dataset.class_names = {"2", "1", "0"};
  EXPECT_THAT(drawn_minority(dataset, "2", 0), ElementsAre(0));
}

TEST(DrawnMinority, suggests_the_nearest_class) {
  EXPECT_EQ(refused("gren"), "--minority: there is no class 'gren'; did you mean 'green'?");
  EXPECT_THAT(refused("Red,bleu"), HasSubstr("'Red'; did you mean 'red'?"));
  EXPECT_THAT(refused("atuo"), HasSubstr("did you mean 'auto'?"));
  EXPECT_THAT(refused("5"),
              HasSubstr("there is no class '5'; give auto, class names, or numbers from 0 to 4"));
  EXPECT_THAT(refused("-1"), HasSubstr("there is no class '-1'"));
}

TEST(DrawnMinority, refuses_classes_given_twice_and_empty_names) {
  EXPECT_THAT(refused("red,blue,red"), HasSubstr("class 'red' is given twice"));
  EXPECT_THAT(refused("red,0"), HasSubstr("class 'red' is given twice"));
  for (const char* wanted : {"", ",", "red,", ",red", "red, ,blue"})
    EXPECT_THAT(refused(wanted), HasSubstr("a class name is empty"));
}

TEST(DrawnMinority, leaves_a_majority) {
  EXPECT_EQ(drawn_minority(kFive, "0,1,2,3", 0).size(), 4u);
  EXPECT_THAT(refused("0,1,2,3,4"), HasSubstr("none is left as a majority"));
}

TEST(CountedMinority, auto_is_less_than_half_of_the_largest_class) {
  EXPECT_THAT(counted_minority(toy_dataset({20, 10, 9, 1}, 5), "auto"), ElementsAre(2, 3));
  EXPECT_THAT(counted_minority(toy_dataset({5, 5}, 5), "auto"), IsEmpty());
}

TEST(CountedMinority, uses_a_list_as_it_is) {
  EXPECT_THAT(counted_minority(toy_dataset({20, 10}, 5), "red"), ElementsAre(0));
  EXPECT_THAT(counted_minority(toy_dataset({20, 10}, 5), "red,green"), ElementsAre(0, 1));
}

TEST(CountedMinority, refuses_to_draw) {
  const Error error = refusal([] { counted_minority(kFive, "random:2"); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_THAT(error.what(), HasSubstr("'random:2' goes with --protocol paper only"));
}

}  // namespace
}  // namespace graphsr
