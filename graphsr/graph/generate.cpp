// Every node starts an edge in turn until there are enough; the other end is drawn by weight, inside the
// node's class or outside it. Blocks of nodes have random streams of their own, so threads share the work.
#include "graphsr/graph/generate.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "graphsr/base/error.h"
#include "graphsr/graph/alias_table.h"

namespace graphsr {

namespace {

constexpr int64_t kBlock = 65536;  // edges or nodes that share a stream

void check(const GenerateOptions& o) {
  const auto require = [](bool holds, const char* option, const char* problem) {
    if (!holds) wrong_usage(option, problem);
  };
  require(o.nodes >= 2 && o.nodes <= 1000000000, "--nodes", "the number of nodes must be 2 to 1000000000");
  require(o.classes >= 1 && o.classes <= 10000 && o.classes <= o.nodes, "--classes",
          "the number of classes must be 1 to 10000, and not above that of nodes");
  require(o.degree >= 0 && o.degree <= 10000 && o.degree < static_cast<double>(o.nodes), "--degree",
          "the mean degree must be 0 to 10000, and below the number of nodes");
  require(o.homophily >= 0 && o.homophily <= 1, "--homophily", "the share must be 0 to 1");
  require(o.rho > 0 && o.rho <= 1, "--rho", "the ratio must be above 0 and at most 1");
  require(o.features >= 1 && o.features <= 10000000, "--features",
          "the number of features must be 1 to 10000000");
  require(o.words >= 1 && o.words <= o.features, "--words",
          "a node has 1 word or more, and no more than there are");
  require(std::isfinite(o.signal) && o.signal >= 0, "--signal", "the signal must be 0 or more");
  require(o.feature_kind != "words" || o.signal <= 1, "--signal", "the share of topic words must be 0 to 1");
  require(o.degree_law == "power" || o.degree_law == "even", "--degree-law", "must be power or even");
  require(o.feature_kind == "words" || o.feature_kind == "dense", "--feature-kind", "must be words or dense");
}

Stream stream_of(const GenerateOptions& o, const char* what, uint64_t block) {
  return {derived_seed(o.seed, what), Purpose::generated, block};
}

// From 1 down to rho by equal factors. The factor is found by halving: powers are not the same on every
// machine.
std::vector<double> class_shares(int classes, double rho) {
  const auto last = [&](double factor) {
    double share = 1;
    for (int c = 1; c < classes; ++c) share *= factor;
    return share;
  };
  double low = 0, high = 1;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (last(middle) < rho ? low : high) = middle;
  }
  std::vector<double> shares(classes, 1);
  for (int c = 1; c < classes; ++c) shares[c] = shares[c - 1] * high;
  return shares;
}

std::vector<int32_t> drawn_labels(const GenerateOptions& o) {
  const std::vector<double> shares = class_shares(o.classes, o.rho);
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<int32_t> labels;
  labels.reserve(o.nodes);
  double filled = 0;
  for (int c = 0; c < o.classes; ++c) {
    filled += shares[c] / sum;
    const auto end = c + 1 == o.classes
                         ? o.nodes
                         : std::clamp<int64_t>(std::llround(filled * static_cast<double>(o.nodes)), c + 1,
                                               o.nodes - (o.classes - 1 - c));
    while (std::ssize(labels) < std::max<int64_t>(end, c + 1)) labels.push_back(c);
  }
  Stream stream = stream_of(o, "labels", 0);
  stream.shuffle(std::span(labels));
  return labels;
}

// Pareto of exponent 4/3, or the same for all.
std::vector<float> drawn_weights(const GenerateOptions& o) {
  std::vector<float> weights(o.nodes, 1);
  if (o.degree_law == "even") return weights;
  Stream stream = stream_of(o, "weights", 0);
  for (float& w : weights) {
    const double root = std::sqrt(1 - stream.uniform());
    w = static_cast<float>(std::min(1000.0, 1 / (root * std::sqrt(root))));
  }
  return weights;
}

// Nodes of a class, drawn by weight.
struct Group {
  std::vector<int32_t> nodes;
  AliasTable draw;
  int32_t operator()(Stream& stream) const { return nodes[draw(stream)]; }
};

std::vector<Edge> drawn_edges(const GenerateOptions& o, const std::vector<int32_t>& labels,
                              ThreadPool& pool) {
  const std::vector<float> weights = drawn_weights(o);
  std::vector<std::vector<int32_t>> members(o.classes);
  for (int64_t v = 0; v < o.nodes; ++v) members[labels[v]].push_back(static_cast<int32_t>(v));
  std::vector<Group> groups;
  for (auto& nodes : members) {
    std::vector<float> own;
    for (const int32_t v : nodes) own.push_back(weights[v]);
    AliasTable draw(own);
    groups.push_back({std::move(nodes), std::move(draw)});
  }
  const AliasTable all(weights);
  std::vector<Edge> edges(std::llround(static_cast<double>(o.nodes) * o.degree / 2));
  pool.for_blocks(std::ssize(edges), kBlock, [&](int64_t begin, int64_t end) {
    Stream stream = stream_of(o, "edges", static_cast<uint64_t>(begin / kBlock));
    for (int64_t e = begin; e < end; ++e) {
      const auto from = static_cast<int32_t>(e < o.nodes ? e : all(stream));
      int32_t to;
      if (o.classes == 1 || stream.uniform() < o.homophily) {
        to = groups[labels[from]](stream);
      } else {
        do to = all(stream);
        while (labels[to] == labels[from]);
      }
      edges[e] = {from, to};
    }
  });
  return edges;
}

// Sum of four uniform numbers, mean 0 and deviation 1: near enough to normal, and exact everywhere.
Real bell(uint32_t high, uint32_t low) {
  const auto sum = static_cast<double>((high >> 16) + (high & 0xffff) + (low >> 16) + (low & 0xffff));
  return static_cast<Real>((sum / 65535.0 - 2) * 1.7320508075688772);
}

// A centre of length `signal` for each class, and noise of deviation 1 in every column around it.
Matrix dense_features(const GenerateOptions& o, const std::vector<int32_t>& labels, ThreadPool& pool) {
  Matrix centres(o.classes, o.features);
  Stream stream = stream_of(o, "centres", 0);
  for (int c = 0; c < o.classes; ++c) {
    double square = 0;
    for (int j = 0; j < o.features; ++j) {
      const uint32_t high = stream.bits();
      centres(c, j) = bell(high, stream.bits());
      square += static_cast<double>(centres(c, j)) * static_cast<double>(centres(c, j));
    }
    for (int j = 0; j < o.features; ++j)
      centres(c, j) *= static_cast<Real>(square > 0 ? o.signal / std::sqrt(square) : 0);
  }
  Matrix features(o.nodes, o.features);
  pool.for_blocks(o.nodes, 1024, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      Stream own = stream_of(o, "noise", static_cast<uint64_t>(v));
      for (int j = 0; j < o.features; ++j) {
        const uint32_t high = own.bits();
        features(v, j) = centres(labels[v], j) + bell(high, own.bits());
      }
    }
  });
  return features;
}

// Word k is common as 1 / (k + 8), and belongs to the topic of class k modulo their number.
Csr word_features(const GenerateOptions& o, const std::vector<int32_t>& labels, ThreadPool& pool) {
  std::vector<float> frequency(o.features);
  for (int k = 0; k < o.features; ++k) frequency[k] = 1 / (static_cast<float>(k) + 8);
  const AliasTable common(frequency);
  std::vector<AliasTable> topics;
  for (int c = 0; c < o.classes && c < o.features; ++c) {
    std::vector<float> own;
    for (int k = c; k < o.features; k += o.classes) own.push_back(frequency[k]);
    topics.emplace_back(own);
  }
  Csr words;
  words.rows = o.nodes;
  words.cols = o.features;
  words.columns.resize(o.nodes * o.words);
  words.offsets.resize(o.nodes + 1);
  pool.for_blocks(o.nodes, 1024, [&](int64_t begin, int64_t end) {
    for (int64_t v = begin; v < end; ++v) {
      Stream stream = stream_of(o, "words", static_cast<uint64_t>(v));
      int32_t* row = words.columns.data() + v * o.words;
      const bool has_topic = labels[v] < std::ssize(topics);
      int found = 0;
      for (int tries = 0; found < o.words; ++tries) {
        int32_t word;
        if (tries > 20 * o.words)  // a topic of few words is used up
          word = static_cast<int32_t>(stream.below(static_cast<uint32_t>(o.features)));
        else if (has_topic && stream.uniform() < o.signal)
          word = topics[labels[v]](stream) * o.classes + labels[v];
        else
          word = common(stream);
        if (std::find(row, row + found, word) == row + found) row[found++] = word;
      }
      std::sort(row, row + o.words);
      words.offsets[v + 1] = (v + 1) * o.words;
    }
  });
  return words;
}

}  // namespace

Dataset generated_dataset(const GenerateOptions& options, ThreadPool& pool) {
  check(options);
  Dataset dataset;
  dataset.name = "generated";
  dataset.labels = drawn_labels(options);
  for (int c = 0; c < options.classes; ++c) dataset.class_names.push_back(std::to_string(c));
  auto graph = std::make_shared<Graph>();
  BuiltEdges built = build_edges(options.nodes, drawn_edges(options, dataset.labels, pool));
  graph->edges = std::move(built.edges);
  dataset.counts = built.counts;
  graph->features = options.feature_kind == "words" ? Features(word_features(options, dataset.labels, pool))
                                                    : Features(dense_features(options, dataset.labels, pool));
  dataset.graph = std::move(graph);
  return dataset;
}

}  // namespace graphsr
