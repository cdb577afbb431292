#include "graphsr/graph/protocols.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/graph/refusal.h"
#include "tests/graph/toy_dataset.h"

namespace graphsr {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<int64_t> counts_of(const Dataset& dataset, const std::vector<int32_t>& nodes) {
  std::vector<int64_t> counts(dataset.classes());
  for (const int32_t v : nodes) ++counts[dataset.labels[v]];
  return counts;
}

TEST(LongTail, labels_fall_by_equal_factors_in_the_order_of_class_sizes) {
  const Dataset d = toy_dataset({60, 90, 70});
  const Split s = draw_split(
      d, {.protocol = "long-tail", .rho = 0.25, .train = 20, .validation = 3, .test = 10, .seed = 2});
  EXPECT_THAT(counts_of(d, s.train), ElementsAre(5, 20, 10));
  EXPECT_THAT(counts_of(d, s.validation), ElementsAre(3, 3, 3));
  EXPECT_THAT(counts_of(d, s.test), ElementsAre(10, 10, 10));
  EXPECT_THAT(s.minority, ElementsAre(0));
  EXPECT_DOUBLE_EQ(s.rho, 0.25);
}

TEST(LongTail, refuses_what_a_class_cannot_supply) {
  EXPECT_THAT(refusal([] {
                draw_split(toy_dataset({60, 12}), {.protocol = "long-tail", .validation = 3, .test = 10});
              }).what(),
              HasSubstr("class 'green' has 12 labelled nodes"));
}

TEST(RandomSplit, draws_classes_as_frequent_as_they_are_and_one_of_each_at_least) {
  const Dataset d = toy_dataset({900, 95, 5});
  int64_t red = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Split s =
        draw_split(d, {.protocol = "random", .train = 10, .validation = 20, .test = 50, .seed = seed});
    const std::vector<int64_t> train = counts_of(d, s.train);
    EXPECT_EQ(s.train.size(), 30u);
    EXPECT_EQ(s.validation.size(), 60u);
    EXPECT_EQ(s.test.size(), 150u);
    EXPECT_GE(train[2], 1);
    red += counts_of(d, s.test)[0];
  }
  EXPECT_NEAR(static_cast<double>(red) / (20 * 150), 0.9, 0.02);
  EXPECT_THAT(refusal([&] { draw_split(d, {.protocol = "random", .train = 400}); }).what(),
              HasSubstr("1000 nodes have labels"));
}

TEST(PublicSplit, thins_the_last_half_of_the_classes) {
  Dataset d = toy_dataset({40, 40, 40, 40});
  d.masks.assign(1, std::vector<SplitPart>(160, SplitPart::none));
  for (int v = 0; v < 80; ++v) d.masks[0][v] = SplitPart::train;  // 20 of each
  for (int v = 80; v < 100; ++v) d.masks[0][v] = SplitPart::validation;
  for (int v = 100; v < 140; ++v) d.masks[0][v] = SplitPart::test;
  const Split s = draw_split(d, {.protocol = "public", .rho = 0.1, .seed = 1});
  EXPECT_THAT(counts_of(d, s.train), ElementsAre(20, 20, 2, 2));
  EXPECT_THAT(s.minority, ElementsAre(2, 3));
  EXPECT_EQ(s.validation.size(), 20u);
  EXPECT_EQ(s.test.size(), 40u);
  for (const int32_t v : s.train) EXPECT_LT(v, 80);
  EXPECT_NE(draw_split(d, {.protocol = "public", .rho = 0.1, .seed = 2}).train, s.train);
}

TEST(PublicSplit, needs_a_split_that_came_with_the_data) {
  EXPECT_THAT(refusal([] {
                draw_split(toy_dataset({9, 9}), {.protocol = "public"});
              }).what(),
              HasSubstr("no split came with the data"));
}

}  // namespace
}  // namespace graphsr
