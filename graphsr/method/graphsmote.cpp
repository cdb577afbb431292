// GraphSMOTE (Zhao, Zhang and Wang, 2021): in every epoch new nodes of the smaller classes, between labelled
// ones in the space of the first layer's output, and linked by an edge decoder that learns the graph's edges.
// The network is trained on the graph with the new nodes and used without them.
#include "graphsr/method/method.h"
#include "graphsr/method/smote_forward.h"
#include "graphsr/tensor/optimiser.h"

namespace graphsr {

namespace {

// The rows of the method's paper.
struct Variant {
  bool soft = false;  // O: links are weights that the classifier's loss trains; T: they are there or not
  bool pretrained = false;  // first layer and decoder have learned the graph's edges before
};

constexpr int kPretraining = 50;  // epochs

class GraphSmote : public Recipe {
 public:
  GraphSmote(const Variant& variant, const GraphSmoteOptions& options)
      : variant_(variant), options_(options), edge_weight_(1, 1, static_cast<Real>(options.edge_weight)) {
    check(options);
  }

  std::vector<Param*> begin(Network& network, Reading& reading, const TrainingSet& set,
                            const FitContext& context) override {
    forward_ = SmoteForward(network, set.graph->edges, set.examples.nodes, context.seed);
    if (variant_.pretrained && forward_.has_edges()) pretrain(network, reading, context);
    std::vector<Param*> params = network.params();
    params.push_back(&forward_.decoder());
    return params;
  }

  Var objective(const TrainingStep& step) override {
    const auto [logits, edge_loss] =
        forward_.run(step.tape, step.network, step.reading, step.set.examples, variant_.soft, step.mode());
    const Var node_loss = loss(step.tape, logits, forward_.examples(), step.plain);
    if (!edge_loss) return node_loss;
    return matmul(step.tape, step.tape.constant(edge_weight_), edge_loss,
                  node_loss);  // weighted, onto the other
  }

  std::unique_ptr<Recipe> fresh() const override { return std::make_unique<GraphSmote>(variant_, options_); }

 private:
  void pretrain(Network& network, Reading& reading, const FitContext& context) {
    const FlushDenormals flush;
    std::vector<Param*> params = {&forward_.decoder()};
    for (Param& param : network.convs.front()) params.push_back(&param);
    Tape tape(context.pool);
    Optimiser optimiser(OptimiserOptions{.weight_decay = 0});
    Mode mode{true, derived_seed(context.seed, "pre-training"), 0};
    for (; mode.epoch < kPretraining; ++mode.epoch) {
      tape.clear();
      tape.backward(forward_.edge_loss(tape, network, reading, mode));
      optimiser.step(context.pool, params);
    }
  }

  Variant variant_;
  GraphSmoteOptions options_;
  Matrix edge_weight_;
  SmoteForward forward_;
};

}  // namespace

std::unique_ptr<Recipe> graphsmote(const SelectOptions& options) {
  return std::make_unique<GraphSmote>(Variant{.pretrained = true}, options.graphsmote);
}

std::unique_ptr<Recipe> graphsmote_t(const SelectOptions& options) {
  return std::make_unique<GraphSmote>(Variant{}, options.graphsmote);
}

std::unique_ptr<Recipe> graphsmote_o(const SelectOptions& options) {
  return std::make_unique<GraphSmote>(Variant{.soft = true}, options.graphsmote);
}

std::unique_ptr<Recipe> graphsmote_o_pre(const SelectOptions& options) {
  return std::make_unique<GraphSmote>(Variant{.soft = true, .pretrained = true}, options.graphsmote);
}

}  // namespace graphsr
