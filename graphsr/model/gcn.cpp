// GCN: h' = D^-1/2 (A+I) D^-1/2 h W + b, with D the degrees of A+I (Kipf and Welling, 2017).
#include <cmath>

#include "graphsr/model/conv.h"

namespace graphsr {

namespace {

class Gcn : public Conv {
 public:
  Messages messages(const Csr& edges) const override {
    Messages m{.self_loops = true, .to = {}, .from = {}};
    for (int64_t v = 0; v < edges.rows; ++v)
      m.to.push_back(static_cast<Real>(1 / std::sqrt(static_cast<double>(edges.length(v) + 1))));
    m.from = m.to;
    return m;
  }

  bool only_sums() const override { return true; }

  std::vector<ParamSpec> params() const override {
    return {{"lin.weight", ParamSpec::Kind::weight}, {"bias", ParamSpec::Kind::bias}};
  }

  Var forward(Tape& tape, LayerInput& input, std::span<const Var> params,
              const LayerContext&) const override {
    return input.aggregated_projected(tape, params[0]);
  }
};

}  // namespace

const Conv& gcn() {
  static const Gcn conv;
  return conv;
}

}  // namespace graphsr
