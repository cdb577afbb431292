#include "graphsr/model/layer_input.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <numeric>

#include "graphsr/base/mapped_file.h"
#include "graphsr/tensor/multiply.h"

namespace graphsr {

Var HiddenInput::projected(Tape& tape, Var w) { return matmul(tape, hidden_, w); }

Var HiddenInput::self_projected(Tape& tape, Var w, Var base) {
  return rows_matmul(tape, hidden_, block_.first_output, block_.outputs, w, base);
}

Var HiddenInput::aggregated_projected(Tape& tape, Var w, Var base) {
  return matmul(tape, aggregated(tape, block_, hidden_), w, base);
}

FeatureInput::FeatureInput(Block block, Features features, bool with_gradient)
    : features_(std::move(features)), with_gradient_(with_gradient), block_(std::move(block)) {}

FeatureInput::FeatureInput(const Graph& graph, const Messages& messages, std::vector<int32_t> nodes,
                           bool alone, bool with_gradient, const HalfRows* known)
    : with_gradient_(with_gradient) {
  const auto outputs = std::ssize(nodes);
  if (!graph.features.is_sparse()) {
    features_ = graph.features;
    heard_ = Heard{&graph.edges, messages, std::move(nodes), alone, known, {}};
  } else if (alone) {
    features_ = gathered(graph.features, nodes);
    block_ = Block{0, outputs, {}, {}};
  } else {
    const Inputs inputs = inputs_of(graph.edges, nodes);
    features_ = gathered(graph.features, inputs.nodes);
    block_ = block_of(graph.edges, messages, inputs, 0, outputs, with_gradient);
  }
}

const Block& FeatureInput::block() const {
  if (block_) return *block_;
  const auto outputs = std::ssize(heard_->outputs);
  if (heard_->alone) {
    block_ = Block{0, outputs, {}, {}};
    heard_->inputs = heard_->outputs;
  } else {
    Inputs inputs = inputs_of(*heard_->edges, heard_->outputs);
    block_ = block_of(*heard_->edges, heard_->messages, inputs, 0, outputs, with_gradient_);
    heard_->inputs = std::move(inputs.nodes);
  }
  return *block_;
}

Var FeatureInput::made(Rows rows, Var w, Var result) {
  made_.push_back({rows, w, result});
  return result;
}

// dL/dh = sum over products of (their gradient, gathered back to the inputs)·wᵀ, computed as its transpose:
// so the few rows are packed, not the weights.
Matrix FeatureInput::gradient(Tape& tape, std::span<const int32_t> places) const {
  const auto count = static_cast<int64_t>(places.size());
  Matrix total(features_.cols(), count, 0), part;
  for (const Product& product : made_) {
    const Matrix &g = tape.gradient(product.result), &w = tape.value(product.w);
    part.resize(count, w.cols());
    if (product.rows == Rows::gathered) {
      multiply(tape.pool(), gathered(block().gather.back.matrix, places), g, part);
    } else {
      const int64_t first = product.rows == Rows::outputs ? block().first_output : 0;
      for (int64_t i = 0; i < count; ++i) {
        const int64_t row = places[i] - first;
        if (row >= 0 && row < g.rows())
          std::copy_n(g.row(row), g.cols(), part.row(i));
        else
          std::fill_n(part.row(i), g.cols(), Real(0));
      }
    }
    for (const Panel& panel : panels_of(w)) {
      const View own = {part.data() + panel.first, 1, part.cols()};
      multiply(tape.pool(), panel.view, own, panel.cols, total, true);
    }
  }
  return transposed(total);
}

FeatureInput::Operand FeatureInput::operand(Features features, std::optional<Phrases> phrases) const {
  Operand out;
  if (phrases) {
    out.sparse = sparse_operand(std::move(phrases->rows), with_gradient_);
    out.words = sparse_operand(std::move(phrases->words), with_gradient_);
  } else if (features.is_sparse()) {
    out.sparse = sparse_operand(features.sparse(), with_gradient_);
  }
  out.features = std::move(features);
  return out;
}

FeatureInput::Operand FeatureInput::operand(Features features) const {
  std::optional<Phrases> phrases;
  if (features.is_sparse()) phrases = phrases_of(features.sparse());
  return operand(std::move(features), std::move(phrases));
}

Var FeatureInput::times(Tape& tape, const Operand& rows, Var w, Var base) {
  return rows.features.is_sparse() ? sparse_matmul(tape, rows.sparse, rows.weights(tape, w), base)
                                   : matmul(tape, tape.constant(rows.features.dense()), w, base);
}

const FeatureInput::Operand& FeatureInput::all() {
  if (all_) return *all_;
  if (heard_) block();  // which finds the inputs
  all_ = operand(heard_ ? gathered(features_, heard_->inputs) : features_);
  return *all_;
}

Var FeatureInput::projected(Tape& tape, Var w) { return made(Rows::all, w, times(tape, all(), w, {})); }

Var FeatureInput::self_projected(Tape& tape, Var w, Var base) {
  if (!outputs_) {
    std::vector<int32_t> rows;
    if (heard_) {
      rows = heard_->outputs;
    } else {
      rows.resize(block().outputs);
      std::iota(rows.begin(), rows.end(), static_cast<int32_t>(block().first_output));
    }
    outputs_ = operand(gathered(features_, rows));
  }
  return made(Rows::outputs, w, times(tape, *outputs_, w, base));
}

Matrix FeatureInput::gathered_rows(ThreadPool& pool) const {
  if (heard_ && heard_->known) {
    assert(heard_->known->rows() == features_.rows() && heard_->known->cols() == features_.cols());
    Matrix rows(std::ssize(heard_->outputs), features_.cols());
    pool.for_rows(rows.rows(), rows.cols(), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) heard_->known->get(heard_->outputs[i], rows.row(i));
    });
    return rows;
  }
  const Csr all = heard_ ? gathering(*heard_->edges, heard_->messages, heard_->outputs) : Csr();
  const Csr& gather = heard_ ? all : block().gather.matrix;
  Matrix sums(gather.rows, features_.cols());
  const Matrix& from = features_.dense();
  const LooksHereAndThere looks(from.data(), from.is_view() ? from.size() * sizeof(Real) : 0);
  multiply(pool, gather, from, sums);
  return sums;
}

void FeatureInput::choose_order(ThreadPool& pool) {
  chosen_ = true;
  if (!features_.is_sparse()) {
    aggregated_ = operand(Features(gathered_rows(pool)));
    return;
  }
  const Csr &gather = block().gather.matrix, &words = features_.sparse();
  std::optional<Phrases> phrases = phrases_of(words);
  const int64_t apart = (phrases ? phrases->rows : words).nonzeros() + gather.nonzeros();
  // Some rows tell: nothing but speed hangs on it, and the retraining game asks anew for every node it tries.
  const int64_t stride = std::max<int64_t>(1, gather.rows / 64);
  if (product_nonzeros(gather, words, stride) * stride <= apart)
    aggregated_ = operand(Features(product(gather, words)));
  else if (!all_)
    all_ = operand(features_, std::move(phrases));
}

Var FeatureInput::aggregated_projected(Tape& tape, Var w, Var base) {
  if (!chosen_) choose_order(tape.pool());
  if (aggregated_) return made(Rows::gathered, w, times(tape, *aggregated_, w, base));
  return made(Rows::gathered, w,
              sparse_matmul(tape, block().gather, all().sparse, all().weights(tape, w), base));
}

}  // namespace graphsr
