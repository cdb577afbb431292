// GraphENS inside training: what the new nodes of every epoch are made of.
#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "graphsr/base/error.h"
#include "graphsr/method/graphens_laws.h"
#include "graphsr/train/epoch_loop.h"
#include "tests/method/quick_cell.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

constexpr int64_t kNodes = 24, kOthers = 60;

// Every node has a feature of its own, by which it is found in a mixture, and 60 others. Class 2 has one
// node, nobody is of class 4, and node 23, of class 1, hears nobody.
TrainingSet small_set() {
  Matrix x(kNodes, kNodes + kOthers, 0);
  const Matrix others = test::random_matrix(kNodes, kOthers, 3);
  for (int64_t v = 0; v < kNodes; ++v) {
    x(v, v) = 1;
    std::copy_n(others.row(v), kOthers, x.row(v) + kNodes);
  }
  const Csr edges = test::random_edges(kNodes, 26, 8);
  return {std::make_shared<const Graph>(Graph{edges, Features(std::move(x))}),
          {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 23, 11, 12, 13, 14},
           {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 3, 3},
           {}}};
}

// Listens to what another recipe does.
class Recorder : public Recipe {
 public:
  explicit Recorder(const GraphEnsOptions& options) : inner_(graphens({.graphens = options})) {}

  std::optional<TrainingSet> epoch(const TrainingSet& set, const Epoch& now) override {
    sets.push_back(inner_->epoch(set, now));
    return sets.back();
  }
  void observe(const Observation& seen) override { inner_->observe(seen); }

  std::vector<std::optional<TrainingSet>> sets;

 private:
  std::unique_ptr<Recipe> inner_;
};

// Does not learn, so that every epoch sees the same network. Its first layer does not see the nodes' own
// features: the loss has no gradient there, so they are not masked.
Network blind_network(const TrainingSet& set) {
  Network network = make_network({.conv = "gcn", .width = 8, .dropout = 0}, set.graph->features.cols(), 5, 2);
  Matrix& weights = network.convs[0][0].value;
  std::fill_n(weights.data(), kNodes * weights.cols(), Real(0));
  return network;
}

std::vector<std::optional<TrainingSet>> epochs_of(const TrainingSet& set, const GraphEnsOptions& options,
                                                  int count, uint64_t seed = 0) {
  ThreadPool pool(1);
  Network network = blind_network(set);
  Recorder recorder(options);
  const Examples none;
  const FitContext context{seed, pool, {}};
  EpochLoop loop(network, {.rate = 0}, loss_named("cross-entropy"), set, none, recorder, context);
  for (int number = 0; number < count; ++number) loop.train(number);
  return recorder.sets;
}

struct Made {
  int32_t label = 0, source = -1, target = -1;  // nodes
  std::vector<int32_t> heard;
  std::vector<int32_t> masked;  // of the other features
};

// The new nodes whose target is of another class: of two nodes of one class either could be the source.
std::vector<Made> made_in(const TrainingSet& set, const TrainingSet& epoch) {
  const auto old = static_cast<size_t>(set.examples.size());
  const Matrix &x = set.graph->features.dense(), &added = epoch.added->features.dense();
  std::vector<Made> all;
  for (int64_t k = 0; k < epoch.added->count(); ++k) {
    Made made{.label = epoch.examples.labels[old + k]};
    for (int32_t v = 0; v < kNodes; ++v) {
      if (added(k, v) == 0) continue;
      const auto place = std::ranges::find(set.examples.nodes, v) - set.examples.nodes.begin();
      (set.examples.labels[place] == made.label ? made.source : made.target) = v;
    }
    EXPECT_GE(made.source, 0);
    if (made.target < 0) continue;
    const Real share = added(k, made.source);
    EXPECT_NEAR(added(k, made.target), 1 - share, 1e-6);
    for (int32_t j = kNodes; j < x.cols(); ++j) {
      const Real from = x(made.source, j), to = x(made.target, j);
      if (added(k, j) == from)
        made.masked.push_back(j);
      else
        EXPECT_NEAR(added(k, j), share * from + (1 - share) * to, 1e-5);
    }
    const auto heard = epoch.added->edges.row(k);
    made.heard.assign(heard.begin(), heard.end());
    all.push_back(made);
  }
  return all;
}

TEST(GraphEns, fills_every_labelled_class_up_to_the_largest_behind_the_old_nodes) {
  const TrainingSet set = small_set();
  for (const auto& epoch : epochs_of(set, {}, 4)) {
    ASSERT_TRUE(epoch.has_value());
    EXPECT_EQ(epoch->graph, set.graph);
    ASSERT_EQ(epoch->added->count(), 5 + 7 + 5);
    ASSERT_EQ(epoch->examples.size(), set.examples.size() + 17);
    std::vector<int> count(5);
    for (const int32_t label : epoch->examples.labels) ++count[label];
    EXPECT_EQ(count, (std::vector<int>{8, 8, 8, 8, 0}));
    EXPECT_TRUE(
        std::equal(set.examples.nodes.begin(), set.examples.nodes.end(), epoch->examples.nodes.begin()));
    for (int32_t k = 0; k < 17; ++k) EXPECT_EQ(epoch->examples.nodes[set.examples.size() + k], kNodes + k);
    for (const int32_t heard : epoch->added->edges.columns)
      EXPECT_LT(heard, kNodes) << "nobody hears a new node";
  }
}

TEST(GraphEns, mixes_a_node_of_the_class_with_any_and_copies_neighbours_while_it_warms_up) {
  const TrainingSet set = small_set();
  const auto epochs = epochs_of(set, {.keep_prob = 0.5, .warm_up = 3}, 4);
  for (int number = 0; number < 3; ++number)
    for (const Made& made : made_in(set, *epochs[number])) {
      EXPECT_TRUE(made.masked.empty());
      EXPECT_TRUE(std::ranges::equal(made.heard, set.graph->edges.row(made.source)));
    }
  size_t masked = 0;
  for (const Made& made : made_in(set, *epochs[3])) masked += made.masked.size();
  EXPECT_GT(masked, 0u) << "after it";
}

void expect_share(double times, double draws, double chance) {
  EXPECT_NEAR(times / draws, chance, 4 * std::sqrt(chance * (1 - chance) / draws) + 1e-12);
}

TEST(GraphEns, draws_sources_evenly_and_targets_by_the_log_of_their_class) {
  const TrainingSet set = small_set();
  std::map<int32_t, double> sources, targets;
  double of_three = 0, from_two = 0;
  for (const auto& epoch : epochs_of(set, {.warm_up = 1000}, 600)) {
    for (const Made& made : made_in(set, *epoch)) {
      if (made.label == 3) ++sources[made.source], ++of_three;
      if (made.label == 2) ++targets[made.target], ++from_two;
    }
  }
  for (const int32_t node : {12, 13, 14}) expect_share(sources[node], of_three, 1.0 / 3);
  EXPECT_EQ(from_two, 600 * 7) << "a class of one is never a target, of itself neither";
  const double sum = std::log(8.0) + 2 * std::log(3.0);
  for (int32_t node = 0; node < 8; ++node) expect_share(targets[node], from_two, std::log(8.0) / 8 / sum);
  for (const int32_t node : {8, 9, 23, 12, 13, 14})
    expect_share(targets[node], from_two, std::log(3.0) / 3 / sum);
}

// Mean log-probabilities around a node, which softmax takes for mean logits.
std::vector<double> around(const TrainingSet& set, const Matrix& probability, int32_t node) {
  std::vector<double> mean(probability.cols());
  const auto heard = set.graph->edges.row(node);
  std::vector<int32_t> all(heard.begin(), heard.end());
  all.push_back(node);
  for (const int32_t v : all)
    for (int64_t c = 0; c < probability.cols(); ++c)
      mean[c] += std::log(static_cast<double>(probability(v, c))) / static_cast<double>(all.size());
  return mean;
}

TEST(GraphEns, masks_and_hears_by_how_unlike_the_network_finds_source_and_target) {
  const TrainingSet set = small_set();
  const double temperature = 0.2;
  ThreadPool pool(1);
  std::vector<int32_t> everyone(kNodes);
  std::iota(everyone.begin(), everyone.end(), 0);
  const Matrix probability = predict(blind_network(set), *set.graph, everyone, pool).probability;
  const Csr& edges = set.graph->edges;
  std::set<size_t> sizes;
  double heard = 0, of_source = 0, expected = 0, variance = 0;
  const auto epochs = epochs_of(set, {.keep_prob = 0.5, .temperature = temperature}, 500);
  for (size_t number = 1; number < epochs.size(); ++number)
    for (const Made& made : made_in(set, *epochs[number])) {
      const double divergence = ens_divergence(around(set, probability, made.source),
                                               around(set, probability, made.target), temperature);
      ASSERT_EQ(static_cast<int64_t>(made.masked.size()), ens_mask_size(divergence + 1e-6, 42)) << divergence;
      sizes.insert(made.masked.size());
      ASSERT_LE(made.heard.size(), edges.row(made.source).size());
      for (const int32_t node : made.heard)
        ASSERT_TRUE(std::ranges::binary_search(edges.row(made.source), node) ||
                    std::ranges::binary_search(edges.row(made.target), node));
      if (made.heard.size() != 1 || edges.length(made.target) == 0) continue;
      const auto common = std::ranges::count_if(edges.row(made.target), [&](int32_t v) {
        return std::ranges::binary_search(edges.row(made.source), v);
      });
      const double phi = ens_source_chance(divergence), share = static_cast<double>(common);
      const double chance = phi + (1 - phi) * share / static_cast<double>(edges.length(made.target));
      ++heard;
      of_source += std::ranges::binary_search(edges.row(made.source), made.heard[0]);
      expected += chance;
      variance += chance * (1 - chance);
    }
  EXPECT_GT(sizes.size(), 3u);
  ASSERT_GT(heard, 100);
  EXPECT_NEAR(of_source, expected, 4 * std::sqrt(variance));
}

// min(degree of a random node, degree of the source).
TEST(GraphEns, hears_as_many_as_a_random_node_and_no_more_than_the_source) {
  const TrainingSet set = small_set();
  const Csr& edges = set.graph->edges;
  const auto epochs = epochs_of(set, {}, 500);
  std::map<std::pair<int32_t, size_t>, double> times;
  std::map<int32_t, double> draws;
  for (size_t number = 1; number < epochs.size(); ++number)
    for (const Made& made : made_in(set, *epochs[number])) {
      ++times[{made.source, made.heard.size()}];
      ++draws[made.source];
    }
  EXPECT_EQ((times[{23, 0}]), draws[23]) << "who hears nobody";
  ASSERT_GT(edges.length(13), 1);
  for (int64_t degree = 0; degree <= edges.length(13); ++degree) {
    double nodes = 0;
    for (int64_t v = 0; v < kNodes; ++v) nodes += std::min(edges.length(v), edges.length(13)) == degree;
    expect_share(times[{13, degree}], draws[13], nodes / kNodes);
  }
}

// Only one feature has weights: it alone is salient.
TEST(GraphEns, masks_the_features_that_matter_to_the_target) {
  const TrainingSet set = small_set();
  ThreadPool pool(1);
  Network network = blind_network(set);
  Matrix& weights = network.convs[0][0].value;
  constexpr int32_t kSalient = kNodes + 17;
  for (int64_t j = kNodes; j < weights.rows(); ++j)
    if (j != kSalient) std::fill_n(weights.row(j), weights.cols(), Real(0));
  Recorder recorder({.keep_prob = 0.012});  // of 84 features: one
  const Examples none;
  const FitContext context{0, pool, {}};
  EpochLoop loop(network, {.rate = 0}, loss_named("cross-entropy"), set, none, recorder, context);
  for (int number = 0; number < 20; ++number) loop.train(number);
  int64_t salient = 0, all = 0;
  for (int number = 1; number < 20; ++number)
    for (const Made& made : made_in(set, *recorder.sets[number])) {
      ++all;
      salient += made.masked == std::vector<int32_t>{kSalient};
    }
  EXPECT_GT(all, 100);
  EXPECT_GT(salient, all * 9 / 10) << "a target whose neurons are all silent has no salient feature";
}

TEST(GraphEns, makes_other_nodes_in_every_epoch_and_training_and_the_same_for_the_same) {
  const TrainingSet set = small_set();
  const auto nodes = [](const std::optional<TrainingSet>& epoch) {
    const auto values = epoch->added->features.dense().values();
    return std::vector<Real>(values.begin(), values.end());
  };
  const auto first = epochs_of(set, {}, 4), again = epochs_of(set, {}, 4), other = epochs_of(set, {}, 4, 1);
  for (size_t number = 0; number < 4; ++number) {
    EXPECT_EQ(nodes(first[number]), nodes(again[number]));
    EXPECT_EQ(first[number]->added->edges, again[number]->added->edges);
    EXPECT_NE(nodes(first[number]), nodes(other[number]));
    if (number > 0) {
      EXPECT_NE(nodes(first[number]), nodes(first[number - 1]));
    }
  }
}

TEST(GraphEns, begins_anew_with_another_training) {
  const TrainingSet set = small_set();
  TrainingSet smaller = set;
  smaller.examples = {{0, 1, 2, 12}, {0, 0, 0, 3}, {}};
  const auto recipe = graphens({});
  recipe->epoch(set, {0, 0});
  EXPECT_EQ(recipe->epoch(smaller, {0, 0})->added->count(), 2);
}

TEST(GraphEns, leaves_a_balanced_task_alone_bit_for_bit) {
  const Dataset dataset = blocks_dataset();
  for (const ConvEntry& entry : convs()) {
    std::set<std::string> models;
    for (const char* method : {"graphens", "vanilla"}) {
      Cell cell = test::quick_cell(method, "");
      cell.model.conv = entry.name;
      cell.split.rho = 1;
      ThreadPool pool(2);
      models.insert(run(dataset, cell, std::nullopt, pool, {}).model_sha256);
    }
    EXPECT_EQ(models.size(), 1u) << entry.name;
  }
}

// Sparse and dense features, any loss, an ensemble, validation labels given back.
TEST(GraphEns, trains_in_every_way_and_differently_from_vanilla) {
  Dataset sparse = blocks_dataset(), dense = sparse;
  Matrix x(sparse.nodes(), sparse.graph->features.cols(), 0);
  for (int64_t v = 0; v < x.rows(); ++v)
    for (const int32_t word : sparse.graph->features.sparse().row(v)) x(v, word) = 1;
  dense.graph = std::make_shared<const Graph>(Graph{sparse.graph->edges, Features(std::move(x))});
  std::vector<Cell> cells(3, test::quick_cell("graphens", ""));
  cells[1].training.loss = "ldam";
  cells[1].training.ensemble = 2;
  cells[2].refit = true;
  for (Cell& cell : cells)
    for (const Dataset* dataset : {&sparse, &dense}) {
      std::set<std::string> models;
      cell.features = "raw";
      cell.method = "graphens";
      for (const int threads : {1, 3}) {
        ThreadPool pool(threads);
        models.insert(run(*dataset, cell, std::nullopt, pool, {}).model_sha256);
      }
      EXPECT_EQ(models.size(), 1u);
      cell.method = "vanilla";
      ThreadPool pool(1);
      models.insert(run(*dataset, cell, std::nullopt, pool, {}).model_sha256);
      EXPECT_EQ(models.size(), 2u);
    }
}

TEST(GraphEns, works_without_edges_and_with_no_features_to_mask) {
  TrainingSet set = small_set();
  Csr none{kNodes, kNodes, std::vector<int64_t>(kNodes + 1, 0), {}, {}};
  set.graph = std::make_shared<const Graph>(Graph{none, set.graph->features});
  for (const auto& epoch : epochs_of(set, {.keep_prob = 0}, 4)) {
    EXPECT_EQ(epoch->added->count(), 17);
    EXPECT_TRUE(epoch->added->edges.columns.empty());
    for (const Made& made : made_in(set, *epoch)) EXPECT_TRUE(made.masked.empty());
  }
}

TEST(GraphEnsOptions, that_cannot_be_are_refused) {
  for (const GraphEnsOptions& options :
       {GraphEnsOptions{.keep_prob = -0.1}, GraphEnsOptions{.keep_prob = 1.1},
        GraphEnsOptions{.keep_prob = std::nan("")}, GraphEnsOptions{.temperature = 0},
        GraphEnsOptions{.temperature = std::nan("")}, GraphEnsOptions{.warm_up = 0}})
    EXPECT_THROW(graphens({.graphens = options}), Error);
}

}  // namespace
}  // namespace graphsr
