#include "graphsr/tensor/tape.h"

#include <cassert>
#include <utility>

#include "graphsr/tensor/multiply.h"

namespace graphsr {

Tape::Node& Tape::next(Var& v) {
  if (used_ == static_cast<int32_t>(nodes_.size())) nodes_.emplace_back();
  v.index = used_++;
  Node& node = nodes_[v.index];
  node.value = &node.owned;
  node.gradient = &node.owned_gradient;
  node.param = nullptr;
  node.needs = node.touched = false;
  node.backward = nullptr;
  return node;
}

Var Tape::param(Param& param) {
  Var v;
  Node& node = next(v);
  node.value = &param.value;
  node.gradient = &param.gradient;
  node.param = &param;
  node.needs = true;
  return v;
}

Var Tape::constant(const Matrix& matrix) {
  Var v;
  next(v).value = &matrix;
  return v;
}

Var Tape::record(int64_t rows, int64_t cols, Order order) {
  Var v;
  next(v).owned.resize(rows, cols, order);
  return v;
}

Var Tape::take(Var from) {
  Var v;
  Node& node = next(v);
  assert(nodes_[from.index].value == &nodes_[from.index].owned && "only recorded values can be taken over");
  std::swap(node.owned, nodes_[from.index].owned);
  nodes_[from.index].value = nullptr;
  node.needs = nodes_[from.index].needs;
  return v;
}

void Tape::on_backward(Var v, std::function<void()> backward) {
  nodes_[v.index].backward = std::move(backward);
}

Tape::Slot Tape::slot(Var v) {
  Node& node = nodes_[v.index];
  const bool add = std::exchange(node.touched, true);
  // A value that was taken over has no shape of its own any more: its gradient only comes by pass_gradient.
  const bool is_product = node.param && node.param->product;
  if (!add || is_product) node.gradient->resize(node.value->rows(), node.value->cols(), node.value->order());
  if (is_product) {  // not the only contribution after all
    const Param::Product first = std::exchange(node.param->product, {});
    multiply(pool_, *first.matrix, *first.rows, *node.gradient);
  }
  return {*node.gradient, add};
}

void Tape::add_product(Var v, const Csr& matrix, const Matrix& rows) {
  Node& node = nodes_[v.index];
  if (node.param && !node.touched && node.value->order() == Order::strips) {
    node.touched = true;
    node.param->product = {&matrix, &rows};
    return;
  }
  const auto [gradient, add] = slot(v);
  multiply(pool_, matrix, rows, gradient, add ? 1 : 0);
}

void Tape::pass_gradient(Var from, Var v) {
  if (!needs_gradient(v)) return;
  Node &source = nodes_[from.index], &target = nodes_[v.index];
  if (target.touched || target.param) {
    const auto [gradient, add] = slot(v);
    if (add)
      kernels::add_to(source.gradient->data(), source.gradient->size(), gradient.data());
    else
      gradient = *source.gradient;
  } else {
    target.touched = true;
    target.gradient = source.gradient;
  }
}

void Tape::backward(Var loss) {
  const FlushDenormals flush;
  for (int32_t i = 0; i <= loss.index; ++i) {
    Node& node = nodes_[i];
    node.touched = false;
    if (node.param)
      node.param->product = {};
    else
      node.gradient = &node.owned_gradient;
  }
  slot(loss).matrix.fill(1);
  for (int32_t i = loss.index; i >= 0; --i) {
    Node& node = nodes_[i];
    if (node.backward && node.needs && node.touched) node.backward();
  }
  for (int32_t i = 0; i < used_; ++i) {
    Node& node = nodes_[i];
    if (node.needs && !node.touched && node.value && node.value != &node.owned) {
      node.gradient->resize(node.value->rows(), node.value->cols(), node.value->order());
      node.gradient->fill(0);
    }
  }
}

void Tape::clear() { used_ = 0; }

}  // namespace graphsr
