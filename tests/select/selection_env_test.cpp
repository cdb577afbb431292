#include "graphsr/select/selection_env.h"

#include <gtest/gtest.h>

#include "tests/select/small_round.h"

namespace graphsr {
namespace {

using test::SmallRound;

// A board and the means to play on it.
struct Table {
  SmallRound small;
  GameBoard board = game_board(small.round(), small.candidates, false);
  const Loss loss = loss_named("cross-entropy");
  RetrainingOptions options = {.reward = "accuracy-sign", .state = "official", .steps = 3, .rate = 1};

  SelectionEnv env() {
    return SelectionEnv({board, small.task, small.network(), loss, options, 7}, small.pool);
  }
  GameClassifier classifier() {
    return GameClassifier(small.network(), loss, *small.task.graph, small.task.validation, options.rate,
                          small.pool);
  }
  // Keeps every second candidate.
  static int action(int64_t t) { return t % 2 == 0 ? 1 : 0; }

  struct Played {
    std::vector<double> rewards, scores;
    bool operator==(const Played&) const = default;
  };
  Played play(SelectionEnv& env, uint64_t episode) {
    Played played;
    env.reset(episode);
    for (int64_t t = 0; t < board.size(); ++t) {
      const Environment::Outcome outcome = env.step(action(t));
      EXPECT_EQ(outcome.done, t + 1 == board.size()) << "the episode is one pass";
      played.rewards.push_back(outcome.reward);
      played.scores.push_back(env.tally().score);
    }
    return played;
  }
  Played play(uint64_t episode = 0) {
    SelectionEnv fresh = env();
    return play(fresh, episode);
  }
};

Examples with(Examples set, const Candidate& candidate) {
  set.nodes.push_back(candidate.node);
  set.labels.push_back(candidate.label);
  return set;
}

TEST(SelectionEnv, ends_after_one_pass_and_counts_what_was_kept) {
  Table table;
  ASSERT_GE(table.board.size(), 4);
  SelectionEnv env = table.env();
  table.play(env, 0);
  std::vector<double> kept(4);
  for (int64_t t = 0; t < table.board.size(); t += 2) ++kept[table.board.candidates[t].label];
  EXPECT_EQ(env.tally().kept, kept);
}

// V_t is the labelled nodes and those kept before; the candidate is tried whether it is kept or not.
TEST(SelectionEnv, scores_each_candidate_with_the_current_set_from_the_teachers_weights) {
  Table table;
  const Table::Played played = table.play();
  GameClassifier classifier = table.classifier();
  const auto reward = reward_named("accuracy-sign").make();
  reward->begin(classifier.score());
  Examples set = table.small.task.train;
  for (int64_t t = 0; t < table.board.size(); ++t) {
    const Examples tried = with(set, table.board.candidates[t]);
    classifier.become(table.small.network());
    classifier.train(tried, 3);
    EXPECT_EQ(played.scores[t], classifier.score().accuracy) << t;
    EXPECT_EQ(played.rewards[t], reward->of(Table::action(t), classifier.score(), false)) << t;
    if (Table::action(t) == 1) set = tried;
  }
}

TEST(SelectionEnv, a_warm_classifier_goes_on_from_candidate_to_candidate) {
  Table table;
  const Table::Played cold = table.play();
  table.options.warm = true;
  const Table::Played warm = table.play();
  GameClassifier classifier = table.classifier();
  Examples set = table.small.task.train;
  for (int64_t t = 0; t < table.board.size(); ++t) {
    const Examples tried = with(set, table.board.candidates[t]);
    classifier.train(tried, 3);
    EXPECT_EQ(warm.scores[t], classifier.score().accuracy) << t;
    if (Table::action(t) == 1) set = tried;
  }
  EXPECT_NE(warm.scores, cold.scores) << "the test could not tell them apart";
}

TEST(SelectionEnv, the_terminal_reward_is_the_score_of_all_that_was_kept) {
  Table table;
  table.options.reward = "terminal";
  const Table::Played played = table.play();
  Examples set = table.small.task.train;
  for (int64_t t = 0; t < table.board.size(); ++t)
    if (Table::action(t) == 1) set = with(set, table.board.candidates[t]);
  GameClassifier classifier = table.classifier();
  classifier.train(set, 3);
  const GameScore score = classifier.score();
  EXPECT_DOUBLE_EQ(played.rewards.back(), score.accuracy - 0.3 * score.loss);
  for (size_t t = 0; t + 1 < played.rewards.size(); ++t) EXPECT_EQ(played.rewards[t], 0);
}

TEST(SelectionEnv, shows_the_kept_nodes_in_its_state) {
  Table table;
  SelectionEnv env = table.env();
  const int64_t width = table.board.width();
  ASSERT_EQ(env.state_size(), 3 * width);
  std::vector<Real> state(static_cast<size_t>(env.state_size()));
  env.reset(0);
  env.observe(state);
  for (int64_t j = 0; j < width; ++j) {
    EXPECT_EQ(state[width + j], 0);
    EXPECT_EQ(state[2 * width + j], table.board.embedding(0, j));
  }
  env.step(1);
  env.step(0);
  env.observe(state);
  const auto labelled = static_cast<Real>(table.board.labelled);
  for (int64_t j = 0; j < width; ++j) {
    EXPECT_NEAR(state[width + j], table.board.embedding(0, j) / labelled, 1e-6);
    EXPECT_EQ(state[2 * width + j], table.board.embedding(2, j));
  }
}

TEST(SelectionEnv, an_episode_does_not_depend_on_what_was_played_before) {
  for (const bool warm : {false, true})
    for (const int first_steps : {0, 4}) {
      Table table;
      table.options.warm = warm;
      table.options.first_steps = first_steps;
      const Table::Played fresh = table.play(3);
      SelectionEnv used = table.env();
      table.play(used, 1);
      used.reset(2);
      used.step(1);
      EXPECT_EQ(table.play(used, 3), fresh) << warm << " " << first_steps;
    }
}

TEST(SelectionEnv, that_starts_from_scratch_starts_another_network_in_each_episode) {
  Table table;
  table.options.first_steps = 4;
  table.options.warm = true;
  table.options.reward = "f1-sign";
  int different = 0;
  const Table::Played first = table.play(0);
  for (uint64_t episode = 1; episode < 6; ++episode) different += !(table.play(episode) == first);
  EXPECT_GT(different, 0);
}

TEST(SelectionEnv, tells_whoever_watches_of_each_step) {
  Table table;
  SelectionEnv env = table.env();
  std::vector<double> done;
  env.watch([&](const Step& step) { done.push_back(step.done); });
  table.play(env, 0);
  ASSERT_EQ(std::ssize(done), table.board.size());
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_LE(done.back(), 1);
}

}  // namespace
}  // namespace graphsr
