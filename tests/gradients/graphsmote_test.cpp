// The joint objective of GraphSMOTE: network and edge decoder, with hard and soft links, on every
// architecture.
#include "graphsr/method/smote_forward.h"
#include "tests/gradients/check.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

TEST(Gradients, the_joint_loss_of_synthetic_nodes_and_edges) {
  const Graph graph{test::random_edges(14, 24, 3), Features(test::random_matrix(14, 6, 5))};
  const Examples labelled = {{2, 13, 5, 0, 9, 7, 3}, {0, 1, 1, 0, 0, 0, 2}, {1, 2, 1, 0.5, 1, 1, 1}};
  const Matrix weight(1, 1, 0.1);
  for (const ConvEntry& entry : convs())
    for (const bool soft : {false, true})
      for (const int layers : {1, 2, 3}) {
        SCOPED_TRACE(std::string(entry.name) + (soft ? " soft " : " hard ") + std::to_string(layers));
        ModelOptions options;
        options.conv = entry.name;
        options.layers = layers;
        options.width = 8;
        options.heads = 2;
        options.dropout = 0.3;
        options.attention_dropout = 0.2;
        Network network = make_network(options, 6, 3, 12);
        for (Param* param : network.params())
          if (param->value.rows() == 1) param->value = test::random_matrix(1, param->value.cols(), 7);
        Reading reading(network, graph, network.conv().messages(graph.edges), labelled.nodes, true);
        SmoteForward smote(network, graph.edges, labelled.nodes, 5);
        std::vector<Param*> params = network.params();
        if (smote.has_edges()) params.push_back(&smote.decoder());
        test::expect_right_gradients(params, [&](Tape& tape) {
          const auto [logits, edge_loss] = smote.run(tape, network, reading, labelled, soft, {true, 4, 2});
          const Examples& all = smote.examples();
          const Var node_loss = cross_entropy(tape, logits, all.labels, all.weights);
          return edge_loss ? matmul(tape, tape.constant(weight), edge_loss, node_loss) : node_loss;
        });
      }
}

}  // namespace
}  // namespace graphsr
