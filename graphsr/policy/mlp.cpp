#include "graphsr/policy/mlp.h"

#include <cassert>

#include "graphsr/tensor/init.h"

namespace graphsr {

Mlp::Mlp(const std::string& name, const MlpOptions& options, uint64_t seed, uint64_t position) {
  std::vector<int64_t> sizes = {options.inputs};
  sizes.insert(sizes.end(), options.hidden.begin(), options.hidden.end());
  sizes.push_back(options.outputs);
  for (size_t k = 0; k + 1 < sizes.size(); ++k) {
    const int64_t in = sizes[k], out = sizes[k + 1];
    const std::string prefix = name + "." + std::to_string(k);
    Layer& layer = layers_.emplace_back();
    layer.weight = {prefix + ".weight", Matrix(in, out), {}};
    layer.bias = {prefix + ".bias", Matrix(1, out, 0), {}};
    glorot_uniform(layer.weight.value, in, out, seed, position + k, Purpose::policy_weights);
  }
  Layer& last = layers_.back();
  for (Real& w : last.weight.value.values()) w *= static_cast<Real>(options.last_scale);
  assert(options.last_bias.empty() || static_cast<int64_t>(options.last_bias.size()) == options.outputs);
  for (size_t j = 0; j < options.last_bias.size(); ++j)
    last.bias.value.values()[j] = static_cast<Real>(options.last_bias[j]);
}

std::vector<Param*> Mlp::params() {
  std::vector<Param*> params;
  for (Layer& layer : layers_) params.insert(params.end(), {&layer.weight, &layer.bias});
  return params;
}

std::vector<const Param*> Mlp::params() const {
  std::vector<const Param*> params;
  for (const Layer& layer : layers_) params.insert(params.end(), {&layer.weight, &layer.bias});
  return params;
}

Var Mlp::forward(Tape& tape, Var input, const Dropout& dropout) {
  Var h = input;
  for (size_t k = 0; k < layers_.size(); ++k) {
    const Var sum = matmul(tape, h, tape.param(layers_[k].weight)), bias = tape.param(layers_[k].bias);
    h = k + 1 == layers_.size() ? add_bias(tape, sum, bias)
                                : bias_relu_dropout(tape, sum, bias, k == 0 ? dropout : Dropout{});
  }
  return h;
}

}  // namespace graphsr
