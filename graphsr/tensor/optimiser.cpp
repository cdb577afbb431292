#include "graphsr/tensor/optimiser.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "graphsr/tensor/multiply.h"

namespace graphsr {

void Optimiser::step(ThreadPool& pool, std::span<Param* const> params) {
  const bool is_adam = options_.kind == OptimiserOptions::Kind::adam;
  const bool has_memory = is_adam || options_.momentum != 0;
  if (states_.empty()) {
    for (const Param* p : params) {
      State& state = states_.emplace_back();
      if (has_memory) state.first = Matrix(p->value.rows(), p->value.cols(), 0);
      if (is_adam) state.second = state.first;
    }
  }
  assert(states_.size() == params.size());
  ++steps_;
  const double t = static_cast<double>(steps_);
  const AdamStep adam = {
      static_cast<Real>(options_.beta1),
      static_cast<Real>(options_.beta2),
      static_cast<Real>(options_.epsilon),
      static_cast<Real>(options_.weight_decay),
      static_cast<Real>(options_.rate / (1 - std::pow(options_.beta1, t))),
      static_cast<Real>(1 / std::sqrt(1 - std::pow(options_.beta2, t))),
  };
  const SgdStep sgd = {static_cast<Real>(options_.rate), static_cast<Real>(options_.momentum),
                       static_cast<Real>(options_.weight_decay)};
  for (size_t k = 0; k < params.size(); ++k) {
    Param& p = *params[k];
    State& state = states_[k];
    if (const Param::Product product = std::exchange(p.product, {})) {
      if (is_adam) {
        multiply_adam(pool, *product.matrix, *product.rows, adam, p.value, state.first, state.second);
        continue;
      }
      if (!has_memory && options_.weight_decay == 0 && sgd.rate >= std::numeric_limits<Real>::min()) {
        multiply(pool, *product.matrix, *product.rows, p.value, -sgd.rate);  // a rate of 0 would overwrite
        continue;
      }
      p.gradient.resize(p.value.rows(), p.value.cols(), p.value.order());
      multiply(pool, *product.matrix, *product.rows, p.gradient);
    }
    pool.for_rows(p.value.rows(), 8 * p.value.cols(), [&](int64_t begin, int64_t end) {
      const int64_t count = (end - begin) * p.value.cols();
      if (is_adam)
        kernels::adam(adam, count, p.gradient.row(begin), p.value.row(begin), state.first.row(begin),
                      state.second.row(begin));
      else
        kernels::sgd(sgd, count, p.gradient.row(begin), p.value.row(begin),
                     has_memory ? state.first.row(begin) : nullptr);
    });
  }
}

double limit_gradients(std::span<Param* const> params, double limit) {
  double squares = 0;
  for (const Param* p : params) {
    assert(!p->product && "a gradient is not there yet");
    for (const Real g : p->gradient.values()) squares += static_cast<double>(g) * static_cast<double>(g);
  }
  const double norm = std::sqrt(squares);
  if (norm > limit && std::isfinite(norm))
    for (Param* p : params)
      for (Real& g : p->gradient.values()) g = static_cast<Real>(static_cast<double>(g) * (limit / norm));
  return norm;
}

}  // namespace graphsr
