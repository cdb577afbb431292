#include "graphsr/select/simulated_game.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/matrices.h"

namespace graphsr {
namespace {

// Six pairs; the only feature is the pair's number. 0, 2 and 4 are right.
KnownPairs six_pairs() {
  KnownPairs known;
  known.classes = 2;
  for (int32_t k = 0; k < 6; ++k) {
    known.pairs.push_back({k, k / 3});
    known.right.push_back(k % 2 == 0);
  }
  known.features = test::matrix({{0}, {1}, {2}, {3}, {4}, {5}});
  return known;
}

struct Played {
  std::vector<int> order;
  std::vector<double> rewards;
};

// One episode in which a pair is kept if its number is among `keep`.
Played play_through(SimulatedGame& game, uint64_t episode, const std::vector<int>& keep) {
  Played played;
  game.reset(episode);
  for (bool done = false; !done;) {
    Real state = -1;
    game.observe({&state, 1});
    played.order.push_back(static_cast<int>(state));
    const bool kept = std::ranges::find(keep, played.order.back()) != keep.end();
    const Environment::Outcome outcome = game.step(kept ? 1 : 0);
    played.rewards.push_back(outcome.reward);
    done = outcome.done;
  }
  return played;
}

TEST(SimulatedGame, shows_every_pair_once) {
  const KnownPairs known = six_pairs();
  SimulatedGame game(known, 4, 1);
  EXPECT_EQ(game.state_size(), 1);
  for (uint64_t episode = 0; episode < 20; ++episode) {
    std::vector<int> order = play_through(game, episode, {}).order;
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5}));
  }
}

TEST(SimulatedGame, foresees_all_pairs_that_are_left) {
  const KnownPairs known = six_pairs();
  SimulatedGame game(known, 4, 1);
  const std::vector<int> order = play_through(game, 3, {}).order;
  game.reset(3);
  for (size_t t = 0; t < 6; ++t) {
    ASSERT_EQ(game.foreseen(), static_cast<int64_t>(6 - t));
    std::vector<Real> ahead(6 - t);
    game.observe(ahead);
    EXPECT_TRUE(std::equal(ahead.begin(), ahead.end(), order.begin() + static_cast<int64_t>(t)));
    game.step(static_cast<int>(t % 2));
  }
}

TEST(SimulatedGame, pays_for_right_ones_charges_for_wrong_ones_and_nothing_for_refusing) {
  const KnownPairs known = six_pairs();
  SimulatedGame game(known, 2.5, 1);
  const Played played = play_through(game, 0, {0, 1, 4});
  for (size_t t = 0; t < 6; ++t) {
    const int pair = played.order[t];
    const double expected = pair == 0 || pair == 4 ? 1 : pair == 1 ? -2.5 : 0;
    EXPECT_EQ(played.rewards[t], expected) << "pair " << pair;
  }
}

TEST(SimulatedGame, tallies_kept_nodes_per_class_and_the_share_of_right_ones) {
  const KnownPairs known = six_pairs();
  SimulatedGame game(known, 4, 1);
  play_through(game, 0, {0, 1, 4});
  EXPECT_EQ(game.tally().kept, (std::vector<double>{2, 1}));
  EXPECT_DOUBLE_EQ(game.tally().score, 2.0 / 3);
  play_through(game, 1, {});
  EXPECT_EQ(game.tally().kept, (std::vector<double>{0, 0}));
  EXPECT_EQ(game.tally().score, 0);
}

TEST(SimulatedGame, has_an_order_for_each_episode_whatever_was_played_before) {
  const KnownPairs known = six_pairs();
  SimulatedGame one(known, 4, 1), other(known, 4, 1), seeded(known, 4, 2);
  const std::vector<int> third = play_through(one, 3, {1, 2}).order;
  for (uint64_t episode = 0; episode < 3; ++episode) play_through(other, episode, {});
  EXPECT_EQ(play_through(other, 3, {}).order, third);
  int different = 0, by_seed = 0;
  for (uint64_t episode = 4; episode < 14; ++episode) {
    const std::vector<int> order = play_through(one, episode, {}).order;
    different += order != third;
    by_seed += order != play_through(seeded, episode, {}).order;
  }
  EXPECT_GT(different, 7);
  EXPECT_GT(by_seed, 7);
}

}  // namespace
}  // namespace graphsr
