// A multilayer perceptron: linear layers with ReLU between them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graphsr/tensor/ops.h"
#include "graphsr/tensor/tape.h"

namespace graphsr {

struct MlpOptions {
  int64_t inputs = 1;
  std::vector<int64_t> hidden = {64, 64};  // widths; none: one linear map
  int64_t outputs = 1;
  double last_scale = 1;  // of the last layer's starting weights: near 0, all outputs start near its bias
  std::vector<double> last_bias;  // where the last layer's bias starts, one per output; empty: zeros
};

class Mlp {
 public:
  // Weights start by Glorot from (seed, position + layer), hidden biases at zero.
  Mlp(const std::string& name, const MlpOptions& options, uint64_t seed, uint64_t position);

  int64_t inputs() const { return layers_.front().weight.value.rows(); }
  int64_t outputs() const { return layers_.back().weight.value.cols(); }
  std::vector<Param*> params();  // weight and bias of each layer, from the first to the last
  std::vector<const Param*> params() const;

  // input is (n, inputs), the result (n, outputs). `dropout` acts after the first hidden layer.
  Var forward(Tape& tape, Var input, const Dropout& dropout = {});

 private:
  struct Layer {
    Param weight, bias;
  };
  std::vector<Layer> layers_;
};

}  // namespace graphsr
