// GraphSMOTE: new nodes, their links, the forward pass with them, and training as a whole.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "graphsr/method/smote_forward.h"
#include "graphsr/method/synthetic_nodes.h"
#include "tests/matrices.h"
#include "tests/method/quick_cell.h"
#include "tests/small_graphs.h"
#include "tests/train/two_blocks.h"

namespace graphsr {
namespace {

// Twelve nodes, of which class 0 has 6, 7, 8 and 9 labelled, class 1 has 11 and 4, class 2 only 10. Rows of z
// are in another order than the nodes.
struct Points {
  Examples labelled = {{6, 7, 8, 9, 11, 4, 10}, {0, 0, 0, 0, 1, 1, 2}, {}};
  Matrix z = test::matrix({{0, 0}, {5, 0}, {1, 0}, {9, 0}, {0, 4}, {0, 8}, {7, 7}});
  std::vector<int32_t> row_of = std::vector<int32_t>(12, -1);
  Csr edges = test::edges_of(12, {{11, 0}, {11, 1}, {4, 1}, {4, 2}, {10, 2}, {10, 5}, {3, 5}, {0, 3}});

  Points() {
    for (int32_t i = 0; i < 7; ++i) row_of[labelled.nodes[i]] = i;
  }
  std::vector<SyntheticNode> made(uint64_t seed, int classes = 4) const {
    ThreadPool pool(2);
    return synthetic_nodes(labelled, classes, z, row_of, Stream(seed, Purpose::test), pool);
  }
};

TEST(SyntheticNodes, fill_every_labelled_class_up_to_the_largest) {
  std::vector<int32_t> labels;
  for (const SyntheticNode& node : Points().made(0)) labels.push_back(node.label);
  EXPECT_EQ(labels, (std::vector<int32_t>{1, 1, 2, 2, 2}));
}

// Class members named by their place in the class would be nodes 0 and 1 here.
TEST(SyntheticNodes, lie_between_a_labelled_node_and_the_nearest_other_of_its_class) {
  Points points;
  points.labelled.labels = {0, 0, 0, 1, 1, 1, 1};  // 6, 7, 8 of class 0 and 9, 11, 4, 10 of class 1
  const std::map<int32_t, int32_t> nearest = {{6, 8}, {7, 8}, {8, 6}};
  std::set<int32_t> sources;
  double sum = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const std::vector<SyntheticNode> made = points.made(seed, 2);
    ASSERT_EQ(made.size(), 1u);
    const Blend& blend = made[0].blend;
    EXPECT_EQ(made[0].label, 0);
    EXPECT_EQ(blend.to, nearest.at(blend.from));
    EXPECT_GE(blend.share, 0);
    EXPECT_LT(blend.share, 1);
    sources.insert(blend.from);
    sum += static_cast<double>(blend.share);
  }
  EXPECT_EQ(sources.size(), 3u);
  EXPECT_NEAR(sum / 300, 0.5, 0.06);
}

TEST(SyntheticNodes, of_a_class_with_one_node_are_that_node) {
  for (const SyntheticNode& node : Points().made(1))
    if (node.label == 2) {
      EXPECT_EQ(node.blend.from, 10);
      EXPECT_EQ(node.blend.to, 10);
    }
}

TEST(SyntheticNodes, take_every_member_once_before_any_twice) {
  Points points;
  points.labelled.labels = {0, 0, 0, 0, 0, 1, 1};
  for (uint64_t seed = 0; seed < 20; ++seed) {
    std::map<int32_t, int> count;
    for (const SyntheticNode& node : points.made(seed, 2)) ++count[node.blend.from];
    EXPECT_EQ(count.size(), 2u);
    for (const auto& [node, times] : count) EXPECT_GE(times, 1);
  }
}

TEST(SyntheticNodes, have_rows_on_the_segment_under_those_of_z) {
  const Points points;
  const std::vector<SyntheticNode> made = {{{4, 11, 0.25}, 1}, {{11, 4, 0.25}, 1}, {{10, 10, 0.7f}, 2}};
  const Csr rows = blending(made, 7, points.row_of);
  ThreadPool pool(1);
  Tape tape(pool);
  const SparseOperand operand = sparse_operand(rows, false);
  const Matrix& all = tape.value(sparse_matmul(tape, operand, tape.constant(points.z)));
  ASSERT_EQ(all.rows(), 10);
  for (int64_t i = 0; i < 7; ++i) EXPECT_TRUE(std::equal(all.row(i), all.row(i) + 2, points.z.row(i)));
  EXPECT_EQ(all(7, 1), 7);  // from node 4 at 8 to node 11 at 4
  EXPECT_EQ(all(8, 1), 5);
  EXPECT_EQ(all(9, 0), 7);
}

TEST(CandidateLinks, are_the_neighbours_of_both_ends_by_their_names) {
  const Points points;
  const std::vector<SyntheticNode> made = {{{11, 4, 0}, 1}, {{10, 10, 0}, 2}};
  const std::vector<int32_t> all(12, 0);
  const Csr links = candidate_links(points.edges, made, all);
  EXPECT_EQ(links, (Csr{2, 12, {0, 3, 5}, {0, 1, 2, 2, 5}, {}}));
  std::vector<int32_t> some = all;
  some[1] = some[5] = -1;
  EXPECT_EQ(candidate_links(points.edges, made, some), (Csr{2, 12, {0, 2, 3}, {0, 2, 2}, {}}));
}

TEST(LikelyLinks, are_those_of_probability_one_half_and_more) {
  const Csr links = {2, 12, {0, 3, 5}, {0, 1, 2, 2, 5}, {}};
  EXPECT_EQ(likely_links(links, test::matrix({{0.5f}, {0.49f}, {0.9f}, {0}, {0.2f}})),
            (Csr{2, 12, {0, 2, 2}, {0, 2}, {}}));
}

// A network with positive biases, so that z has no zeros, on the graph of two blocks.
class ForwardWithSyntheticNodes : public testing::Test {
 protected:
  Network network(const std::string& conv, int layers = 2) {
    ModelOptions options = test::small_model(conv);
    options.layers = layers;
    Network made = make_network(options, blocks_.graph->features.cols(), 2, 3);
    for (Real& value : made.convs[0].back().value.values()) value = 1;
    return made;
  }
  Matrix logits(Network& network, bool soft, double decoder, int threads = 2) {
    Reading reading(network, *blocks_.graph, network.conv().messages(blocks_.graph->edges), labelled_.nodes,
                    true);
    SmoteForward smote(network, blocks_.graph->edges, labelled_.nodes, 5);
    smote.decoder().value.fill(0);
    for (int64_t k = 0; k < network.options.width; ++k)
      smote.decoder().value(k, k) = static_cast<Real>(decoder);
    ThreadPool pool(threads);
    Tape tape(pool);
    const Matrix out = tape.value(smote.run(tape, network, reading, labelled_, soft, {false, 4, 2}).logits);
    examples_ = smote.examples();
    return out;
  }
  static double difference(const Matrix& a, const Matrix& b) {
    double most = 0;
    for (int64_t i = 0; i < a.size(); ++i)
      most = std::max(most, std::abs(static_cast<double>(a.data()[i] - b.data()[i])));
    return most;
  }

  const test::TwoBlocks blocks_;
  // Three of class 0, seven of class 1.
  const Examples labelled_ = {
      {0, 1, 2, 100, 101, 102, 103, 104, 105, 106}, {0, 0, 0, 1, 1, 1, 1, 1, 1, 1}, {}};
  Examples examples_;
};

TEST_F(ForwardWithSyntheticNodes, gives_logits_of_labelled_and_new_nodes) {
  Network gcn = network("gcn");
  EXPECT_EQ(logits(gcn, false, 1).rows(), 14);
  EXPECT_EQ(examples_.nodes.size(), 14u);
  EXPECT_EQ(examples_.nodes[10], 200);
  EXPECT_TRUE(
      std::all_of(examples_.labels.begin() + 10, examples_.labels.end(), [](int32_t c) { return c == 0; }));
}

TEST_F(ForwardWithSyntheticNodes, has_soft_links_that_are_hard_ones_where_they_are_certain) {
  for (const ConvEntry& entry : convs())
    for (const int layers : {1, 2, 3}) {
      SCOPED_TRACE(std::string(entry.name) + " " + std::to_string(layers));
      Network made = network(entry.name, layers);
      const Matrix hard = logits(made, false, 50);
      EXPECT_LE(difference(hard, logits(made, true, 50)), 1e-4) << "probability 1";
      const bool has_links = layers > 1 || made.conv().propagation().steps > 0;
      if (has_links && std::string(entry.name) != "gat") {
        EXPECT_GT(difference(hard, logits(made, true, 0)), 1e-3) << "probability one half";
      }
      EXPECT_LE(difference(hard, logits(made, false, 0)), 1e-4) << "one half is enough for a hard link";
    }
}

TEST_F(ForwardWithSyntheticNodes, is_the_same_in_every_bit_for_any_threads) {
  for (const ConvEntry& entry : convs()) {
    Network made = network(entry.name);
    EXPECT_EQ(difference(logits(made, true, 0.1, 1), logits(made, true, 0.1, 5)), 0) << entry.name;
  }
}

// Where all classes have as many there is nothing new, and training on the edges' loss with no weight is
// plain.
TEST(GraphSmote, is_vanilla_where_classes_are_balanced_and_edges_do_not_count) {
  const Dataset dataset = blocks_dataset();
  ThreadPool pool(2);
  for (const ConvEntry& entry : convs()) {
    Cell plain = test::quick_cell("vanilla", ""), smote = test::quick_cell("graphsmote-t", "");
    smote.select.graphsmote.edge_weight = 0;
    for (Cell* cell : {&plain, &smote}) {
      cell->split.rho = 1;
      cell->model.conv = entry.name;
    }
    const Matrix a = run(dataset, plain, std::nullopt, pool, {}).prediction.probability;
    const Matrix b = run(dataset, smote, std::nullopt, pool, {}).prediction.probability;
    for (int64_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a.data()[i], b.data()[i], 1e-3) << entry.name;
  }
}

TEST(GraphSmote, has_variants_that_differ) {
  const Dataset dataset = blocks_dataset();
  ThreadPool pool(2);
  std::set<std::string> models;
  for (const char* name : {"graphsmote", "graphsmote-t", "graphsmote-o", "graphsmote-o-pre", "vanilla"})
    models.insert(run(dataset, test::quick_cell(name, ""), std::nullopt, pool, {}).model_sha256);
  EXPECT_EQ(models.size(), 5u);
}

TEST(GraphSmote, works_with_every_loss_depth_and_ensemble_to_the_same_bytes) {
  const Dataset dataset = blocks_dataset();
  const auto expect_same_model = [&](const Cell& cell) {
    std::set<std::string> models;
    for (const int threads : {1, 3}) {
      ThreadPool pool(threads);
      models.insert(run(dataset, cell, std::nullopt, pool, {}).model_sha256);
    }
    EXPECT_EQ(models.size(), 1u);
  };
  Cell cell = test::quick_cell("graphsmote", "");
  cell.training.ensemble = 2;
  for (const LossKind& kind : losses()) {
    SCOPED_TRACE(kind.name);
    cell.training.loss = kind.name;
    expect_same_model(cell);
  }
  for (const ConvEntry& entry : convs())
    for (const int layers : {1, 3}) {
      SCOPED_TRACE(std::string(entry.name) + " " + std::to_string(layers));
      cell.model.conv = entry.name;
      cell.model.layers = layers;
      expect_same_model(cell);
    }
}

// The decoder learns: after training on the edge loss alone, edges are more probable than other pairs.
TEST(GraphSmote, edge_loss_teaches_the_decoder_which_nodes_are_linked) {
  const test::TwoBlocks blocks;
  Network network = make_network(test::small_model("gcn"), blocks.graph->features.cols(), 2, 3);
  std::vector<int32_t> nodes(200);
  for (int32_t v = 0; v < 200; ++v) nodes[v] = v;
  Reading reading(network, *blocks.graph, network.conv().messages(blocks.graph->edges), nodes, true);
  SmoteForward smote(network, blocks.graph->edges, nodes, 5);
  std::vector<Param*> params = {&smote.decoder()};
  for (Param& param : network.convs[0]) params.push_back(&param);
  ThreadPool pool(2);
  Tape tape(pool);
  Optimiser optimiser(OptimiserOptions{.weight_decay = 0});
  double first = 0, last = 0;
  for (uint64_t epoch = 0; epoch < 100; ++epoch) {
    tape.clear();
    const Var loss = smote.edge_loss(tape, network, reading, {false, 1, epoch});
    (epoch == 0 ? first : last) = static_cast<double>(tape.value(loss)(0, 0));
    tape.backward(loss);
    optimiser.step(pool, params);
  }
  EXPECT_LT(last, 0.8 * first);
}

}  // namespace
}  // namespace graphsr
