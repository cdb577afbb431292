// GraphENS (Park et al., 2022): in every epoch new nodes fill each class up to the largest. A new node is
// between a source of its class and a target of any class, in its features and in whom it hears; the less
// alike the last epoch's network finds the two, the more it is the source's, above all in the features that
// matter most to the target. Nobody hears a new node, so old nodes are what they are in prediction.
#include <algorithm>
#include <cmath>

#include "graphsr/graph/blend.h"
#include "graphsr/method/graphens_laws.h"
#include "graphsr/method/method.h"
#include "graphsr/model/network.h"

namespace graphsr {

namespace {

// What a new node is made of; source and target are places among the labelled nodes.
struct Ego {
  int32_t label = 0;
  int32_t source = 0, target = 0;
  double share = 1;  // the source's
};

class GraphEns : public Recipe {
 public:
  explicit GraphEns(const GraphEnsOptions& options) : options_(options) { check(options); }

  std::optional<TrainingSet> epoch(const TrainingSet& set, const Epoch& now) override {
    if (now.number == 0) start(set);
    const std::vector<Ego> egos = drawn_egos(now);
    if (egos.empty()) return std::nullopt;
    const Graph& graph = *set.graph;
    NewNodes nodes;
    nodes.edges.cols = graph.nodes();
    std::vector<Blend> blends;
    TrainingSet out = set;
    for (size_t k = 0; k < egos.size(); ++k) {
      const Ego& ego = egos[k];
      Stream stream(derived_seed(now.seed, "graphens nodes"), Purpose::random_choice,
                    now.number * egos.size() + k);
      blends.push_back(
          {set.examples.nodes[ego.source], set.examples.nodes[ego.target], static_cast<Real>(1 - ego.share)});
      const std::vector<int32_t> heard =
          is_warming(now.number) ? copied_neighbours(ego) : mixed(ego, stream, blends.back());
      nodes.edges.columns.insert(nodes.edges.columns.end(), heard.begin(), heard.end());
      nodes.edges.offsets.push_back(nodes.edges.columns.size());
      out.examples.nodes.push_back(static_cast<int32_t>(graph.nodes() + static_cast<int64_t>(k)));
      out.examples.labels.push_back(ego.label);
    }
    nodes.edges.rows = static_cast<int64_t>(egos.size());
    nodes.features = blended(graph.features, blends);
    if (!set.examples.weights.empty()) out.examples.weights.resize(out.examples.nodes.size(), 1);
    out.added = std::make_shared<const NewNodes>(std::move(nodes));
    return out;
  }

  // What the next epoch asks of this one: how alike nodes are, and which features matter to its targets.
  void observe(const Observation& seen) override {
    const Epoch next = {seen.now.number + 1, seen.now.seed};
    if (is_warming(next.number)) return;
    const std::vector<Ego> egos = drawn_egos(next);
    if (egos.empty()) return;
    look_around(seen);
    if (most_masked() == 0) return;
    std::vector<int32_t> targets;
    for (const Ego& ego : egos) targets.push_back(ego.target);
    std::ranges::sort(targets);
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    for (size_t row = 0; row < targets.size(); ++row) saliency_row_[targets[row]] = static_cast<int64_t>(row);
    saliency_ = seen.reading.features().gradient(seen.tape, targets);
  }

  std::unique_ptr<Recipe> fresh() const override { return std::make_unique<GraphEns>(options_); }

 private:
  bool is_warming(uint64_t epoch) const { return epoch < static_cast<uint64_t>(options_.warm_up); }
  int64_t most_masked() const {
    return static_cast<int64_t>(options_.keep_prob * static_cast<double>(set_.graph->features.cols()));
  }
  std::span<const int32_t> neighbours(int32_t place) const {
    return set_.graph->edges.row(set_.examples.nodes[place]);
  }
  std::vector<int32_t> copied_neighbours(const Ego& ego) const {
    const auto heard = neighbours(ego.source);
    return {heard.begin(), heard.end()};
  }

  // Another training begins.
  void start(const TrainingSet& set) {
    set_ = set;
    members_.clear();
    for (size_t i = 0; i < set.examples.labels.size(); ++i) {
      const auto label = static_cast<size_t>(set.examples.labels[i]);
      if (label >= members_.size()) members_.resize(label + 1);
      members_[label].push_back(static_cast<int32_t>(i));
    }
    std::vector<int64_t> labelled;
    for (const auto& own : members_) labelled.push_back(std::ssize(own));
    lacking_ = ens_lacking(labelled);
    target_law_ = ens_target_law(labelled);
    saliency_row_.assign(set.examples.nodes.size(), -1);
    around_.reset();
  }

  // The same for an epoch whenever it is asked.
  std::vector<Ego> drawn_egos(const Epoch& now) const {
    Stream stream(derived_seed(now.seed, "graphens"), Purpose::random_choice, now.number);
    const auto one_of = [&](const std::vector<int32_t>& members) {
      return members[stream.below(static_cast<uint32_t>(members.size()))];
    };
    std::vector<Ego> egos;
    for (size_t c = 0; c < members_.size(); ++c)
      for (int64_t n = 0; n < lacking_[c]; ++n) {
        Ego ego{static_cast<int32_t>(c), one_of(members_[c])};
        ego.target = one_of(members_[Urn(target_law_).draw(stream)]);
        ego.share = ens_share(stream);
        egos.push_back(ego);
      }
    return egos;
  }

  // Whom a new node hears, and which of its features are the source's alone.
  std::vector<int32_t> mixed(const Ego& ego, Stream& stream, Blend& blend) const {
    const double divergence = ens_divergence(logits_[ego.source], logits_[ego.target], options_.temperature);
    const Csr& edges = set_.graph->edges;
    const auto source = neighbours(ego.source);
    const int64_t degree = std::min(edges.length(stream.below(static_cast<uint32_t>(edges.rows))),
                                    static_cast<int64_t>(source.size()));
    if (const int64_t most = most_masked(); most > 0) {
      const Real* row = saliency_.row(saliency_row_[ego.target]);
      blend.mask =
          ens_mask({row, static_cast<size_t>(saliency_.cols())}, ens_mask_size(divergence, most), stream);
    }
    return ens_neighbours(source, neighbours(ego.target), ens_source_chance(divergence), degree, stream);
  }

  // The network's logits of the labelled nodes and their neighbours, dropout on as in training.
  struct Around {
    std::vector<int32_t> nodes, place;  // place: of each node of the graph among these, or -1
    Reading reading;
    Tape tape;

    Around(Inputs inputs, const Network& network, const Graph& graph, ThreadPool& pool)
        : nodes(std::move(inputs.nodes)),
          place(std::move(inputs.place)),
          reading(network, graph, network.conv().messages(graph.edges), nodes, false),
          tape(pool) {}
  };

  // Mean logits over each labelled node and its neighbours.
  void look_around(const Observation& seen) {
    const Graph& graph = *set_.graph;
    if (!around_)
      around_ = std::make_unique<Around>(inputs_of(graph.edges, set_.examples.nodes), seen.network, graph,
                                         seen.tape.pool());
    around_->tape.clear();
    const Mode mode = {true, derived_seed(seen.now.seed, "graphens logits"), seen.now.number};
    const Matrix& all =
        around_->tape.value(forward(around_->tape, seen.network, around_->reading, mode).logits);
    logits_.assign(set_.examples.nodes.size(), std::vector<double>(all.cols()));
    for (size_t i = 0; i < logits_.size(); ++i) {
      const auto add = [&](int64_t row) {
        for (int64_t c = 0; c < all.cols(); ++c) logits_[i][c] += static_cast<double>(all(row, c));
      };
      const auto heard = neighbours(static_cast<int32_t>(i));
      add(static_cast<int64_t>(i));
      for (const int32_t node : heard) add(around_->place[node]);
      for (double& value : logits_[i]) value /= static_cast<double>(heard.size() + 1);
    }
  }

  GraphEnsOptions options_;
  TrainingSet set_;                            // without new nodes
  std::vector<std::vector<int32_t>> members_;  // places of the labelled nodes, by class
  std::vector<int64_t> lacking_;               // by class
  std::vector<double> target_law_;             // by class
  std::vector<std::vector<double>> logits_;    // by labelled node, mean over it and its neighbours
  Matrix saliency_;                            // loss's gradient at the features of the next epoch's targets
  std::vector<int64_t> saliency_row_;          // by labelled node
  std::unique_ptr<Around> around_;
};

}  // namespace

std::unique_ptr<Recipe> graphens(const SelectOptions& options) {
  return std::make_unique<GraphEns>(options.graphens);
}

}  // namespace graphsr
