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
  inputs.in_order =
      static_cast<int64_t>(inputs.nodes.size()) == edges.rows && std::ranges::is_sorted(inputs.nodes);
  return inputs;
}

// Where the inputs stand that node i of them reads, ascending.
static void write_columns(const Csr& edges, bool self_loop, const Inputs& inputs, int64_t i, int32_t* to) {
  const std::span<const int32_t> neighbours = edges.row(inputs.nodes[i]);
  int32_t* end = to + neighbours.size();
  if (inputs.in_order) {
    std::ranges::copy(neighbours, to);
  } else {
    std::ranges::transform(neighbours, to, [&](int32_t neighbour) { return inputs.place[neighbour]; });
    if (!std::is_sorted(to, end)) std::sort(to, end);
  }
  if (!self_loop) return;
  const auto self = static_cast<int32_t>(i);
  int32_t* place = std::upper_bound(to, end, self);
  std::move_backward(place, end, end + 1);
  *place = self;
}

Block block_of(const Csr& edges, const Messages& messages, const Inputs& inputs, int64_t begin, int64_t end,
               bool with_gradient, ThreadPool* pool) {
  Csr gather;
  gather.rows = end - begin;
  gather.cols = static_cast<int64_t>(inputs.nodes.size());
  gather.offsets.reserve(static_cast<size_t>(gather.rows) + 1);
  for (int64_t i = begin; i < end; ++i)
    gather.offsets.push_back(gather.offsets.back() + edges.length(inputs.nodes[i]) + messages.self_loops);
  const int64_t entries = gather.offsets.back();
  gather.columns.resize(static_cast<size_t>(entries));
  const bool weighted = !messages.to.empty() || !messages.from.empty();
  if (weighted) gather.values.resize(static_cast<size_t>(entries));
  const auto fill = [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      write_columns(edges, messages.self_loops, inputs, begin + row, &gather.columns[gather.offsets[row]]);
      if (!weighted) continue;
      const Real to = messages.to.empty() ? 1 : messages.to[inputs.nodes[begin + row]];
      for (int64_t e = gather.offsets[row]; e < gather.offsets[row + 1]; ++e) {
        const int32_t column = gather.columns[e];
        gather.values[e] =
            messages.from.empty() ? to : to * messages.from[inputs.in_order ? column : inputs.nodes[column]];
      }
    }
  };
  if (pool)
    pool->for_rows(gather.rows, gather.rows > 0 ? entries / gather.rows : 0, fill);
  else
    fill(0, gather.rows);
  return {begin, end - begin, sparse_operand(std::move(gather), with_gradient), {}};
}

Var aggregated(Tape& tape, const Block& block, Var h, Var base) {
  const Var sum = sparse_matmul(tape, block.gather, h, base);
  if (!block.soft.share) return sum;
  return sparse_matmul(tape, block.soft.matrix, block.soft.share, block.soft.place, h, sum);
}

}  // namespace graphsr
