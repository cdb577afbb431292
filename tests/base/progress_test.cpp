#include "graphsr/base/progress.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

struct Listener {
  std::vector<Step> steps;
  Progress progress = [this](const Step& step) { steps.push_back(step); };
};

TEST(Progress, stages_nest_by_name_and_by_share) {
  Listener listener;
  const Progress round = stage_of(listener.progress, "round 2", 0.5, 1);
  const Progress teacher = stage_of(round, "teacher", 0, 0.4);
  report(teacher, "", 0.5, "epoch 7");
  ASSERT_EQ(listener.steps.size(), 1u);
  EXPECT_EQ(listener.steps[0].stage, "round 2 teacher");
  EXPECT_DOUBLE_EQ(listener.steps[0].done, 0.5 + 0.5 * 0.2);
  EXPECT_EQ(listener.steps[0].message, "epoch 7");
}

TEST(Progress, a_stage_without_a_name_leaves_no_gap) {
  Listener listener;
  report(stage_of(listener.progress, "", 0, 0.85), "fit", 1, "");
  report(stage_of(listener.progress, "fit", 0, 1), "", 1, "");
  EXPECT_EQ(listener.steps[0].stage, "fit");
  EXPECT_EQ(listener.steps[1].stage, "fit");
  EXPECT_DOUBLE_EQ(listener.steps[0].done, 0.85);
}

TEST(Progress, of_nobody_stays_nobody) {
  EXPECT_FALSE(stage_of({}, "a", 0, 1));
  EXPECT_FALSE(PartsProgress({}, 3).part(0));
  EXPECT_NO_THROW(report({}, "a", 0, ""));
}

TEST(Progress, parts_add_up) {
  Listener listener;
  PartsProgress parts(listener.progress, 4);
  const Progress first = parts.part(0), last = parts.part(3);
  report(first, "a", 1, "");
  report(last, "b", 0.5, "");
  report(last, "b", 1, "");
  EXPECT_DOUBLE_EQ(listener.steps[0].done, 0.25);
  EXPECT_DOUBLE_EQ(listener.steps[1].done, 0.375);
  EXPECT_DOUBLE_EQ(listener.steps[2].done, 0.5);
  EXPECT_EQ(listener.steps[1].stage, "b");
}

TEST(Progress, parts_may_tell_from_threads_of_their_own) {
  Listener listener;
  PartsProgress parts(listener.progress, 4);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < 4; ++t)
    threads.emplace_back([progress = parts.part(t)] {
      for (int k = 1; k <= 100; ++k) report(progress, "", k / 100.0, "");
    });
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(listener.steps.size(), 400u);
  for (size_t i = 1; i < 400; ++i) EXPECT_GE(listener.steps[i].done, listener.steps[i - 1].done);
  EXPECT_DOUBLE_EQ(listener.steps.back().done, 1);
}

TEST(Progress, what_a_listener_throws_reaches_whoever_works) {
  const Progress stop = [](const Step&) { throw std::runtime_error("stop"); };
  PartsProgress parts(stage_of(stop, "a", 0, 1), 2);
  EXPECT_THROW(report(parts.part(0), "", 0, ""), std::runtime_error);
  EXPECT_THROW(report(parts.part(1), "", 0, ""), std::runtime_error) << "the lock was given back";
}

}  // namespace
}  // namespace graphsr
