#include "graphsr/select/teacher.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/graph/blocks_dataset.h"
#include "tests/select/recording_classifier.h"

namespace graphsr {
namespace {

struct Taught {
  test::Fits fits;
  Task task;
  Teacher teacher;

  Taught(bool spend_validation, bool with_validation = true) {
    const Dataset dataset = blocks_dataset();
    task = task_of(dataset, draw_split(dataset, blocks_split()));
    if (!with_validation) task.validation = {};
    ThreadPool pool(1);
    teacher = train_teacher(plain_set(task), task.validation, spend_validation,
                            test::recording_classifiers(fits, task.classes), {3, pool, {}});
  }
};

TEST(Teacher, learns_from_the_set_and_stops_by_the_validation_nodes) {
  const Taught taught(false);
  ASSERT_EQ(taught.fits.sets.size(), 1u);
  EXPECT_EQ(taught.fits.sets[0], taught.task.train);
  EXPECT_EQ(taught.fits.validations[0], taught.task.validation);
  EXPECT_EQ(taught.fits.seeds[0], 3u) << "the first teacher is the classifier that vanilla trains";
  EXPECT_EQ(taught.teacher.epochs(), 7);
  EXPECT_EQ(taught.teacher.probability.rows(), taught.task.graph->nodes());
}

TEST(Teacher, that_may_spend_them_learns_from_validation_nodes_for_the_epochs_found_before) {
  const Taught taught(true);
  ASSERT_EQ(taught.fits.sets.size(), 2u);
  EXPECT_EQ(taught.fits.sets[1], joined(taught.task.train, taught.task.validation));
  EXPECT_EQ(taught.fits.validations[1].size(), 0);
  EXPECT_EQ(taught.fits.epochs[1], 7);
  EXPECT_EQ(taught.teacher.probability(0, 0), static_cast<Real>(taught.fits.sets[1].size()) / 1000);
}

TEST(Teacher, has_nothing_to_spend_without_validation_nodes) {
  EXPECT_EQ(Taught(true, false).fits.sets.size(), 1u);
}

}  // namespace
}  // namespace graphsr
