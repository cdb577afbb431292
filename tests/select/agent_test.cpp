#include "graphsr/select/agent.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/select/game.h"
#include "tests/graph/refusal.h"
#include "tests/select/recording_classifier.h"
#include "tests/select/small_round.h"

namespace graphsr {
namespace {

std::vector<Candidate> of_classes(const std::vector<int32_t>& labels) {
  std::vector<Candidate> out;
  for (size_t i = 0; i < labels.size(); ++i) out.push_back({static_cast<int32_t>(i), labels[i], 1, 0, 0});
  return out;
}

using Kept = std::vector<bool>;

TEST(Thresholded, keeps_what_is_above_the_threshold) {
  const std::vector<Real> p = {0.9f, 0.5f, 0.51f, 0.1f};
  EXPECT_EQ(thresholded(of_classes({0, 0, 1, 1}), p, 0.5, 0), (Kept{true, false, true, false}));
  EXPECT_EQ(thresholded(of_classes({0, 0, 1, 1}), p, 1, 0), Kept(4));
}

TEST(Thresholded, keeps_at_least_the_most_probable_of_each_class) {
  const std::vector<Real> p = {0.1f, 0.3f, 0.2f, 0.9f, 0.8f, 0.1f};
  EXPECT_EQ(thresholded(of_classes({0, 0, 0, 1, 1, 1}), p, 0.5, 1),
            (Kept{false, true, false, true, true, false}));
  EXPECT_EQ(thresholded(of_classes({0, 0, 0, 1, 1, 1}), p, 0.5, 2),
            (Kept{false, true, true, true, true, false}));
  EXPECT_EQ(thresholded(of_classes({0, 0, 0, 1, 1, 1}), p, 0.5, 99), Kept(6, true));
}

TEST(Thresholded, breaks_ties_by_rank) {
  EXPECT_EQ(thresholded(of_classes({2, 2, 2}), std::vector<Real>(3, 0.2f), 0.5, 1),
            (Kept{true, false, false}));
}

TEST(Drawn, keeps_each_with_its_probability) {
  const std::vector<Real> p = {0, 1, 0.5f, 0.2f};
  const auto candidates = of_classes({0, 0, 0, 0});
  std::vector<int> count(4);
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const Kept kept = drawn(candidates, p, seed, 0);
    for (size_t i = 0; i < 4; ++i) count[i] += kept[i];
  }
  EXPECT_EQ(count[0], 0);
  EXPECT_EQ(count[1], 2000);
  EXPECT_NEAR(count[2], 1000, 100);
  EXPECT_NEAR(count[3], 400, 80);
  EXPECT_EQ(drawn(candidates, p, 3, 0), drawn(candidates, p, 3, 0));
}

TEST(Drawn, keeps_as_many_of_each_class_as_the_agent_has_to) {
  const std::vector<Real> p = {0.1f, 0, 0.2f, 1, 0, 0.3f};
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const Kept kept = drawn(of_classes({0, 0, 0, 1, 1, 1}), p, seed, 2);
    EXPECT_GE(kept[0] + kept[1] + kept[2], 2) << seed;
    EXPECT_TRUE(kept[0] && kept[2]) << "the most probable first";
    EXPECT_TRUE(kept[3] && kept[5]) << seed;
  }
  EXPECT_EQ(drawn(of_classes({0, 1}), std::vector<Real>{0, 0}, 1, 20), Kept(2, true));
}

TEST(Permuted, deals_a_classs_values_among_its_own_candidates) {
  std::vector<int32_t> labels(40, 0);
  std::fill(labels.begin() + 15, labels.end(), 1);
  std::vector<Real> values(40);
  std::iota(values.begin(), values.end(), Real(0));
  const std::vector<Real> out = permuted_within_class(of_classes(labels), values, 3);
  EXPECT_NE(out, values);
  EXPECT_EQ(out, permuted_within_class(of_classes(labels), values, 3));
  EXPECT_NE(out, permuted_within_class(of_classes(labels), values, 4));
  std::vector<Real> sorted = out;
  std::sort(sorted.begin(), sorted.begin() + 15);
  std::sort(sorted.begin() + 15, sorted.end());
  EXPECT_EQ(sorted, values);
}

TEST(Enlarged, is_the_labelled_nodes_and_the_kept_candidates) {
  Task task;
  task.train = {{8, 9}, {0, 1}, {}};
  const TrainingSet set = enlarged(task, of_classes({1, 1, 0}), {true, false, true});
  EXPECT_EQ(set.examples.nodes, (std::vector<int32_t>{8, 9, 0, 2}));
  EXPECT_EQ(set.examples.labels, (std::vector<int32_t>{0, 1, 1, 0}));
}

TEST(SelectOptions, that_cannot_be_are_refused) {
  const auto expect_refused = [](auto change, const char* text) {
    SelectOptions options;
    change(options);
    const Error error = refusal([&] { check(options); });
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  };
  expect_refused([](SelectOptions& o) { o.game = "simulatd"; }, "did you mean 'simulated'");
  expect_refused([](SelectOptions& o) { o.agent = "pppo"; }, "did you mean 'ppo'");
  expect_refused([](SelectOptions& o) { o.agent = "logistic"; }, "--game simulated");
  expect_refused([](SelectOptions& o) { o.control = "some"; }, "control");
  expect_refused([](SelectOptions& o) { o.labels = "student"; }, "students");
  expect_refused([](SelectOptions& o) { o.rounds = 0; }, "--rounds");
  expect_refused([](SelectOptions& o) { o.updates = 0; }, "--updates");
  expect_refused([](SelectOptions& o) { o.episodes = 0; }, "episode");
  expect_refused([](SelectOptions& o) { o.simulated.folds = 1; }, "--folds");
  expect_refused([](SelectOptions& o) { o.candidates.share = 0; }, "--share");
}

// As a method has a round played: pseudo-labels by the agent's opinion, candidates, choice.
Choice played(const SelectOptions& options, test::SmallRound& small) {
  const std::unique_ptr<Agent> agent = make_agent(options);
  const FitContext context = {1, small.pool, {}};
  const Matrix opinion = agent->opinion(small.round(), context.piece("opinion", 0, 0.5));
  small.candidates = similarity_selection(pseudo_labels(opinion, small.task.pool), small.teacher.embedding,
                                          small.task, {.every_class = true, .nearest = 0});
  return agent->choose(small.round(), small.candidates, context);
}

// The simulated game works with any classifier; the retraining game says that it does not.
TEST(Agents, with_a_classifier_of_the_users_own) {
  test::SmallRound small;
  test::Fits fits;
  small.classifiers = test::recording_classifiers(fits, 4);
  small.teacher = train_teacher(plain_set(small.task), small.task.validation, false, small.classifiers,
                                {1, small.pool, {}});
  SelectOptions options{.game = "simulated", .agent = "logistic"};
  options.simulated.folds = 2;
  const Choice choice = played(options, small);
  EXPECT_EQ(choice.kept.size(), small.candidates.size());
  EXPECT_EQ(fits.sets.size(), 1u + 2);

  const Error error = refusal([&] { played({.game = "retraining"}, small); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_NE(std::string(error.what()).find("simulated"), std::string::npos) << error.what();
}

// What is really learned: on blocks, what the agent would keep is right more often than what it would not.
TEST(Agents, of_the_simulated_game_keep_what_is_right_rather_than_what_is_wrong) {
  for (const char* agent : {"logistic", "ppo"}) {
    test::SmallRound small;
    SelectOptions options{.game = "simulated", .agent = agent, .updates = 30, .episodes = 8};
    options.ppo.actor_hidden = options.ppo.critic_hidden = {16};
    options.ppo.advantage.gamma = 0;
    const Choice choice = played(options, small);
    double right = 0, wrong = 0, rights = 0, wrongs = 0;
    for (size_t i = 0; i < small.candidates.size(); ++i) {
      const bool is_right = small.dataset.labels[small.candidates[i].node] == small.candidates[i].label;
      (is_right ? right : wrong) += choice.keep_probability[i];
      (is_right ? rights : wrongs) += 1;
    }
    ASSERT_GT(rights, 10);
    ASSERT_GT(wrongs, 5);
    EXPECT_GT(right / rights, wrong / wrongs + 0.1) << agent;
    EXPECT_EQ(choice.history.size(), std::string(agent) == "ppo" ? 30u : 0u);
  }
}

// Of a node that is not judged: half the teacher's probability and half the mean of the fold teachers'.
TEST(Agents, of_the_simulated_game_let_the_fold_teachers_vote) {
  test::SmallRound small;
  test::Fits fits;
  small.classifiers = test::recording_classifiers(fits, 4);
  SelectOptions options{.game = "simulated", .agent = "logistic"};
  options.simulated.folds = 2;
  options.simulated.jury = 0.5;
  const std::unique_ptr<Agent> agent = make_agent(options);
  const Matrix opinion = agent->opinion(small.round(), {1, small.pool, {}});
  ASSERT_EQ(fits.sets.size(), 2u);
  const double jury = static_cast<double>(fits.sets[0].size() + fits.sets[1].size()) / 2000;
  const Matrix& teacher = small.teacher.probability;
  const int32_t node = small.task.pool.front();
  EXPECT_NEAR(opinion(node, 0), 0.5 * teacher(node, 0) + 0.5 * jury, 1e-6);
  EXPECT_NEAR(opinion(node, 1), 0.5 * teacher(node, 1), 1e-6);
  // A judged node is voted on by the one teacher that has not seen it.
  const int32_t judged = small.task.validation.nodes.front();
  for (const Examples& set : fits.sets) {
    if (std::ranges::find(set.nodes, judged) != set.nodes.end()) continue;
    EXPECT_NEAR(opinion(judged, 0), 0.5 * teacher(judged, 0) + 0.5 * static_cast<double>(set.size()) / 1000,
                1e-6);
  }
}

TEST(Agents, of_the_retraining_game_take_the_teachers_word) {
  test::SmallRound small;
  const SelectOptions options{.game = "retraining"};
  const Matrix opinion = make_agent(options)->opinion(small.round(), {1, small.pool, {}});
  EXPECT_TRUE(std::ranges::equal(opinion.values(), small.teacher.probability.values()));
}

}  // namespace
}  // namespace graphsr
