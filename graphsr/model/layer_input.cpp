#include "graphsr/model/layer_input.h"

#include <algorithm>
#include <iterator>

#include "graphsr/tensor/multiply.h"

namespace graphsr {

Var HiddenInput::projected(Tape& tape, Var w) { return matmul(tape, hidden_, w); }

Var HiddenInput::self_projected(Tape& tape, Var w, Var base) {
  return matmul(tape, row_range(tape, hidden_, block_->first_output, block_->outputs), w, base);
}

Var HiddenInput::aggregated_projected(Tape& tape, Var w, Var base) {
  return matmul(tape, aggregated(tape, *block_, hidden_), w, base);
}

// The same gathering from rows of all nodes, of which the inputs are these.
static Csr of_nodes(Csr gather, std::span<const int32_t> nodes, int64_t all) {
  gather.cols = all;
  for (int32_t& column : gather.columns) column = nodes[column];
  return gather;
}

FeatureInput::FeatureInput(const Block& block, Features features, bool with_gradient)
    : LayerInput(block), features_(std::move(features)), with_gradient_(with_gradient) {}

FeatureInput::FeatureInput(const Block& block, const Features& all, std::vector<int32_t> nodes,
                           bool with_gradient)
    : LayerInput(block), features_(all), nodes_(std::move(nodes)), with_gradient_(with_gradient) {
  if (!all.is_sparse()) return;
  features_ = gathered(all, nodes_);
  nodes_.clear();
}

Var FeatureInput::made(Rows rows, Var w, Var base, Var result) {
  Var sum = base ? base : result;  // a result hands its gradient on to the base that it was added to
  for (const Product& product : made_)
    if (product.result.index == base.index) sum = product.sum;
  made_.push_back({rows, w, result, sum});
  return result;
}

// dL/dh = sum over products of (their gradient, gathered back to the inputs)·wᵀ, computed as its transpose:
// so the few rows are packed, not the weights.
Matrix FeatureInput::gradient(Tape& tape, std::span<const int32_t> places) const {
  const auto count = static_cast<int64_t>(places.size());
  Matrix total(features_.cols(), count, 0), part;
  for (const Product& product : made_) {
    const Matrix &g = tape.gradient(product.sum), &w = tape.value(product.w);
    part.resize(count, w.cols());
    if (product.rows == Rows::gathered) {
      multiply(tape.pool(), gathered(block_->gather.back.matrix, places), g, part);
    } else {
      const int64_t first = product.rows == Rows::outputs ? block_->first_output : 0;
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

FeatureInput::Operand FeatureInput::operand(Features features) const {
  Operand out;
  if (features.is_sparse()) out.sparse = sparse_operand(features.sparse(), with_gradient_);
  out.features = std::move(features);
  return out;
}

Var FeatureInput::times(Tape& tape, const Operand& rows, Var w, Var base) {
  return rows.features.is_sparse() ? sparse_matmul(tape, rows.sparse, w, base)
                                   : matmul(tape, tape.constant(rows.features.dense()), w, base);
}

const FeatureInput::Operand& FeatureInput::all() {
  if (!all_) all_ = operand(nodes_.empty() ? features_ : gathered(features_, nodes_));
  return *all_;
}

Var FeatureInput::projected(Tape& tape, Var w) { return made(Rows::all, w, {}, times(tape, all(), w, {})); }

Var FeatureInput::self_projected(Tape& tape, Var w, Var base) {
  if (!outputs_) {
    std::vector<int32_t> rows(block_->outputs);
    for (int64_t i = 0; i < block_->outputs; ++i) {
      const int64_t place = block_->first_output + i;
      rows[i] = nodes_.empty() ? static_cast<int32_t>(place) : nodes_[place];
    }
    outputs_ = operand(gathered(features_, rows));
  }
  return made(Rows::outputs, w, base, times(tape, *outputs_, w, base));
}

void FeatureInput::choose_order(ThreadPool& pool) {
  chosen_ = true;
  const Csr& gather = block_->gather.matrix;
  if (features_.is_sparse()) {
    const int64_t apart = features_.sparse().nonzeros() + gather.nonzeros();
    // Some rows tell: nothing but speed hangs on it, and the retraining game asks anew for every node it
    // tries.
    const int64_t stride = std::max<int64_t>(1, gather.rows / 64);
    if (product_nonzeros(gather, features_.sparse(), stride) * stride <= apart)
      aggregated_ = operand(Features(product(gather, features_.sparse())));
  } else {
    Matrix sums(gather.rows, features_.cols());
    if (nodes_.empty())
      multiply(pool, gather, features_.dense(), sums);
    else
      multiply(pool, of_nodes(gather, nodes_, features_.rows()), features_.dense(), sums);
    aggregated_ = operand(Features(std::move(sums)));
  }
}

Var FeatureInput::aggregated_projected(Tape& tape, Var w, Var base) {
  if (!chosen_) choose_order(tape.pool());
  if (aggregated_) return made(Rows::gathered, w, base, times(tape, *aggregated_, w, base));
  return made(Rows::gathered, w, base, sparse_matmul(tape, block_->gather, all().sparse, w, base));
}

LayerRows::LayerRows(int64_t rows, int64_t width) {
  if (rows > kManyRows)
    half_.resize(rows, width);
  else
    whole_.resize(rows, width);
}

void LayerRows::put(ThreadPool& pool, int64_t first, const Matrix& rows) {
  if (half_.rows() > 0)
    half_.put(pool, first, rows);
  else
    std::copy_n(rows.data(), rows.size(), whole_.row(first));
}

void LayerRows::get(ThreadPool& pool, int64_t first, int64_t count, Matrix& to) const {
  if (half_.rows() > 0) {
    half_.get(pool, first, count, to);
  } else {
    to.resize(count, whole_.cols());
    std::copy_n(whole_.row(first), to.size(), to.data());
  }
}

void LayerRows::gather(ThreadPool& pool, const Csr& by, Matrix& sums) const {
  if (half_.rows() > 0)
    multiply(pool, by, half_, sums);
  else
    multiply(pool, by, whole_, sums);
}

static const Block kNoBlock;

StreamedInput::StreamedInput(const Features& features, std::span<const int32_t> nodes)
    : LayerInput(kNoBlock), nodes_(nodes) {
  if (features.is_sparse())
    sparse_ = &features.sparse();
  else
    dense_ = &features.dense();
  all_in_order_ = std::ssize(nodes) == features.rows() && std::ranges::is_sorted(nodes);
}

StreamedInput::StreamedInput(const LayerRows& hidden) : LayerInput(kNoBlock), hidden_(&hidden) {}

int64_t StreamedInput::inputs() const { return hidden_ ? hidden_->rows() : std::ssize(nodes_); }

int64_t StreamedInput::cols() const {
  return sparse_ ? sparse_->cols : dense_ ? dense_->cols() : hidden_->cols();
}

int64_t StreamedInput::rows_at_once() const {
  constexpr int64_t kRows = 8192, kValues = int64_t{1} << 21;
  return dense_ && dense_->cols() > 0 ? std::clamp<int64_t>(kValues / dense_->cols(), 64, kRows) : kRows;
}

Var StreamedInput::range_projected(Tape& tape, int64_t first, int64_t count, Var w, Var base) {
  if (sparse_) {
    sparse_outputs_.matrix = gathered(*sparse_, nodes_.subspan(first, count));
    return sparse_matmul(tape, sparse_outputs_, w, base);
  }
  if (dense_)
    outputs_ = gathered(*dense_, nodes_.subspan(first, count));
  else
    hidden_->get(tape.pool(), first, count, outputs_);
  return matmul(tape, tape.constant(outputs_), w, base);
}

template <class Put>
void StreamedInput::project_all(Tape& tape, Var w, const Put& put) {
  const int64_t step = rows_at_once();
  Tape parts(tape.pool());
  for (int64_t first = 0; first < inputs(); first += step) {
    parts.clear();
    const int64_t count = std::min(step, inputs() - first);
    put(first, parts.value(range_projected(parts, first, count, parts.constant(tape.value(w)), {})));
  }
}

Var StreamedInput::projected(Tape& tape, Var w) {
  const auto [place, is_new] = projected_.try_emplace(&tape.value(w));
  Matrix& all = place->second;
  if (is_new) {
    all.resize(inputs(), tape.value(w).cols());
    project_all(tape, w, [&](int64_t first, const Matrix& rows) {
      std::copy_n(rows.data(), rows.size(), all.row(first));
    });
  }
  return tape.constant(all);
}

Var StreamedInput::self_projected(Tape& tape, Var w, Var base) {
  return range_projected(tape, block_->first_output, block_->outputs, w, base);
}

Var StreamedInput::gathered_rows(Tape& tape) {
  if (gathered_) return gathered_;
  gathered_ = tape.record(block_->outputs, cols());
  const Csr& gather = block_->gather.matrix;
  if (dense_ && inputs() <= kManyRows) {
    Matrix& sums = tape.result(gathered_);
    if (all_in_order_)
      multiply(tape.pool(), gather, *dense_, sums);
    else
      multiply(tape.pool(), of_nodes(gather, nodes_, dense_->rows()), *dense_, sums);
    return gathered_;
  }
  if (dense_ && !copy_) {
    copy_.emplace(inputs(), cols());
    for (int64_t first = 0; first < inputs(); first += rows_at_once()) {
      const int64_t count = std::min(rows_at_once(), inputs() - first);
      copy_->put(tape.pool(), first, gathered(*dense_, nodes_.subspan(first, count)));
    }
  }
  (dense_ ? *copy_ : *hidden_).gather(tape.pool(), gather, tape.result(gathered_));
  return gathered_;
}

Var StreamedInput::aggregated_projected(Tape& tape, Var w, Var base) {
  const Matrix& weight = tape.value(w);
  if (!sparse_ && cols() <= weight.cols()) return matmul(tape, gathered_rows(tape), w, base);
  auto place = products_.find(&weight);
  if (place == products_.end()) {
    place = products_.try_emplace(&weight, inputs(), weight.cols()).first;
    project_all(tape, w,
                [&](int64_t first, const Matrix& rows) { place->second.put(tape.pool(), first, rows); });
  }
  const Var sums = tape.record(block_->outputs, weight.cols());
  place->second.gather(tape.pool(), block_->gather.matrix, tape.result(sums));
  if (base) kernels::add_to(tape.value(base).data(), tape.value(base).size(), tape.result(sums).data());
  return sums;
}

}  // namespace graphsr
