#include "graphsr/select/game_state.h"

#include <cmath>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "tests/graph/refusal.h"
#include "tests/matrices.h"
#include "tests/select/small_round.h"

namespace graphsr {
namespace {

// Two classes, embeddings of width 2. Nodes 0 and 1 are labelled, 2 to 4 are candidates.
struct ByHand {
  Task task;
  MakeClassifier classifiers;
  Teacher teacher;
  std::vector<Candidate> candidates = {{2, 0, 1, 3, 0.7f}, {3, 0, 2, 4, 0.6f}, {4, 1, 1, 5, 0.9f}};

  ByHand() {
    task.classes = 2;
    task.train = {{0, 1}, {0, 1}, {}};
    teacher.embedding = [](std::span<const int32_t> nodes) {
      return gathered(test::matrix({{1, 2}, {3, 4}, {5, 0}, {0, 7}, {1, 2}}), nodes);
    };
    teacher.probability = test::matrix({{1, 0}, {0, 1}, {0.7f, 0.3f}, {0.6f, 0.4f}, {0.1f, 0.9f}});
  }
  GameBoard board(bool round_robin = false) const {
    return game_board({1, task, classifiers, teacher}, candidates, round_robin);
  }
};

std::vector<Real> state_of(const char* name, const GameBoard& board, const GamePosition& position) {
  const StateBuilder& builder = state_builder_named(name);
  std::vector<Real> state(static_cast<size_t>(builder.size(board)), std::nanf(""));
  builder.write(board, position, state);
  return state;
}

TEST(GameBoard, holds_the_candidates_and_what_is_known_of_them) {
  const GameBoard board = ByHand().board();
  ASSERT_EQ(board.size(), 3);
  EXPECT_EQ(board.width(), 2);
  EXPECT_EQ(board.labelled, 2);
  EXPECT_EQ(board.labelled_sum, (std::vector<Real>{4, 6}));
  EXPECT_EQ(board.embedding(1, 1), 7);
  EXPECT_NEAR(board.margin[0], 0.4, 1e-6);
  EXPECT_NEAR(board.margin[2], 0.8, 1e-6);
  EXPECT_NEAR(board.centre[0], 2, 1e-6) << "mean of 1, 3, 5, 0, 1";
  EXPECT_NEAR(board.scale[0], 1 / std::sqrt((1 + 1 + 9 + 4 + 1) / 5.0), 1e-6);
}

TEST(GameBoard, takes_classes_in_turn_where_that_is_asked_for) {
  const auto nodes = [](const GameBoard& board) {
    std::vector<int32_t> out;
    for (const Candidate& c : board.candidates) out.push_back(c.node);
    return out;
  };
  EXPECT_EQ(nodes(ByHand().board(false)), (std::vector<int32_t>{2, 3, 4}));
  const GameBoard turns = ByHand().board(true);
  EXPECT_EQ(nodes(turns), (std::vector<int32_t>{2, 4, 3}));
  EXPECT_EQ(turns.embedding(1, 0), 1) << "the embeddings stand in the same order";
  EXPECT_NEAR(turns.margin[2], 0.2, 1e-6);
}

const GamePosition kSecond = {1, {5, 0}, {1, 0}};  // the first candidate was kept

TEST(GameState, of_the_paper_is_the_sets_sum_and_the_candidate) {
  EXPECT_EQ(state_of("paper", ByHand().board(), kSecond), (std::vector<Real>{4.5f, 3, 0, 7}));
}

TEST(GameState, of_the_released_code_is_labelled_sum_kept_sum_and_candidate) {
  EXPECT_EQ(state_of("official", ByHand().board(), kSecond), (std::vector<Real>{2, 3, 2.5f, 0, 0, 7}));
}

TEST(GameState, standardised_says_what_else_is_known) {
  const GameBoard board = ByHand().board();
  const std::vector<Real> state = state_of("standardised", board, kSecond);
  ASSERT_EQ(state.size(), 2u * 2 + 2 * 2 + 5);
  EXPECT_NEAR(state[0], 0.3f * (9.0f / 3 - board.centre[0]) * board.scale[0], 1e-6);
  EXPECT_NEAR(state[3], 0.3f * (7 - board.centre[1]) * board.scale[1], 1e-6);
  const std::vector<double> rest = {1, 0, 2.0 / 3, 0, 0.6, 0.2, 4.0 / 3, std::log(5.0), 1.0 / 3};
  for (size_t j = 0; j < rest.size(); ++j) EXPECT_NEAR(state[4 + j], rest[j], 1e-5) << j;
}

TEST(GameState, every_builder_writes_finite_numbers_from_start_to_end) {
  const test::SmallRound small;
  const GameBoard board = game_board(small.round(), small.candidates, true);
  ASSERT_GT(board.size(), 2);
  GamePosition position = {0, std::vector<Real>(static_cast<size_t>(board.width())), std::vector<double>(4)};
  for (; position.next < board.size(); ++position.next) {
    for (const StateBuilder& builder : state_builders())
      for (const Real value : state_of(builder.name, board, position)) EXPECT_TRUE(std::isfinite(value));
    for (int64_t j = 0; j < board.width(); ++j) position.kept_sum[j] += board.embedding(position.next, j);
    ++position.kept[board.candidates[position.next].label];
  }
}

TEST(GameState, unknown_builders_get_a_suggestion) {
  const Error error = refusal([] { state_builder_named("papr"); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_NE(std::string(error.what()).find("did you mean 'paper'"), std::string::npos) << error.what();
}

}  // namespace
}  // namespace graphsr
