// Several networks trained side by side; training without early stopping, again with more labels, and from a
// checkpoint.
#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/model/model_file.h"
#include "graphsr/train/gnn_classifier.h"
#include "tests/base/temporary_folder.h"
#include "tests/graph/refusal.h"
#include "tests/train/two_blocks.h"

namespace graphsr {
namespace {

using test::small_model;
using test::TwoBlocks;

struct Fitted {
  Ensemble ensemble;
  std::vector<FitReport> reports;
  Matrix probability;  // of every node

  std::string sha256() const { return model_sha256({ensemble, {}, {"a", "b"}}); }
};

Fitted fitted(const TrainOptions& options, int threads = 2, const Checkpoint* checkpoint = nullptr,
              const Progress& progress = {}, const std::string& conv = "gcn") {
  const TwoBlocks f;
  ThreadPool pool(threads);
  GnnClassifier classifier(small_model(conv), options, 2);
  Recipe plain;
  const auto reports = classifier.fit(f.set, f.validation, plain, {1, pool, progress, checkpoint, "x/"});
  return {classifier.ensemble(), reports, predict_all(classifier, *f.graph, pool).probability};
}

std::string sha_of_member(const Ensemble& ensemble, size_t member) {
  return model_sha256({{{ensemble.members.at(member)}, 0}, {}, {"a", "b"}});
}

TEST(EnsembleFit, the_first_member_is_the_plain_network_bit_for_bit) {
  for (const ConvEntry& entry : convs()) {
    const Fitted one = fitted({.epochs = 30}, 2, nullptr, {}, entry.name);
    const Fitted three = fitted({.epochs = 30, .ensemble = 3}, 2, nullptr, {}, entry.name);
    ASSERT_EQ(three.ensemble.members.size(), 3u);
    ASSERT_EQ(three.reports.size(), 3u);
    EXPECT_EQ(sha_of_member(three.ensemble, 0), sha_of_member(one.ensemble, 0)) << entry.name;
    EXPECT_NE(sha_of_member(three.ensemble, 1), sha_of_member(one.ensemble, 0));
    EXPECT_NE(sha_of_member(three.ensemble, 1), sha_of_member(three.ensemble, 2));
  }
}

TEST(EnsembleFit, members_do_not_depend_on_how_many_there_are) {
  const Fitted two = fitted({.epochs = 20, .ensemble = 2}), three = fitted({.epochs = 20, .ensemble = 3});
  EXPECT_EQ(sha_of_member(two.ensemble, 1), sha_of_member(three.ensemble, 1));
}

TEST(EnsembleFit, a_context_may_allow_fewer_networks) {
  const TwoBlocks f;
  ThreadPool pool(2);
  const Fitted whole = fitted({.epochs = 20, .ensemble = 3});
  for (const int most : {1, 2, 3, 9}) {
    GnnClassifier classifier(small_model("gcn"), {.epochs = 20, .ensemble = 3}, 2);
    Recipe plain;
    FitContext context = {1, pool, {}};
    context.networks = most;
    const size_t expected = std::min(most, 3);
    EXPECT_EQ(classifier.fit(f.set, f.validation, plain, context).size(), expected);
    ASSERT_EQ(classifier.ensemble().members.size(), expected);
    for (size_t m = 0; m < expected; ++m)
      EXPECT_EQ(sha_of_member(classifier.ensemble(), m), sha_of_member(whole.ensemble, m));
  }
}

TEST(EnsembleFit, probabilities_are_the_mean_of_the_members) {
  const Fitted all = fitted({.epochs = 30, .ensemble = 3});
  const TwoBlocks f;
  ThreadPool pool(1);
  std::vector<int32_t> nodes = {0, 77, 150};
  for (const int32_t node : nodes) {
    double sum = 0;
    for (const Network& member : all.ensemble.members)
      sum += predict(member, *f.graph, {&node, 1}, pool).probability(0, 1);
    EXPECT_NEAR(all.probability(node, 1), sum / 3, 1e-6);
    EXPECT_NEAR(all.probability(node, 0) + all.probability(node, 1), 1, 1e-6);
  }
}

TEST(EnsembleFit, probabilities_and_embeddings_are_the_same_bits_each_alone) {
  const TwoBlocks f;
  ThreadPool pool(2);
  for (const ConvEntry& entry : convs())
    for (const double smooth : {0.0, 0.8}) {
      GnnClassifier classifier(small_model(entry.name), {.epochs = 10, .ensemble = 2, .smooth = smooth}, 2);
      Recipe plain;
      classifier.fit(f.set, f.validation, plain, {1, pool});
      const Prediction all = predict_all(classifier, *f.graph, pool);
      EXPECT_GT(all.embedding.size(), 0);
      EXPECT_TRUE(std::ranges::equal(all_probabilities(classifier, *f.graph, pool).values(),
                                     all.probability.values()));
      const std::vector<int32_t> some = {5, 3, 150};
      EXPECT_TRUE(std::ranges::equal(classifier.probabilities(*f.graph, some, pool).values(),
                                     classifier.predict(*f.graph, some, pool).probability.values()));
      EXPECT_TRUE(std::ranges::equal(classifier.embedding(*f.graph, some, pool).values(),
                                     gathered(all.embedding, some).values()));
    }
}

TEST(EnsembleFit, gives_the_same_bytes_for_one_two_and_five_threads) {
  const TrainOptions options = {.epochs = 30, .ensemble = 3, .smooth = 0.8};
  const Fitted first = fitted(options, 1);
  for (const int threads : {2, 5}) {
    const Fitted other = fitted(options, threads);
    EXPECT_EQ(other.sha256(), first.sha256()) << threads;
    EXPECT_TRUE(std::ranges::equal(other.probability.values(), first.probability.values())) << threads;
  }
}

TEST(EarlyStopping, can_be_left_out_and_then_the_last_epoch_is_kept) {
  const Fitted all = fitted({.epochs = 40, .patience = 3, .early_stop = false});
  EXPECT_EQ(all.reports[0].epochs.size(), 40u);
  EXPECT_EQ(all.reports[0].best_epoch, 40);
  EXPECT_LT(fitted({.epochs = 40, .patience = 3}).reports[0].epochs.size(), 40u);
  // The validation nodes then change nothing at all.
  const TwoBlocks f;
  ThreadPool pool(2);
  GnnClassifier without(small_model("gcn"), {.epochs = 40, .early_stop = false}, 2);
  Recipe plain;
  without.fit(f.set, {}, plain, {1, pool, {}});
  EXPECT_EQ(sha_of_member(without.ensemble(), 0), sha_of_member(all.ensemble, 0));
}

TEST(Refit, trains_on_validation_nodes_too_for_the_mean_of_the_best_epochs) {
  const TwoBlocks f;
  ThreadPool pool(2);
  GnnClassifier classifier(small_model("gcn"), {.ensemble = 2}, 2),
      direct(small_model("gcn"), {.ensemble = 2}, 2);
  Recipe plain;
  const std::vector<FitReport> reports = {{.best_epoch = 10, .epochs = {}}, {.best_epoch = 15, .epochs = {}}};
  const auto again = refit(classifier, f.set, f.validation, reports, plain, {1, pool, {}});
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[0].epochs.size(), 13u) << "12.5, rounded";
  FitContext context = {1, pool, {}};
  context.epochs = 13;
  direct.fit({f.graph, joined(f.set.examples, f.validation)}, {}, plain, context);
  EXPECT_EQ(sha_of_member(classifier.ensemble(), 1), sha_of_member(direct.ensemble(), 1));
}

TEST(Refit, mean_of_the_best_epochs) {
  EXPECT_EQ(mean_best_epoch({}), 0);
  EXPECT_EQ(mean_best_epoch(std::vector<FitReport>{{7, {}}, {8, {}}, {8, {}}}), 8);
}

TEST(CheckpointedFit, reads_back_the_same_bytes) {
  const TemporaryFolder folder;
  const TrainOptions options = {.epochs = 30, .ensemble = 3};
  const Checkpoint checkpoint(folder / "kept", "address", false);
  const Fitted made = fitted(options, 2, &checkpoint);
  EXPECT_EQ(checkpoint.parts(), 3u);
  int epochs = 0;
  const Fitted read =
      fitted(options, 2, &checkpoint, [&](const Step& step) { epochs += step.message.starts_with("epoch"); });
  EXPECT_EQ(epochs, 0) << "it was trained again";
  EXPECT_EQ(read.sha256(), made.sha256());
  EXPECT_EQ(made.sha256(), fitted(options).sha256());
  for (size_t m = 0; m < 3; ++m) {
    EXPECT_EQ(read.reports[m].best_epoch, made.reports[m].best_epoch);
    ASSERT_EQ(read.reports[m].epochs.size(), made.reports[m].epochs.size());
    EXPECT_EQ(read.reports[m].epochs.back().validation_loss, made.reports[m].epochs.back().validation_loss);
  }
}

TEST(CheckpointedFit, refuses_a_part_that_belongs_to_another_network) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint(folder / "kept", "address", false);
  fitted({.epochs = 5}, 1, &checkpoint);
  const Error error = refusal([&] { fitted({.epochs = 5}, 1, &checkpoint, {}, "sage"); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_NE(std::string(error.what()).find("--resume"), std::string::npos) << error.what();
}

// ReLU turns NaN into 0, so the loss alone would not tell.
TEST(FitNetwork, refuses_to_give_weights_that_are_not_numbers) {
  Matrix features(200, 2, 1);
  features(0, 0) = std::numeric_limits<Real>::quiet_NaN();
  TwoBlocks f;
  f.graph = f.set.graph = std::make_shared<const Graph>(Graph{f.graph->edges, Features(std::move(features))});
  ThreadPool pool(1);
  GnnClassifier classifier(small_model("gcn"), {.epochs = 5}, 2);
  Recipe plain;
  const Error error = refusal([&] { classifier.fit(f.set, f.validation, plain, {1, pool, {}}); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_NE(std::string(error.what()).find("not a finite number"), std::string::npos);
}

}  // namespace
}  // namespace graphsr
