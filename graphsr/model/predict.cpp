#include "graphsr/model/predict.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <iterator>
#include <optional>
#include <utility>

#include "graphsr/model/streamed_input.h"

namespace graphsr {

namespace {

// The networks go through the layers side by side.
class Predictor {
 public:
  Predictor(std::span<const Network> trained, const Graph& graph, std::span<const int32_t> nodes,
            ThreadPool& pool, const EmbeddingSink& embedding, PredictionSpace* shared)
      : networks_(trained.begin(), trained.end()),
        graph_(graph),
        embedding_(embedding),
        messages_(first().conv().messages(graph.edges)),
        hops_(hops_of(graph.edges, messages_, nodes, first().conv().propagation(), false)),
        pool_(pool),
        shared_(shared && shared->is_for(graph, first().conv()) ? shared : nullptr) {}

  // Probabilities of each network.
  std::vector<Matrix> run() {
    const size_t layers = first().convs.size();
    std::vector<Inputs> inputs(layers);
    std::deque<LayerReading> readings;  // last layer first
    for (size_t k = layers; k-- > 0;) {
      const std::vector<int32_t>& outputs = k + 1 == layers ? hops_.inputs : inputs[k + 1].nodes;
      inputs[k] = layer_inputs(first(), graph_.edges, outputs);
      readings.emplace_back(graph_.edges, messages_, inputs[k], std::ssize(outputs));
    }
    std::optional<LayerRows> hidden;
    for (size_t k = 0; k + 1 < layers; ++k) {
      LayerRows next = readings[layers - 2 - k].rows(first().options.width, std::ssize(networks_));
      for_parts(k, readings[layers - 1 - k], hidden, [&](Tape& tape, size_t m, int64_t begin, Var rows) {
        next.put(static_cast<int64_t>(m), begin, tape.value(rows));
      });
      hidden = std::move(next);
      inputs[k] = {};
    }
    last_layer(layers - 1, readings.front(), hidden);
    hidden.reset();
    return finished();
  }

 private:
  Network& first() { return networks_.front(); }

  // Calls made(tape, m, begin, rows) for what network m makes of each part of the layer's rows, on all
  // threads. Small parts stay in the caches; layers that look at a product of all inputs in each part, as
  // gat does, have larger ones.
  template <class Made>
  void for_parts(size_t layer, const LayerReading& reading, const std::optional<LayerRows>& hidden,
                 const Made& made) {
    constexpr int64_t kFirst = 512, kLarge = 8192, kMostAtOnce = 8;
    StreamedLayer in = hidden ? StreamedLayer(*hidden, reading) : StreamedLayer(graph_, shared_, reading);
    const auto compute = [&](int64_t first_row, int64_t last_row, int64_t rows) {
      const FlushDenormals flush;
      Tape tape(pool_);
      StreamedInput input(in);
      for (int64_t begin = first_row; begin < last_row; begin += rows) {
        tape.clear();
        input.read(begin, std::min(last_row, begin + rows));
        for (size_t m = 0; m < networks_.size(); ++m)
          made(tape, m, begin,
               layer_forward(tape, networks_[m], layer, input.of(static_cast<int64_t>(m)), {}));
      }
    };
    const int64_t first_rows = std::min(kFirst, reading.outputs), left = reading.outputs - first_rows;
    if (first_rows > 0) compute(0, first_rows, first_rows);  // and what all parts share
    const int64_t rows = in.has_whole_products() ? kLarge : kFirst;
    const int64_t at_once = std::clamp<int64_t>(left / (4 * rows * pool_.threads()), 1, kMostAtOnce);
    pool_.for_blocks(left, at_once * rows, [&](int64_t begin, int64_t end) {
      compute(first_rows + begin, first_rows + end, rows);
    });
  }

  void last_layer(size_t layer, const LayerReading& reading, const std::optional<LayerRows>& hidden) {
    if (embedding_ && propagates()) before_hops_.resize(reading.outputs, first().options.width);
    for (const Network& network : networks_) scores_.emplace_back(reading.outputs, network.classes);
    const auto keep = [](const Matrix& part, int64_t begin, Matrix& all) {
      std::copy_n(part.data(), part.size(), all.row(begin));
    };
    for_parts(layer, reading, hidden, [&](Tape& tape, size_t m, int64_t begin, Var rows) {
      if (m == 0 && embedding_) {
        if (propagates())
          keep(tape.value(rows), begin, before_hops_);
        else
          embedding_(begin, tape.value(rows));
      }
      const Matrix& scores = tape.value(own_scores(tape, networks_[m], rows));
      keep(propagates() ? scores : softmax(scores), begin, scores_[m]);
    });
  }

  bool propagates() { return first().conv().propagation().steps > 0; }

  std::vector<Matrix> finished() {
    if (!propagates()) return std::move(scores_);
    const auto after_hops = [&](const Matrix& rows) {
      Tape tape(pool_);
      return tape.value(propagated(tape, hops_, first().conv().propagation(), tape.constant(rows)));
    };
    for (Matrix& scores : scores_) scores = softmax(after_hops(scores));
    if (embedding_) {
      const Matrix z = after_hops(before_hops_);
      before_hops_ = {};
      embedding_(0, z);
    }
    return std::move(scores_);
  }

  // Copies: the tape wants somewhere to put gradients, though it computes none.
  std::vector<Network> networks_;
  const Graph& graph_;
  const EmbeddingSink& embedding_;  // of the first network; may be empty
  const Messages messages_;
  const Hops hops_;
  ThreadPool& pool_;
  PredictionSpace* const shared_;
  Matrix before_hops_;          // embeddings of the first
  std::vector<Matrix> scores_;  // of each network, or probabilities where nothing is propagated
};

}  // namespace

std::vector<Prediction> predict(std::span<const Network> networks, const Graph& graph,
                                std::span<const int32_t> nodes, ThreadPool& pool, bool with_embedding,
                                PredictionSpace* shared) {
  assert(!networks.empty());
  // With sparse features, and in layers that look at more than sums (as gat's does), each network has
  // products of its own with all nodes: one after the other needs less memory.
  const Conv& conv = networks.front().conv();
  const bool shares = !graph.features.is_sparse() && (conv.only_sums() || conv.propagation().steps > 0);
  const size_t together = shares ? networks.size() : 1;
  std::vector<Prediction> predictions;
  for (size_t m = 0; m < networks.size(); m += together) {
    Matrix z;
    EmbeddingSink keep;
    if (with_embedding && m == 0) {
      z.resize(std::ssize(nodes), networks[m].options.width);
      keep = [&z](int64_t first, const Matrix& rows) { std::copy_n(rows.data(), rows.size(), z.row(first)); };
    }
    for (Matrix& probability :
         Predictor(networks.subspan(m, together), graph, nodes, pool, keep, shared).run())
      predictions.push_back({std::exchange(z, {}), std::move(probability)});
  }
  return predictions;
}

Prediction predict(const Network& network, const Graph& graph, std::span<const int32_t> nodes,
                   ThreadPool& pool, bool with_embedding) {
  return std::move(predict(std::span(&network, 1), graph, nodes, pool, with_embedding).front());
}

Matrix predict(const Network& network, const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool,
               const EmbeddingSink& embedding) {
  return std::move(Predictor(std::span(&network, 1), graph, nodes, pool, embedding, nullptr).run().front());
}

}  // namespace graphsr
