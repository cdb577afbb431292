#include "graphsr/model/predict.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "graphsr/tensor/multiply.h"

namespace graphsr {

namespace {

// The networks go through the layers side by side.
class Predictor {
 public:
  Predictor(std::span<const Network> trained, const Graph& graph, std::span<const int32_t> nodes,
            ThreadPool& pool, bool with_embedding)
      : networks_(trained.begin(), trained.end()),
        graph_(graph),
        with_embedding_(with_embedding),
        messages_(first().conv().messages(graph.edges)),
        hops_(hops_of(graph.edges, messages_, nodes, first().conv().propagation(), false)),
        tape_(pool) {}

  std::vector<Prediction> run() {
    const size_t layers = first().convs.size();
    std::vector<Inputs> inputs(layers);
    for (size_t k = layers; k-- > 0;)
      inputs[k] = layer_inputs(first(), graph_.edges, k + 1 == layers ? hops_.inputs : inputs[k + 1].nodes);
    const auto outputs = static_cast<int64_t>(hops_.inputs.size());
    for (const Network& network : networks_) scores_.emplace_back(outputs, network.classes);
    for (size_t k = 0; k + 1 < layers; ++k) {
      hidden_ = next_layer(k, inputs[k], static_cast<int64_t>(inputs[k + 1].nodes.size()));
      inputs[k] = {};
    }
    last_layer(layers - 1, inputs.back(), outputs);
    return finished();
  }

 private:
  Network& first() { return networks_.front(); }

  // Calls made(m, begin, rows) for what network m makes of each block of rows of the layer.
  template <class Made>
  void for_blocks(size_t layer, const Inputs& inputs, int64_t outputs, const Made& made) {
    std::deque<StreamedInput> in;
    if (layer == 0)
      in.emplace_back(graph_.features, inputs.nodes);
    else
      for (const LayerRows& rows : hidden_) in.emplace_back(rows);
    const int64_t step = in.front().rows_at_once();
    for (int64_t begin = 0; begin < outputs; begin += step) {
      const int64_t end = std::min(outputs, begin + step);
      const Block block =
          layer_block(first(), graph_.edges, messages_, inputs, begin, end, false, &tape_.pool());
      tape_.clear();
      for (StreamedInput& input : in) input.read(block);
      for (size_t m = 0; m < networks_.size(); ++m)
        made(m, begin, layer_forward(tape_, networks_[m], layer, in[layer == 0 ? 0 : m], {}));
    }
  }

  std::vector<LayerRows> next_layer(size_t layer, const Inputs& inputs, int64_t outputs) {
    std::vector<LayerRows> next;
    for (size_t m = 0; m < networks_.size(); ++m) next.emplace_back(outputs, first().options.width);
    for_blocks(layer, inputs, outputs, [&](size_t m, int64_t begin, Var rows) {
      next[m].put(tape_.pool(), begin, tape_.value(rows));
    });
    return next;
  }

  void last_layer(size_t layer, const Inputs& inputs, int64_t outputs) {
    if (with_embedding_) embedding_.resize(outputs, first().options.width);
    const auto keep = [&](Var rows, int64_t begin, Matrix& all) {
      const Matrix& part = tape_.value(rows);
      std::copy_n(part.data(), part.size(), all.row(begin));
    };
    for_blocks(layer, inputs, outputs, [&](size_t m, int64_t begin, Var rows) {
      if (m == 0 && with_embedding_) keep(rows, begin, embedding_);
      keep(own_scores(tape_, networks_[m], rows), begin, scores_[m]);
    });
    hidden_.clear();
  }

  std::vector<Prediction> finished() {
    const Propagation propagation = first().conv().propagation();
    const auto after_hops = [&](const Matrix& rows) {
      tape_.clear();
      return tape_.value(propagated(tape_, hops_, propagation, tape_.constant(rows)));
    };
    std::vector<Prediction> predictions(networks_.size());
    for (size_t m = 0; m < networks_.size(); ++m)
      predictions[m].probability = softmax(after_hops(std::exchange(scores_[m], {})));
    if (with_embedding_)
      predictions[0].embedding = propagation.steps > 0 ? after_hops(embedding_) : std::move(embedding_);
    return predictions;
  }

  // Copies: the tape wants somewhere to put gradients, though it computes none.
  std::vector<Network> networks_;
  const Graph& graph_;
  const bool with_embedding_;
  const Messages messages_;
  const Hops hops_;
  Tape tape_;
  std::vector<LayerRows> hidden_;  // of each network: what the layer before wrote
  Matrix embedding_;               // of the first
  std::vector<Matrix> scores_;
};

}  // namespace

std::vector<Prediction> predict(std::span<const Network> networks, const Graph& graph,
                                std::span<const int32_t> nodes, ThreadPool& pool, bool with_embedding) {
  // With sparse features each network has products of its own with all of them: one after the other needs
  // less memory.
  const size_t together = graph.features.is_sparse() ? 1 : networks.size();
  std::vector<Prediction> predictions;
  for (size_t m = 0; m < networks.size(); m += together)
    for (Prediction& prediction :
         Predictor(networks.subspan(m, together), graph, nodes, pool, with_embedding && m == 0).run())
      predictions.push_back(std::move(prediction));
  return predictions;
}

Prediction predict(const Network& network, const Graph& graph, std::span<const int32_t> nodes,
                   ThreadPool& pool, bool with_embedding) {
  return std::move(predict(std::span(&network, 1), graph, nodes, pool, with_embedding).front());
}

}  // namespace graphsr
