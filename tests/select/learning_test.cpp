#include "graphsr/select/learning.h"

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/select/simulated_game.h"
#include "tests/base/temporary_folder.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

// Forty pairs with two features; the label is right where the first is above 0.
KnownPairs separable_pairs() {
  KnownPairs known;
  known.classes = 2;
  known.features = test::random_matrix(40, 2, 3);
  for (int32_t i = 0; i < 40; ++i) {
    known.pairs.push_back({i, i % 2});
    known.right.push_back(known.features(i, 0) > 0);
  }
  return known;
}

struct School {
  KnownPairs known = separable_pairs();
  ThreadPool pool{2};
  SelectOptions options{.updates = 5, .episodes = 4};

  School() {
    options.ppo.actor_hidden = options.ppo.critic_hidden = {16};
    options.ppo.advantage.gamma = 0;
  }
  PpoAgent agent() const { return {2, options.ppo, 3}; }
  std::vector<HistoryRow> teach(PpoAgent& agent, const Progress& progress = {},
                                const Checkpoint* checkpoint = nullptr) {
    return learn_to_select(agent, [&] { return std::make_unique<SimulatedGame>(known, 4, 3); }, options, 2,
                           {3, pool, progress, checkpoint, "here/"});
  }
};

TEST(LearnToSelect, writes_one_row_per_update) {
  School school;
  PpoAgent agent = school.agent();
  const std::vector<HistoryRow> history = school.teach(agent);
  ASSERT_EQ(history.size(), 5u);
  for (int k = 0; k < 5; ++k) {
    EXPECT_EQ(history[k].round, 2);
    EXPECT_EQ(history[k].update, k + 1);
    ASSERT_EQ(history[k].kept.size(), 2u);
    EXPECT_GT(history[k].kept[0] + history[k].kept[1], 0);
    EXPECT_LE(history[k].kept[0], 20);
    EXPECT_GT(history[k].entropy, 0);
    EXPECT_GE(history[k].validation, 0);
    EXPECT_LE(history[k].validation, 1);
  }
}

TEST(LearnToSelect, learns_to_keep_the_right_ones) {
  School school;
  school.options.updates = 60;
  school.options.episodes = 8;
  PpoAgent agent = school.agent();
  const std::vector<HistoryRow> history = school.teach(agent);
  EXPECT_GT(history.back().validation, 0.9) << "share of right ones among the kept";
  EXPECT_GT(history.back().mean_reward, history.front().mean_reward + 10);
}

TEST(LearnToSelect, untrained_plays_and_learns_nothing) {
  School school;
  school.options.control = "untrained";
  PpoAgent agent = school.agent();
  const std::string before = agent.state();
  EXPECT_EQ(school.teach(agent).size(), 5u);
  EXPECT_EQ(agent.state(), before);
  school.options.control = "none";
  school.teach(agent);
  EXPECT_NE(agent.state(), before);
}

TEST(LearnToSelect, continues_from_a_checkpoint_to_the_same_bytes) {
  School school;
  PpoAgent whole = school.agent();
  const std::vector<HistoryRow> expected = school.teach(whole);
  for (int stop = 1; stop <= 4; ++stop) {
    const TemporaryFolder folder;
    const Checkpoint checkpoint(folder / "kept", "address", false);
    PpoAgent first = school.agent(), second = school.agent();
    int told = 0;
    const Progress interrupt = [&](const Step&) {
      if (++told == stop) throw Error(Fault::interrupted, "", "stop");
    };
    EXPECT_THROW(school.teach(first, interrupt, &checkpoint), Error);
    ASSERT_EQ(checkpoint.parts(), 1u);
    told = -1000;
    const std::vector<HistoryRow> history = school.teach(second, interrupt, &checkpoint);
    EXPECT_EQ(told, -1000 + 5 - stop) << "updates were played again";
    EXPECT_EQ(second.state(), whole.state()) << "stopped after update " << stop;
    ASSERT_EQ(history.size(), expected.size());
    for (size_t k = 0; k < history.size(); ++k) {
      EXPECT_EQ(history[k].mean_reward, expected[k].mean_reward);
      EXPECT_EQ(history[k].kept, expected[k].kept);
      EXPECT_EQ(history[k].update, expected[k].update);
      EXPECT_EQ(history[k].round, expected[k].round);
      EXPECT_EQ(history[k].kl, expected[k].kl);
    }
  }
}

TEST(LearnToSelect, tells_of_every_update) {
  School school;
  PpoAgent agent = school.agent();
  std::vector<double> done;
  school.teach(agent, [&](const Step& step) { done.push_back(step.done); });
  ASSERT_EQ(done.size(), 5u) << "games whose steps take no time tell nobody";
  EXPECT_NEAR(done[0], 0.2, 1e-9);
  EXPECT_NEAR(done[4], 1, 1e-9);
}

}  // namespace
}  // namespace graphsr
