#include "graphsr/method/smote_forward.h"

#include <algorithm>

#include "graphsr/graph/links.h"
#include "graphsr/method/synthetic_nodes.h"
#include "graphsr/tensor/init.h"

namespace graphsr {

static constexpr int64_t kMostNodes = 512;  // whose edges one step's loss looks at

SmoteForward::SmoteForward(const Network& network, const Csr& edges, std::span<const int32_t> nodes,
                           uint64_t seed)
    : edges_(&edges), row_of_(static_cast<size_t>(edges.rows), -1) {
  const Messages messages = network.conv().messages(edges);
  weighs_ = !messages.to.empty() || !messages.from.empty();
  const std::vector<int32_t> encoded = upper_reading(network, edges, messages, nodes, false).inputs;
  for (size_t i = 0; i < encoded.size(); ++i) row_of_[encoded[i]] = static_cast<int32_t>(i);
  near_.rows = near_.cols = std::ssize(encoded);
  for (const int32_t node : encoded) {
    for (const int32_t other : edges.row(node))
      if (row_of_[other] >= 0) near_.columns.push_back(row_of_[other]);
    near_.offsets.push_back(std::ssize(near_.columns));
  }
  const int64_t width = network.options.width;
  decoder_ = {"edge decoder", Matrix(width, width), {}};
  glorot_uniform(decoder_.value, width, width, derived_seed(seed, "edge decoder"), 0);
}

Var SmoteForward::edge_loss(Tape& tape, Var coded, const Mode& mode) {
  const Stream stream(derived_seed(mode.seed, "edge pairs"), Purpose::random_choice, mode.epoch);
  pairs_ = sampled_pairs(near_, edges_->nonzeros(), kMostNodes, stream);
  return pair_loss(tape, pair_dots(tape, pairs_.pairs, coded, coded), pairs_.to_one, pairs_.to_zero);
}

Var SmoteForward::edge_loss(Tape& tape, Network& network, Reading& reading, const Mode& mode) {
  const Var z = first_layer(tape, network, reading, mode);
  return edge_loss(tape, matmul(tape, z, tape.param(decoder_)), mode);
}

Var SmoteForward::link_probability(Tape& tape, const Csr& links, Var coded) {
  Csr places = links;
  places.cols = tape.value(coded).rows();
  for (int32_t& node : places.columns) node = row_of_[node];
  links_ = sparse_operand(std::move(places), true);
  return sigmoid(tape, pair_dots(tape, links_, row_range(tape, coded, near_.rows, links.rows), coded));
}

// The block's messages between old and new nodes become soft ones, the share of which is the link's
// probability.
static void soften(Block& block, std::span<const int32_t> inputs, const Csr& links, Var probability) {
  if (block.gather.rows() == 0) return;  // each node is read alone
  const Csr all = std::move(block.gather.matrix);
  Csr hard, soft;
  hard.rows = soft.rows = all.rows;
  hard.cols = soft.cols = all.cols;
  for (int64_t i = 0; i < all.rows; ++i) {
    for (int64_t e = all.offsets[i]; e < all.offsets[i + 1]; ++e) {
      const auto [old, other] = std::minmax(inputs[block.first_output + i], inputs[all.columns[e]]);
      const bool is_link = old < links.cols && other >= links.cols;
      Csr& part = is_link ? soft : hard;
      part.columns.push_back(all.columns[e]);
      part.values.push_back(all.values[e]);
      if (!is_link) continue;
      const auto row = links.row(other - links.cols);
      const auto place = std::ranges::lower_bound(row, old) - row.begin();
      block.soft.place.push_back(static_cast<int32_t>(links.offsets[other - links.cols] + place));
    }
    hard.offsets.push_back(std::ssize(hard.columns));
    soft.offsets.push_back(std::ssize(soft.columns));
  }
  block.gather = sparse_operand(std::move(hard), true);
  block.soft.matrix = sparse_operand(std::move(soft), true);
  block.soft.share = probability;
}

SmoteForward::Result SmoteForward::run(Tape& tape, Network& network, Reading& reading,
                                       const Examples& labelled, bool soft, const Mode& mode) {
  soft = soft && weighs_;
  const Var z = first_layer(tape, network, reading, mode);
  const Stream stream(derived_seed(mode.seed, "synthetic nodes"), Purpose::random_choice, mode.epoch);
  const std::vector<SyntheticNode> made =
      synthetic_nodes(labelled, network.classes, tape.value(z), row_of_, stream, tape.pool());
  blending_ = sparse_operand(blending(made, near_.rows, row_of_), true);
  const Var all = sparse_matmul(tape, blending_, z);  // z and the new rows
  const Var coded = matmul(tape, all, tape.param(decoder_));

  Csr links = candidate_links(*edges_, made, row_of_);
  const Var probability = link_probability(tape, links, coded);
  if (!soft) links = likely_links(links, tape.value(probability));
  const Csr joined = with_links(*edges_, links);
  examples_ = labelled;
  for (size_t s = 0; s < made.size(); ++s) {
    examples_.nodes.push_back(static_cast<int32_t>(edges_->rows + s));
    examples_.labels.push_back(made[s].label);
    if (!examples_.weights.empty()) examples_.weights.push_back(1);
  }
  upper_ = upper_reading(network, joined, network.conv().messages(joined), examples_.nodes, !soft);
  if (soft) {
    for (Block& block : upper_.blocks) soften(block, upper_.inputs, links, probability);
    for (Block& block : upper_.hops.blocks) soften(block, upper_.inputs, links, probability);
  }
  Csr order;  // of the rows that the other layers read
  order.rows = std::ssize(upper_.inputs);
  order.cols = blending_.rows();
  for (const int32_t node : upper_.inputs) {
    order.columns.push_back(
        static_cast<int32_t>(node < edges_->rows ? row_of_[node] : near_.rows + node - edges_->rows));
    order.offsets.push_back(std::ssize(order.columns));
  }
  order_ = sparse_operand(std::move(order), true);
  const Output output = upper_forward(tape, network, upper_, sparse_matmul(tape, order_, all), mode);
  return {output.logits, has_edges() ? edge_loss(tape, row_range(tape, coded, 0, near_.rows), mode) : Var{}};
}

}  // namespace graphsr
