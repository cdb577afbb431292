// Splits that the data bring along.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphsr/graph/split.h"
#include "tests/graph/refusal.h"
#include "tests/graph/toy_dataset.h"

namespace graphsr {
namespace {

using enum SplitPart;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

// Classes take turns: nodes 0, 2, 4, ... are red until 11, the others green.
Dataset masked(std::vector<SplitPart> mask) {
  Dataset dataset = toy_dataset({6, 6});
  mask.resize(static_cast<size_t>(dataset.nodes()), none);
  dataset.masks = {mask};
  dataset.own_masks = true;
  return dataset;
}

TEST(MaskedSplit, is_what_the_masks_say) {
  const Split split =
      draw_split(masked({train, train, train, train, validation, validation, test, test}), {});
  EXPECT_EQ(split.protocol, "own");
  EXPECT_THAT(split.train, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(split.validation, ElementsAre(4, 5));
  EXPECT_THAT(split.test, ElementsAre(6, 7));
}

TEST(MaskedSplit, holds_out_validation_nodes_when_no_mask_does) {
  const Split split = draw_split(masked({train, train, train, train, train, train, train, train, test}), {});
  EXPECT_THAT(split.validation, SizeIs(2));
  EXPECT_THAT(split.train, SizeIs(6));
  EXPECT_THAT(split.test, ElementsAre(8));
}

TEST(MaskedSplit, trains_on_all_others_when_there_is_no_training_mask) {
  const Split split = draw_split(masked({test, test, validation, validation}), {});
  EXPECT_THAT(split.train, ElementsAre(4, 5, 6, 7, 8, 9, 10, 11));
}

TEST(MaskedSplit, counts_the_minority_among_training_nodes) {
  const Split split = draw_split(masked({train, train, train, test, train, test, train, validation}), {});
  EXPECT_THAT(split.minority, ElementsAre(1));
  EXPECT_DOUBLE_EQ(split.rho, 0.25);
}

TEST(MaskedSplit, refuses_a_class_that_no_training_node_has) {
  const Dataset dataset = masked({train, none, train});
  EXPECT_THAT(refusal([&] { draw_split(dataset, {}); }).what(),
              HasSubstr("class 'green' has no labelled node that the masks let train"));
}

TEST(MaskedSplit, leaves_the_masks_of_benchmarks_to_protocol_own) {
  Dataset dataset = masked({train, train, test, test, validation, validation});
  dataset.own_masks = false;
  EXPECT_EQ(draw_split(dataset, {.train = 2, .validation = 1, .test = 2}).protocol, "paper");
  dataset.masks.push_back({test, test, train, train, none, none, none, none, none, none, none, none});
  EXPECT_THAT(draw_split(dataset, {.protocol = "own", .seed = 2}).train, ElementsAre(0, 1));
  EXPECT_THAT(draw_split(dataset, {.protocol = "own", .seed = 3}).test, ElementsAre(0, 1));
}

TEST(MaskedSplit, does_not_use_unlabelled_nodes) {
  Dataset dataset = masked({train, train, test, test, validation, validation});
  dataset.labels[3] = dataset.labels[4] = kUnlabelled;
  const Split split = draw_split(dataset, {});
  EXPECT_THAT(split.test, ElementsAre(2));
  EXPECT_THAT(split.validation, ElementsAre(5));
}

}  // namespace
}  // namespace graphsr
