// GAT: h' = sum_j a_ij W h_j + b over the neighbours and the node itself, with attention a_ij as in ops.h,
// heads side by side (Velickovic et al., 2018).
#include "graphsr/model/conv.h"

namespace graphsr {

namespace {

class Gat : public Conv {
 public:
  Messages messages(const Csr&) const override { return {.self_loops = true, .to = {}, .from = {}}; }

  std::vector<ParamSpec> params() const override {
    return {{"lin.weight", ParamSpec::Kind::weight},
            {"att_src", ParamSpec::Kind::attention},
            {"att_dst", ParamSpec::Kind::attention},
            {"bias", ParamSpec::Kind::bias}};
  }

  Var forward(Tape& tape, LayerInput& input, std::span<const Var> params,
              const LayerContext& context) const override {
    const int64_t heads = context.options.heads;
    const Var h = input.projected(tape, params[0]);
    return attention(tape, input.block().gather, input.block().first_output, h, params[1], params[2], heads,
                     context.attention_dropout, input.projected_dots(tape, params[1], heads));
  }
};

}  // namespace

const Conv& gat() {
  static const Gat conv;
  return conv;
}

}  // namespace graphsr
