// GraphSAGE with the mean (equation 1 of the paper): h' = W · CAT(h_v, mean of h over the neighbours) + b.
// The product with the concatenation is the sum of two products: lin_r takes the node itself, lin_l its
// neighbours.
#include "graphsr/model/conv.h"

namespace graphsr {

namespace {

class Sage : public Conv {
 public:
  Messages messages(const Csr& edges) const override {
    Messages m;
    for (int64_t v = 0; v < edges.rows; ++v)
      m.to.push_back(edges.length(v) > 0 ? Real(1) / static_cast<Real>(edges.length(v)) : 0);
    return m;
  }

  bool only_sums() const override { return true; }

  std::vector<ParamSpec> params() const override {
    return {{"lin_l.weight", ParamSpec::Kind::weight},
            {"lin_r.weight", ParamSpec::Kind::weight},
            {"lin_l.bias", ParamSpec::Kind::bias}};
  }

  Var forward(Tape& tape, LayerInput& input, std::span<const Var> params,
              const LayerContext&) const override {
    return input.self_projected(tape, params[1], input.aggregated_projected(tape, params[0]));
  }
};

}  // namespace

const Conv& sage() {
  static const Sage conv;
  return conv;
}

}  // namespace graphsr
