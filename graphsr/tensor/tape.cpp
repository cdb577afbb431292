#include "graphsr/tensor/tape.h"

#include <cassert>
#include <utility>

#include "graphsr/tensor/kernels.h"

namespace graphsr {

Tape::Node& Tape::next(Var& v) {
  if (used_ == static_cast<int32_t>(nodes_.size())) nodes_.emplace_back();
  v.index = used_++;
  Node& node = nodes_[v.index];
  node.value = &node.owned;
  node.gradient = &node.owned_gradient;
  node.stepped = nullptr;
  node.needs = node.touched = false;
  node.backward = nullptr;
  return node;
}

Var Tape::param(Param& param) {
  Var v;
  Node& node = next(v);
  node.value = &param.value;
  node.gradient = &param.gradient;
  if (param.rate != 0) node.stepped = &param;
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
  assert(!node.stepped && "the value may still be read");
  const bool add = std::exchange(node.touched, true);
  // A value that was taken over has no shape of its own any more: its gradient only comes by pass_gradient.
  if (!add) node.gradient->resize(node.value->rows(), node.value->cols(), node.value->order());
  return {*node.gradient, add};
}

Tape::Onto Tape::linear_slot(Var v) {
  if (Param* param = nodes_[v.index].stepped) return {param->value, -param->rate};
  const auto [matrix, add] = slot(v);
  return {matrix, add ? Real{1} : Real{0}};
}

void Tape::pass_gradient(Var from, Var v) {
  if (!needs_gradient(v)) return;
  Node &source = nodes_[from.index], &target = nodes_[v.index];
  if (!std::exchange(target.touched, true)) {
    std::swap(*source.gradient, *target.gradient);
  } else {
    kernels::add_to(source.gradient->data(), source.gradient->size(), target.gradient->data());
  }
}

void Tape::backward(Var loss) {
  const FlushDenormals flush;
  for (int32_t i = 0; i <= loss.index; ++i) nodes_[i].touched = false;
  slot(loss).matrix.fill(1);
  for (int32_t i = loss.index; i >= 0; --i) {
    Node& node = nodes_[i];
    if (node.backward && node.needs && node.touched) node.backward();
  }
  for (int32_t i = 0; i < used_; ++i) {
    Node& node = nodes_[i];
    if (node.needs && !node.touched && !node.stepped && node.value && node.value != &node.owned) {
      node.gradient->resize(node.value->rows(), node.value->cols(), node.value->order());
      node.gradient->fill(0);
    }
  }
}

void Tape::clear() { used_ = 0; }

}  // namespace graphsr
