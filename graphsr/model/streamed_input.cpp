#include "graphsr/model/streamed_input.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "graphsr/tensor/multiply.h"

namespace graphsr {

// Rows are multiplied and divided by them, and sums multiplied.
static bool can_be_factors(const Messages& messages) {
  const auto finite = [](Real value) { return std::isfinite(value); };
  return std::ranges::all_of(messages.to, finite) && std::ranges::all_of(messages.from, finite) &&
         std::ranges::find(messages.from, Real{0}) == messages.from.end();
}

LayerReading::LayerReading(const Csr& edges, const Messages& messages, const Inputs& inputs, int64_t outputs)
    : edges(edges),
      messages(messages),
      inputs(inputs),
      outputs(outputs),
      by_edges(inputs.in_order && std::ssize(inputs.nodes) > kManyRows && can_be_factors(messages)) {}

LayerRows LayerReading::rows(int64_t width, int64_t networks) const {
  return {std::ssize(inputs.nodes), width, networks,
          by_edges ? std::span(messages.from) : std::span<const Real>()};
}

StreamedLayer::StreamedLayer(const Graph& graph, PredictionSpace* shared, const LayerReading& reading)
    : reading_(reading), graph_(&graph), shared_(shared) {
  if (graph.features.is_sparse())
    sparse_ = &graph.features.sparse();
  else
    dense_ = &graph.features.dense();
}

StreamedLayer::StreamedLayer(const LayerRows& hidden, const LayerReading& reading)
    : reading_(reading), hidden_(&hidden) {}

int64_t StreamedLayer::cols() const {
  return sparse_ ? sparse_->cols : dense_ ? dense_->cols() : hidden_->cols();
}

const RoundedFeatures& StreamedLayer::rounded(ThreadPool& pool) {
  const std::lock_guard lock(making_);
  if (!rounded_) rounded_.emplace(*graph_, reading_.messages, pool);
  return *rounded_;
}

void StreamedInput::read(int64_t begin, int64_t end) {
  begin_ = begin;
  end_ = end;
  block_.reset();
  gathered_.clear();
}

const Block& StreamedInput::block() const {
  const LayerReading& reading = layer_.reading_;
  if (!block_ && reading.inputs.place.empty()) block_ = Block{begin_, end_ - begin_, {}, {}};  // hears nobody
  if (!block_) block_ = block_of(reading.edges, reading.messages, reading.inputs, begin_, end_, false);
  return *block_;
}

Var StreamedInput::range_projected(Tape& tape, int64_t first, int64_t count, Var w, Var base) {
  const auto nodes = std::span(layer_.reading_.inputs.nodes).subspan(first, count);
  if (layer_.sparse_) {
    sparse_outputs_.matrix = graphsr::gathered(*layer_.sparse_, nodes);
    return sparse_matmul(tape, sparse_outputs_, w, base);
  }
  if (layer_.dense_)
    outputs_ = graphsr::gathered(*layer_.dense_, nodes);
  else
    layer_.hidden_->get(network_, first, count, outputs_);
  return matmul(tape, tape.constant(outputs_), w, base);
}

template <class Put>
void StreamedInput::project_all(Tape& tape, Var w, const Put& put) {
  constexpr int64_t kRows = 8192, kValues = int64_t{1} << 21;  // dense ones are copied
  const int64_t cols = std::max<int64_t>(1, layer_.cols());
  const int64_t step = layer_.dense_ ? std::clamp<int64_t>(kValues / cols, 64, kRows) : kRows;
  Tape parts(tape.pool());
  for (int64_t first = 0; first < layer_.inputs(); first += step) {
    parts.clear();
    const int64_t count = std::min(step, layer_.inputs() - first);
    put(first, parts.value(range_projected(parts, first, count, parts.constant(tape.value(w)), {})));
  }
}

Var StreamedInput::projected(Tape& tape, Var w) {
  const std::lock_guard lock(layer_.making_);
  const StreamedLayer::Asked asked = {network_, asked_++};
  auto place = layer_.projected_.find(asked);
  if (place == layer_.projected_.end()) {
    place = layer_.projected_.try_emplace(asked).first;
    Matrix& whole = place->second.rows;
    whole.resize(layer_.inputs(), tape.value(w).cols());
    project_all(tape, w, [&](int64_t first, const Matrix& rows) {
      std::copy_n(rows.data(), rows.size(), whole.row(first));
    });
  }
  last_ = &place->second;
  dots_asked_ = 0;
  return tape.constant(last_->rows);
}

Var StreamedInput::projected_dots(Tape& tape, Var vector, int64_t heads) {
  const std::lock_guard lock(layer_.making_);
  assert(last_ && "projected() comes first");
  if (dots_asked_ == last_->dots.size())
    last_->dots.push_back(head_dots(tape.pool(), last_->rows, tape.value(vector), heads));
  return tape.constant(last_->dots[dots_asked_++]);
}

Var StreamedInput::self_projected(Tape& tape, Var w, Var base) {
  return range_projected(tape, begin_, end_ - begin_, w, base);
}

std::vector<Var> StreamedInput::gathered(Tape& tape, const LayerRows& rows) {
  const LayerReading& reading = layer_.reading_;
  std::vector<Var> sums;
  std::vector<Real*> places;
  for (int64_t m = 0; m < rows.networks(); ++m) {
    sums.push_back(tape.record(end_ - begin_, rows.cols()));
    places.push_back(tape.result(sums.back()).data());
  }
  if (reading.by_edges)
    rows.sum_neighbours(reading.edges, reading.messages, begin_, end_, places);
  else
    for (int64_t m = 0; m < rows.networks(); ++m)
      rows.gather(tape.pool(), m, block().gather.matrix, tape.result(sums[m]));
  return sums;
}

// In 16 bits, whether they were kept so or are rounded now: the same bytes.
Var StreamedInput::gathered_features(Tape& tape) {
  const LayerReading& reading = layer_.reading_;
  const Matrix& features = *layer_.dense_;
  const auto nodes = std::span(reading.inputs.nodes).subspan(begin_, end_ - begin_);
  const Var out = tape.record(std::ssize(nodes), features.cols());
  Matrix& sums = tape.result(out);
  const HalfRows* known = nullptr;
  if (PredictionSpace* shared = layer_.shared_)
    known = reading.by_edges ? &shared->gathered_features(reading.messages, tape.pool())
                             : shared->known_features();
  if (known) {
    for (int64_t i = 0; i < sums.rows(); ++i) known->get(nodes[i], sums.row(i));
  } else if (reading.by_edges) {
    layer_.rounded(tape.pool()).sum_neighbours(begin_, end_, sums.data());
    halves_.resize(static_cast<size_t>(sums.size()));
    kernels::halve(sums.data(), sums.size(), 1, halves_.data());
    kernels::widen(halves_.data(), sums.size(), sums.data());
  } else {
    multiply(tape.pool(), gathering(reading.edges, reading.messages, nodes), features, sums);
  }
  return out;
}

Var StreamedInput::gathered_rows(Tape& tape) {
  if (gathered_.empty()) {
    if (layer_.dense_)
      gathered_ = {gathered_features(tape)};
    else
      gathered_ = gathered(tape, *layer_.hidden_);
  }
  return gathered_[layer_.dense_ ? 0 : network_];
}

const LayerRows& StreamedInput::product_rows(Tape& tape, Var w) {
  const std::lock_guard lock(layer_.making_);
  const StreamedLayer::Asked asked = {network_, asked_++};
  auto place = layer_.products_.find(asked);
  if (place == layer_.products_.end()) {
    place = layer_.products_.try_emplace(asked, layer_.reading_.rows(tape.value(w).cols(), 1)).first;
    project_all(tape, w, [&](int64_t first, const Matrix& rows) {
      tape.pool().for_rows(rows.rows(), rows.cols(), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) place->second.put(0, first + i, rows.row(i));
      });
    });
  }
  return place->second;
}

Var StreamedInput::aggregated_projected(Tape& tape, Var w, Var base) {
  const Matrix& weight = tape.value(w);
  if (!layer_.sparse_ && layer_.cols() <= weight.cols()) return matmul(tape, gathered_rows(tape), w, base);
  const Var sums = gathered(tape, product_rows(tape, w)).front();
  if (base) kernels::add_to(tape.value(base).data(), tape.value(base).size(), tape.result(sums).data());
  return sums;
}

}  // namespace graphsr
