#include "graphsr/train/loss.h"

#include <cmath>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/train/fit_network.h"
#include "tests/graph/refusal.h"
#include "tests/matrices.h"

namespace graphsr {
namespace {

double value_of(const char* name, const Matrix& logits, const Examples& examples) {
  ThreadPool pool(1);
  Tape tape(pool);
  return tape.value(loss_named(name).value(tape, tape.constant(logits), examples))(0, 0);
}

// -log of the label's share, each class's exponential times its prior.
double by_hand(const std::vector<double>& logits, const std::vector<double>& prior, size_t label) {
  double sum = 0;
  for (size_t c = 0; c < logits.size(); ++c) sum += prior[c] * std::exp(logits[c]);
  return -std::log(prior[label] * std::exp(logits[label]) / sum);
}

const Matrix kLogits = test::matrix({{1, 2}, {0, 3}, {-1, 0.5f}, {2, 2}});

TEST(Loss, cross_entropy_counts_every_example_the_same) {
  const double expected = (by_hand({1, 2}, {1, 1}, 0) + by_hand({0, 3}, {1, 1}, 0) +
                           by_hand({-1, 0.5}, {1, 1}, 0) + by_hand({2, 2}, {1, 1}, 1)) /
                          4;
  EXPECT_NEAR(value_of("cross-entropy", kLogits, {{0, 1, 2, 3}, {0, 0, 0, 1}, {}}), expected, 1e-6);
}

TEST(Loss, balanced_softmax_has_the_class_counts_as_a_prior) {
  const double expected = (by_hand({1, 2}, {3, 1}, 0) + by_hand({0, 3}, {3, 1}, 0) +
                           by_hand({-1, 0.5}, {3, 1}, 0) + by_hand({2, 2}, {3, 1}, 1)) /
                          4;
  EXPECT_NEAR(value_of("balanced-softmax", kLogits, {{0, 1, 2, 3}, {0, 0, 0, 1}, {}}), expected, 1e-6);
}

TEST(Loss, balanced_softmax_counts_weights) {
  const double expected = (1 * by_hand({1, 2}, {2, 4}, 0) + 0.5 * by_hand({0, 3}, {2, 4}, 0) +
                           0.5 * by_hand({-1, 0.5}, {2, 4}, 0) + 4 * by_hand({2, 2}, {2, 4}, 1)) /
                          6;
  EXPECT_NEAR(value_of("balanced-softmax", kLogits, {{0, 1, 2, 3}, {0, 0, 0, 1}, {1, 0.5f, 0.5f, 4}}),
              expected, 1e-6);
}

// Counted as none it would have no share at all, and its logits could grow without cost.
TEST(Loss, balanced_softmax_counts_an_absent_class_as_the_largest) {
  const Matrix logits = test::matrix({{1, 2, 0}, {0, 3, 1}, {2, 0, 0.5f}});
  const double expected = (by_hand({1, 2, 0}, {2, 1, 2}, 0) + by_hand({0, 3, 1}, {2, 1, 2}, 0) +
                           by_hand({2, 0, 0.5}, {2, 1, 2}, 1)) /
                          3;
  EXPECT_NEAR(value_of("balanced-softmax", logits, {{0, 1, 2}, {0, 0, 1}, {}}), expected, 1e-6);
}

TEST(Loss, of_balanced_classes_is_cross_entropy_whatever_its_care_for_rare_ones) {
  const Examples even = {{0, 1, 2, 3}, {0, 1, 0, 1}, {}};
  const double plain = value_of("cross-entropy", kLogits, even);
  for (const char* name : {"re-weighting", "en-weighting", "logit-adjustment", "balanced-softmax"})
    EXPECT_NEAR(value_of(name, kLogits, even), plain, 1e-6) << name;
}

// Each class has the same say in all: the mean over classes of their mean.
TEST(Loss, re_weighting_is_the_mean_over_classes) {
  const double first =
      (by_hand({1, 2}, {1, 1}, 0) + by_hand({0, 3}, {1, 1}, 0) + by_hand({-1, 0.5}, {1, 1}, 0)) / 3;
  EXPECT_NEAR(value_of("re-weighting", kLogits, {{0, 1, 2, 3}, {0, 0, 0, 1}, {}}),
              (first + by_hand({2, 2}, {1, 1}, 1)) / 2, 1e-6);
}

// An example that counts three times is the same as three of it.
TEST(Loss, counts_a_weight_as_so_many_examples) {
  const Matrix repeated = test::matrix({{1, 2}, {0, 3}, {0, 3}, {0, 3}, {2, 2}});
  const Matrix single = test::matrix({{1, 2}, {0, 3}, {2, 2}});
  for (const LossKind& kind : losses())
    EXPECT_NEAR(value_of(kind.name, single, {{0, 1, 2}, {0, 0, 1}, {1, 3, 1}}),
                value_of(kind.name, repeated, {{0, 1, 2, 3, 4}, {0, 0, 0, 0, 1}, {}}), 1e-6)
        << kind.name;
}

// An epoch of class-balanced sampling may leave a class out.
TEST(Loss, is_finite_where_a_class_has_no_weight) {
  for (const LossKind& kind : losses())
    EXPECT_TRUE(std::isfinite(value_of(kind.name, kLogits, {{0, 1, 2, 3}, {0, 0, 0, 1}, {1, 2, 1, 0}})))
        << kind.name;
}

TEST(Loss, focal_without_a_focus_is_cross_entropy_and_is_finite_for_the_surest) {
  const Examples examples = {{0, 1, 2, 3}, {0, 0, 0, 1}, {}};
  ThreadPool pool(1);
  Tape tape(pool);
  const Var value = loss_named("focal", {.gamma = 0}).value(tape, tape.constant(kLogits), examples);
  EXPECT_EQ(tape.value(value)(0, 0), value_of("cross-entropy", kLogits, examples));
  Param sure{"sure", test::matrix({{200, -200}, {-200, 200}}), {}};
  for (const double gamma : {0.5, 2.0}) {
    const Examples both = {{0, 1}, {0, 0}, {}};  // wholly right, wholly wrong
    tape.clear();
    tape.backward(loss_named("focal", {.gamma = gamma}).value(tape, tape.param(sure), both));
    EXPECT_EQ(sure.gradient(0, 0), 0);
    EXPECT_NEAR(sure.gradient(1, 0), -0.5, 1e-6);
  }
}

TEST(LossOptions, that_cannot_be_are_refused) {
  const auto refused = [](const LossOptions& options, const char* name) {
    const Error error = refusal([&] { check(TrainOptions{.loss_options = options}); });
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
  };
  refused({.beta = 1}, "--beta");
  refused({.beta = -0.1}, "--beta");
  refused({.gamma = -1}, "--gamma");
  refused({.tau = std::nan("")}, "--tau");
  refused({.margin = 1e9}, "--margin");
}

TEST(Loss, unknown_names_get_a_suggestion) {
  const Error error = refusal([] { loss_named("balanced-sofmax"); });
  EXPECT_EQ(error.fault(), Fault::usage);
  EXPECT_NE(std::string(error.what()).find("did you mean 'balanced-softmax'"), std::string::npos);
  EXPECT_THROW(check(TrainOptions{.loss = "none"}), Error);
}

TEST(TrainOptions, that_cannot_be_are_refused) {
  for (const int ensemble : {0, -1, 1001}) EXPECT_THROW(check(TrainOptions{.ensemble = ensemble}), Error);
  for (const double smooth : {-0.1, 1.0, std::nan("")})
    EXPECT_THROW(check(TrainOptions{.smooth = smooth}), Error);
  EXPECT_NO_THROW(check(TrainOptions{.ensemble = 3, .smooth = 0.8}));
}

}  // namespace
}  // namespace graphsr
