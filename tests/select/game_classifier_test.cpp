#include "graphsr/select/game_classifier.h"

#include <cmath>

#include <gtest/gtest.h>

#include "graphsr/measure/metrics.h"
#include "graphsr/train/epoch_loop.h"
#include "tests/select/small_round.h"

namespace graphsr {
namespace {

using test::SmallRound;

void expect_near_weights(Network a, Network b) {
  const std::vector<Param*> ours = a.params(), theirs = b.params();
  ASSERT_EQ(ours.size(), theirs.size());
  for (size_t k = 0; k < ours.size(); ++k)
    for (int64_t i = 0; i < ours[k]->value.size(); ++i)
      ASSERT_NEAR(ours[k]->value.data()[i], theirs[k]->value.data()[i], 1e-5) << ours[k]->name << " " << i;
}

TEST(GameClassifier, takes_the_steps_of_plain_gradient_descent_without_dropout) {
  for (const char* conv : {"sage", "gcn", "gat"})
    for (const LossKind& kind : losses()) {
      const Loss loss = loss_named(kind.name);
      SCOPED_TRACE(std::string(conv) + " " + kind.name);
      // A width that strips divide, and one that they do not.
      SmallRound small(conv, std::string(kind.name) == "cross-entropy" ? 128 : 8);
      GameClassifier game(small.network(), loss, *small.task.graph, small.task.validation, 0.3, small.pool);
      ASSERT_EQ(small.network().options.dropout, 0.5) << "the game has to ignore it";
      game.train(small.task.train, 3);

      Network network = small.network();
      network.options.dropout = 0;
      Recipe plain;
      const TrainingSet set = plain_set(small.task);
      const FitContext context = {0, small.pool, {}};
      const OptimiserOptions descent = {.kind = OptimiserOptions::Kind::sgd, .rate = 0.3, .weight_decay = 0};
      EpochLoop loop(network, descent, loss, set, {}, plain, context);
      for (uint64_t step = 0; step < 3; ++step) loop.train(step);
      expect_near_weights(game.network(), network);
    }
}

TEST(GameClassifier, continues_where_it_stopped_with_a_set_that_has_grown) {
  SmallRound small;
  Examples grown = small.task.train;
  grown.nodes.push_back(small.candidates[0].node);
  grown.labels.push_back(small.candidates[0].label);
  const Loss loss = loss_named("cross-entropy");
  GameClassifier game(small.network(), loss, *small.task.graph, small.task.validation, 0.3, small.pool);
  game.train(small.task.train, 2);
  const Network between = game.network();
  game.train(grown, 2);
  GameClassifier other(between, loss, *small.task.graph, small.task.validation, 0.3, small.pool);
  other.train(grown, 2);
  expect_near_weights(game.network(), other.network());
}

TEST(GameClassifier, score_is_that_of_measure) {
  for (const char* conv : {"sage", "gcn", "gat"}) {
    SmallRound small(conv);
    const Examples& validation = small.task.validation;
    GameClassifier game(small.network(), loss_named("cross-entropy"), *small.task.graph, validation, 0.5,
                        small.pool);
    for (const int steps : {0, 1, 7}) {
      game.train(small.task.train, steps);
      const Matrix probability =
          predict(game.network(), *small.task.graph, validation.nodes, small.pool).probability;
      const Metrics expected = measure(validation.labels, probability);
      const GameScore score = game.score();
      EXPECT_NEAR(score.accuracy, expected.accuracy, 1e-12) << conv;
      EXPECT_NEAR(score.macro_f1, expected.macro_f1, 1e-12) << conv;
      double loss = 0;
      for (int64_t i = 0; i < validation.size(); ++i)
        loss -= std::log(static_cast<double>(probability(i, validation.labels[i]))) / 20;
      EXPECT_NEAR(score.loss, loss, 1e-4) << conv;
    }
  }
}

TEST(GameClassifier, becomes_the_network_it_is_told_to) {
  SmallRound small;
  GameClassifier game(small.network(), loss_named("cross-entropy"), *small.task.graph, small.task.validation,
                      0.5, small.pool);
  const GameScore before = game.score();
  game.train(small.task.train, 5);
  EXPECT_NE(game.score().loss, before.loss);
  game.become(small.network());
  EXPECT_EQ(game.score().loss, before.loss);
  game.train(small.task.train, 5);
  const double once = game.score().loss;
  game.become(small.network());
  game.train(small.task.train, 5);
  EXPECT_EQ(game.score().loss, once) << "no trace of earlier training is left";
}

}  // namespace
}  // namespace graphsr
