#include "graphsr/train/gnn_classifier.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/measure/metrics.h"
#include "graphsr/tensor/ops.h"
#include "graphsr/tensor/phrases.h"
#include "tests/graph/refusal.h"
#include "tests/train/two_blocks.h"

namespace graphsr {
namespace {

using test::small_model;
using test::TwoBlocks;

TEST(GnnClassifier, every_model_separates_two_blocks) {
  const TwoBlocks f;
  ThreadPool pool(2);
  for (const ConvEntry& entry : convs()) {
    GnnClassifier classifier(small_model(entry.name), {}, 2);
    Recipe plain;
    classifier.fit(f.set, f.validation, plain, {1, pool, {}});
    std::vector<int32_t> rest(85), truth;
    int64_t right = 0;
    for (const int32_t c : {0, 1}) {
      std::iota(rest.begin(), rest.end(), c * 100 + 15);
      for (const int32_t p : predicted_classes(classifier.predict(*f.graph, rest, pool).probability))
        right += p == c;
    }
    EXPECT_GT(right, 140) << entry.name << " of 170";  // words alone allow about 120
  }
}

TEST(GnnClassifier, gives_the_same_bytes_for_any_number_of_threads) {
  const TwoBlocks f;
  for (const ConvEntry& entry : convs()) {
    std::vector<Real> first;
    for (const int threads : {1, 2, 5}) {
      ThreadPool pool(threads);
      ModelOptions options = small_model(entry.name);
      options.width = 128;
      GnnClassifier classifier(options, {}, 2);
      Recipe plain;
      classifier.fit(f.set, f.validation, plain, {1, pool, {}});
      std::vector<int32_t> everyone(200);
      std::iota(everyone.begin(), everyone.end(), 0);
      const Matrix probability = classifier.predict(*f.graph, everyone, pool).probability;
      const std::vector<Real> values(probability.values().begin(), probability.values().end());
      if (first.empty()) first = values;
      EXPECT_EQ(values, first) << entry.name << " with " << threads << " threads";
    }
  }
}

// Sparse features are summed by phrases here, dense ones word by word.
TEST(GnnClassifier, learns_from_phrases_what_it_learns_from_words) {
  const TwoBlocks f;
  Stream stream(3, Purpose::test);
  Matrix dense(200, 64, 0);
  Csr words;
  words.rows = 200;
  words.cols = 64;
  for (int32_t v = 0; v < 200; ++v) {
    for (int32_t word = 0; word < 64; ++word) {
      if (stream.uniform() >= ((v < 100) == (word < 32) ? 0.8 : 0.6)) continue;
      words.columns.push_back(word);
      dense(v, word) = 1;
    }
    words.offsets.push_back(words.nonzeros());
  }
  ASSERT_TRUE(phrases_of(words));
  ThreadPool pool(2);
  for (const ConvEntry& entry : convs()) {
    std::vector<FitReport> reports;
    for (const Features& features : {Features(words), Features(dense)}) {
      const TrainingSet set{std::make_shared<Graph>(Graph{f.graph->edges, features}), f.set.examples};
      ModelOptions model = small_model(entry.name);
      model.width = 128;
      TrainOptions training;
      training.epochs = 8;
      GnnClassifier classifier(model, training, 2);
      Recipe plain;
      reports.push_back(classifier.fit(set, f.validation, plain, {1, pool, {}}).at(0));
    }
    ASSERT_EQ(reports[0].epochs.size(), 8u);
    EXPECT_LT(reports[0].epochs.back().loss, 0.9 * reports[0].epochs.front().loss) << entry.name;
    for (size_t k = 0; k < 8; ++k) {
      EXPECT_NEAR(reports[0].epochs[k].loss, reports[1].epochs[k].loss, 1e-3) << entry.name;
      EXPECT_NEAR(reports[0].epochs[k].validation_loss, reports[1].epochs[k].validation_loss, 1e-3);
    }
  }
}

TEST(GnnClassifier, restores_the_best_epoch) {
  const TwoBlocks f;
  ThreadPool pool(1);
  GnnClassifier classifier(small_model("gcn"), {}, 2);
  Recipe plain;
  const FitReport report = classifier.fit(f.set, f.validation, plain, {1, pool, {}}).at(0);
  const auto better = [](const EpochFigures& a, const EpochFigures& b) {
    return a.validation_accuracy < b.validation_accuracy ||
           (a.validation_accuracy == b.validation_accuracy && a.validation_loss > b.validation_loss);
  };
  const auto best = std::max_element(report.epochs.begin(), report.epochs.end(), better);
  EXPECT_EQ(report.best_epoch, best - report.epochs.begin() + 1);
  EXPECT_LT(report.epochs.size(), 300u) << "did not stop early";
  const Matrix p = classifier.predict(*f.graph, f.validation.nodes, pool).probability;
  EXPECT_DOUBLE_EQ(measure(f.validation.labels, p).accuracy, best->validation_accuracy);
}

TEST(GnnClassifier, runs_all_epochs_without_validation_nodes) {
  const TwoBlocks f;
  ThreadPool pool(1);
  TrainOptions options;
  options.epochs = 7;
  options.patience = 2;
  GnnClassifier classifier(small_model("sage"), options, 2);
  Recipe plain;
  const FitReport report = classifier.fit(f.set, {}, plain, {1, pool, {}}).at(0);
  EXPECT_EQ(report.epochs.size(), 7u);
  EXPECT_EQ(report.best_epoch, 7);
}

TEST(GnnClassifier, tells_a_loss_that_is_not_finite) {
  Matrix features(200, 2, 1);
  features(0, 0) = std::numeric_limits<Real>::infinity();
  TwoBlocks f;
  f.graph = f.set.graph = std::make_shared<const Graph>(Graph{f.graph->edges, Features(std::move(features))});
  ThreadPool pool(1);
  GnnClassifier classifier(small_model("gcn"), {}, 2);
  Recipe plain;
  const Error error = refusal([&] { classifier.fit(f.set, f.validation, plain, {1, pool, {}}); });
  EXPECT_EQ(error.fault(), Fault::input);
  EXPECT_NE(std::string(error.what()).find("not a finite number in epoch 1"), std::string::npos);
}

TEST(GnnClassifier, refuses_more_features_than_memory_holds_before_it_allocates) {
  TwoBlocks f;
  Csr announced;
  announced.rows = 200;
  announced.cols = 2000000000;
  announced.offsets.assign(201, 0);
  f.graph = f.set.graph =
      std::make_shared<const Graph>(Graph{f.graph->edges, Features(std::move(announced))});
  ThreadPool pool(1);
  GnnClassifier classifier(small_model("gcn"), {}, 2);
  Recipe plain;
  const Error error = refusal([&] { classifier.fit(f.set, f.validation, plain, {1, pool, {}}); });
  EXPECT_EQ(error.fault(), Fault::resource);
  EXPECT_NE(std::string(error.what()).find("2000000000 features"), std::string::npos);
}

TEST(GnnClassifier, refuses_to_train_on_nothing) {
  const TwoBlocks f;
  ThreadPool pool(1);
  GnnClassifier classifier(small_model("gcn"), {}, 2);
  Recipe plain;
  EXPECT_THROW(classifier.fit({f.graph, {}}, f.validation, plain, {1, pool, {}}), Error);
}

TEST(GnnClassifier, stops_where_the_progress_callback_throws) {
  const TwoBlocks f;
  ThreadPool pool(2);
  GnnClassifier classifier(small_model("gcn"), {}, 2);
  Recipe plain;
  int calls = 0;
  const Progress stop = [&](const Step&) {
    if (++calls == 3) throw Error(Fault::interrupted, "", "stop");
  };
  EXPECT_THROW(classifier.fit(f.set, f.validation, plain, {1, pool, stop}), Error);
  EXPECT_EQ(calls, 3);
}

// The moments of a recipe reach training: another set in odd epochs, a loss with a parameter of its own.
class Scripted : public Recipe {
 public:
  std::vector<uint64_t> epochs;
  std::vector<int64_t> sizes;
  Param shift{"shift", Matrix(1, 2, 0), {}};

  std::optional<TrainingSet> epoch(const TrainingSet& set, const Epoch& now) override {
    EXPECT_EQ(now.seed, 1u);
    epochs.push_back(now.number);
    if (now.number % 2 == 0) return std::nullopt;
    TrainingSet smaller = set;
    smaller.examples.nodes.resize(2);
    smaller.examples.labels.resize(2);
    return smaller;
  }
  Var loss(Tape& tape, Var logits, const Examples& examples, const Loss&) override {
    sizes.push_back(examples.size());
    return cross_entropy(tape, add_bias(tape, logits, tape.param(shift)), examples.labels, examples.weights);
  }
  std::vector<Param*> begin(Network& network, Reading&, const TrainingSet&, const FitContext&) override {
    std::vector<Param*> params = network.params();
    params.push_back(&shift);
    return params;
  }
};

TEST(Recipe, changes_the_set_of_an_epoch_and_trains_its_own_parameters) {
  const TwoBlocks f;
  ThreadPool pool(1);
  TrainOptions options;
  options.epochs = 4;
  GnnClassifier classifier(small_model("gcn"), options, 2);
  Scripted recipe;
  classifier.fit(f.set, {}, recipe, {1, pool, {}});
  EXPECT_EQ(recipe.epochs, (std::vector<uint64_t>{0, 1, 2, 3}));
  EXPECT_EQ(recipe.sizes, (std::vector<int64_t>{10, 2, 10, 2}));
  EXPECT_NE(recipe.shift.value(0, 0), 0);
}

// What begin() gives is trained, and nothing else; what it writes is where training starts; and an epoch
// minimises what objective() gives.
TEST(Recipe, decides_what_is_trained_from_where_and_for_what) {
  class Frozen : public Recipe {
   public:
    int steps = 0;
    std::vector<Param*> begin(Network& network, Reading&, const TrainingSet&, const FitContext&) override {
      network.convs[0][0].value.fill(0.25);
      return {&network.head_weight, &network.head_bias};
    }
    Var objective(const TrainingStep& step) override {
      EXPECT_EQ(step.now.number, static_cast<uint64_t>(steps++));
      const Output output = forward(step.tape, step.network, step.reading, step.mode());
      static const std::vector<int32_t> all_zero(10, 0);
      return cross_entropy(step.tape, output.logits, all_zero, {});
    }
  };
  const TwoBlocks f;
  ThreadPool pool(1);
  TrainOptions options;
  options.epochs = 100;
  GnnClassifier classifier(small_model("gcn"), options, 2);
  Frozen recipe;
  classifier.fit(f.set, {}, recipe, {1, pool, {}});
  EXPECT_EQ(recipe.steps, 100);
  const Network& trained = classifier.ensemble().members[0];
  for (const Real value : trained.convs[0][0].value.values()) ASSERT_EQ(value, Real(0.25));
  const Matrix probability = classifier.predict(*f.graph, f.set.examples.nodes, pool).probability;
  for (int64_t i = 0; i < probability.rows(); ++i) EXPECT_GT(probability(i, 0), 0.9);
}

// Draws nothing anew where only weights change: the examples that the loss sees are the new ones.
TEST(Recipe, may_change_weights_alone) {
  class Weighing : public Recipe {
   public:
    std::vector<std::vector<Real>> seen;
    std::optional<TrainingSet> epoch(const TrainingSet& set, const Epoch& now) override {
      TrainingSet other = set;
      other.examples.weights.assign(other.examples.nodes.size(), static_cast<Real>(now.number + 1));
      other.examples.weights[0] = 0;
      return other;
    }
    Var loss(Tape& tape, Var logits, const Examples& examples, const Loss& plain) override {
      seen.push_back(examples.weights);
      return plain.value(tape, logits, examples);
    }
  };
  const TwoBlocks f;
  ThreadPool pool(1);
  TrainOptions options;
  options.epochs = 2;
  GnnClassifier classifier(small_model("gcn"), options, 2);
  Weighing recipe;
  classifier.fit(f.set, {}, recipe, {1, pool, {}});
  std::vector<Real> first(10, 1), second(10, 2);
  first[0] = second[0] = 0;
  EXPECT_EQ(recipe.seen, (std::vector<std::vector<Real>>{first, second}));
}

// Writes down in which epochs the loss was told that it is the last part.
class Watching : public Recipe {
 public:
  std::vector<bool> last_part;
  Var loss(Tape& tape, Var logits, const Examples& examples, const Loss& plain) override {
    last_part.push_back(plain.last_part);
    return plain.value(tape, logits, examples);
  }
};

TEST(FitNetwork, tells_ldam_of_the_last_fifth_of_the_epochs) {
  const TwoBlocks f;
  ThreadPool pool(1);
  TrainOptions options;
  options.epochs = 10;
  for (const char* loss : {"ldam", "cross-entropy"}) {
    options.loss = loss;
    Watching recipe;
    GnnClassifier(small_model("gcn"), options, 2).fit(f.set, {}, recipe, {1, pool, {}});
    std::vector<bool> expected(10);
    expected[8] = expected[9] = options.loss == "ldam";
    EXPECT_EQ(recipe.last_part, expected) << loss;
  }
}

TEST(FitNetwork, goes_on_to_the_last_part_when_nothing_more_comes_of_the_first) {
  const TwoBlocks f;
  ThreadPool pool(1);
  TrainOptions options;
  options.loss = "ldam";
  options.patience = 5;
  Watching recipe;
  GnnClassifier(small_model("gcn"), options, 2).fit(f.set, f.validation, recipe, {1, pool, {}});
  const auto begin = std::find(recipe.last_part.begin(), recipe.last_part.end(), true);
  EXPECT_LT(begin - recipe.last_part.begin(), 240);
  EXPECT_GE(recipe.last_part.end() - begin, 5);
  EXPECT_EQ(std::find(begin, recipe.last_part.end(), false), recipe.last_part.end());
}

}  // namespace
}  // namespace graphsr
