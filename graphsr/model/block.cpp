#include "graphsr/model/block.h"

#include <algorithm>
#include <cassert>

namespace graphsr {

Inputs inputs_of(const Csr& edges, std::span<const int32_t> outputs) {
  Inputs inputs;
  inputs.nodes.assign(outputs.begin(), outputs.end());
  inputs.place.assign(edges.rows, -1);
  for (size_t i = 0; i < outputs.size(); ++i) {
    assert(inputs.place[outputs[i]] == -1 && "a node is named twice");
    inputs.place[outputs[i]] = static_cast<int32_t>(i);
  }
  for (const int32_t node : outputs) {
    for (const int32_t neighbour : edges.row(node)) {
      if (inputs.place[neighbour] >= 0) continue;
      inputs.place[neighbour] = static_cast<int32_t>(inputs.nodes.size());
      inputs.nodes.push_back(neighbour);
    }
  }
  return inputs;
}

Block block_of(const Csr& edges, const Messages& messages, const Inputs& inputs, int64_t begin, int64_t end,
               bool with_gradient) {
  Csr gather;
  gather.rows = end - begin;
  gather.cols = static_cast<int64_t>(inputs.nodes.size());
  const bool weighted = !messages.to.empty() || !messages.from.empty();
  for (int64_t i = begin; i < end; ++i) {
    const int32_t node = inputs.nodes[i];
    const auto row_begin = static_cast<int64_t>(gather.columns.size());
    if (messages.self_loops) gather.columns.push_back(static_cast<int32_t>(i));
    for (const int32_t neighbour : edges.row(node)) gather.columns.push_back(inputs.place[neighbour]);
    std::sort(gather.columns.begin() + row_begin, gather.columns.end());
    gather.offsets.push_back(static_cast<int64_t>(gather.columns.size()));
    if (!weighted) continue;
    const Real to = messages.to.empty() ? 1 : messages.to[node];
    for (int64_t e = row_begin; e < gather.offsets.back(); ++e)
      gather.values.push_back(messages.from.empty() ? to
                                                    : to * messages.from[inputs.nodes[gather.columns[e]]]);
  }
  return {begin, end - begin, sparse_operand(std::move(gather), with_gradient), {}};
}

Var aggregated(Tape& tape, const Block& block, Var h, Var base) {
  const Var sum = sparse_matmul(tape, block.gather, h, base);
  if (!block.soft.share) return sum;
  return sparse_matmul(tape, block.soft.matrix, block.soft.share, block.soft.place, h, sum);
}

}  // namespace graphsr
