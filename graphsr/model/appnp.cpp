// APPNP: layers that read each node alone, h' = h W + b, then personalised PageRank of the logits:
// z <- (1 - a) D^-1/2 (A+I) D^-1/2 z + a h, with D the degrees of A+I and restart a (Gasteiger et al., 2019).
#include <cmath>

#include "graphsr/model/conv.h"

namespace graphsr {

namespace {

constexpr int kSteps = 10;
constexpr double kRestart = 0.1;

class Appnp : public Conv {
 public:
  // The share that does not restart is in the weights.
  Messages messages(const Csr& edges) const override {
    Messages m{.self_loops = true, .to = {}, .from = {}};
    for (int64_t v = 0; v < edges.rows; ++v) {
      const double root = 1 / std::sqrt(static_cast<double>(edges.length(v) + 1));
      m.to.push_back(static_cast<Real>((1 - kRestart) * root));
      m.from.push_back(static_cast<Real>(root));
    }
    return m;
  }

  std::vector<ParamSpec> params() const override {
    return {{"lin.weight", ParamSpec::Kind::weight}, {"lin.bias", ParamSpec::Kind::bias}};
  }

  Var forward(Tape& tape, LayerInput& input, std::span<const Var> params,
              const LayerContext&) const override {
    return input.self_projected(tape, params[0]);
  }

  Propagation propagation() const override { return {kSteps, static_cast<Real>(kRestart)}; }
};

}  // namespace

const Conv& appnp() {
  static const Appnp conv;
  return conv;
}

}  // namespace graphsr
