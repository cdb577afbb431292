#include "graphsr/model/conv.h"

#include "graphsr/base/choice.h"

namespace graphsr {

std::span<const ConvEntry> convs() {
  static const ConvEntry table[] = {
      {"gcn", "graph convolution, symmetric normalisation with self loops", gcn()},
      {"sage", "GraphSAGE, mean of neighbours beside the node itself (equation 1 of the paper)", sage()},
      {"gat", "graph attention, several heads side by side", gat()},
      {"appnp", "layers of each node alone, then ten steps of PageRank with restart 0.1", appnp()},
  };
  return table;
}

const Conv& conv_named(const std::string& name) { return named_entry("--model", name, convs()).conv; }

const Conv& conv_of(const ModelOptions& options) {
  return options.own ? *options.own : conv_named(options.conv);
}

}  // namespace graphsr
