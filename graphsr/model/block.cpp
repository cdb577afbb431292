#include "graphsr/model/block.h"

#include <algorithm>
#include <cassert>
#include <iterator>

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
    if (std::ssize(inputs.nodes) == edges.rows) break;  // nobody is left
    for (const int32_t neighbour : edges.row(node)) {
      if (inputs.place[neighbour] >= 0) continue;
      inputs.place[neighbour] = static_cast<int32_t>(inputs.nodes.size());
      inputs.nodes.push_back(neighbour);
    }
  }
  inputs.in_order = std::ssize(inputs.nodes) == edges.rows && std::ranges::is_sorted(inputs.nodes);
  return inputs;
}

// The shape of what `nodes` gather: nothing but lengths yet.
static Csr empty_rows(const Csr& edges, const Messages& messages, std::span<const int32_t> nodes,
                      int64_t inputs) {
  Csr gather;
  gather.rows = std::ssize(nodes);
  gather.cols = inputs;
  gather.offsets.reserve(nodes.size() + 1);
  for (const int32_t node : nodes)
    gather.offsets.push_back(gather.offsets.back() + edges.length(node) + messages.self_loops);
  gather.columns.resize(static_cast<size_t>(gather.offsets.back()));
  if (!messages.to.empty() || !messages.from.empty()) gather.values.resize(gather.columns.size());
  return gather;
}

// Puts `self` among the columns [to, end), which ascend.
static void insert_self(int32_t* to, int32_t* end, int32_t self) {
  int32_t* place = std::upper_bound(to, end, self);
  std::move_backward(place, end, end + 1);
  *place = self;
}

// Calls node_of(column) for the node that a column stands for.
template <class NodeOf>
static void weigh_row(Csr& gather, int64_t row, const Messages& messages, int32_t node,
                      const NodeOf& node_of) {
  if (gather.values.empty()) return;
  const Real to = messages.to.empty() ? 1 : messages.to[node];
  for (int64_t e = gather.offsets[row]; e < gather.offsets[row + 1]; ++e)
    gather.values[e] = messages.from.empty() ? to : to * messages.from[node_of(gather.columns[e])];
}

Csr gathering(const Csr& edges, const Messages& messages, std::span<const int32_t> nodes) {
  Csr gather = empty_rows(edges, messages, nodes, edges.rows);
  for (int64_t row = 0; row < gather.rows; ++row) {
    int32_t* to = gather.columns.data() + gather.offsets[row];
    int32_t* end = std::ranges::copy(edges.row(nodes[row]), to).out;
    if (messages.self_loops) insert_self(to, end, nodes[row]);
    weigh_row(gather, row, messages, nodes[row], [](int32_t column) { return column; });
  }
  return gather;
}

Block block_of(const Csr& edges, const Messages& messages, const Inputs& inputs, int64_t begin, int64_t end,
               bool with_gradient) {
  const auto outputs = std::span(inputs.nodes).subspan(begin, end - begin);
  Csr gather = empty_rows(edges, messages, outputs, std::ssize(inputs.nodes));
  for (int64_t row = 0; row < gather.rows; ++row) {
    int32_t* to = gather.columns.data() + gather.offsets[row];
    int32_t* last = std::ranges::transform(edges.row(outputs[row]), to, [&](int32_t neighbour) {
                      return inputs.place[neighbour];
                    }).out;
    if (!std::is_sorted(to, last)) std::sort(to, last);
    if (messages.self_loops) insert_self(to, last, static_cast<int32_t>(begin + row));
    weigh_row(gather, row, messages, outputs[row], [&](int32_t column) { return inputs.nodes[column]; });
  }
  return {begin, end - begin, sparse_operand(std::move(gather), with_gradient), {}};
}

Var aggregated(Tape& tape, const Block& block, Var h, Var base) {
  const Var sum = sparse_matmul(tape, block.gather, h, base);
  if (!block.soft.share) return sum;
  return sparse_matmul(tape, block.soft.matrix, block.soft.share, block.soft.place, h, sum);
}

}  // namespace graphsr
