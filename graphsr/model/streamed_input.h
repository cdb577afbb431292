// A whole layer of several networks of one shape, computed part by part without gradients.
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graphsr/model/layer_input.h"
#include "graphsr/model/layer_rows.h"
#include "graphsr/model/prediction_space.h"
#include "graphsr/model/rounded_features.h"

namespace graphsr {

// Whom the nodes of a layer hear, and how. All must outlive what is made of it.
struct LayerReading {
  LayerReading(const Csr& edges, const Messages& messages, const Inputs& inputs, int64_t outputs);

  const Csr& edges;
  const Messages& messages;
  const Inputs& inputs;
  int64_t outputs;  // the first ones of the inputs
  // Many nodes, all of the graph in order: gathered straight from the edges, without blocks.
  bool by_edges;

  LayerRows rows(int64_t width, int64_t networks) const;  // for the inputs, as this layer gathers them
};

// What all parts share. Products with all inputs are made when they are first asked for, on all threads of
// the pool: then the first part must be alone; after it, threads may compute parts side by side. Features are
// never copied as a whole, but for dense ones of a whole large graph (rounded_features.h).
class StreamedLayer {
 public:
  // Reads features, of which `shared` (or null) may know more, or hidden rows that were made by
  // reading.rows(). All must outlive this.
  StreamedLayer(const Graph& graph, PredictionSpace* shared, const LayerReading& reading);
  StreamedLayer(const LayerRows& hidden, const LayerReading& reading);

  // Does each part read a product of all inputs as it is?
  bool has_whole_products() const { return !projected_.empty(); }

 private:
  friend class StreamedInput;

  int64_t inputs() const { return std::ssize(reading_.inputs.nodes); }
  int64_t cols() const;
  const RoundedFeatures& rounded(ThreadPool& pool);

  const LayerReading& reading_;
  const Graph* graph_ = nullptr;            // whose features are read:
  const Csr* sparse_ = nullptr;             // rows of all nodes of the graph, or
  const Matrix* dense_ = nullptr;           // these; or else the inputs are
  const LayerRows* hidden_ = nullptr;       // these
  PredictionSpace* shared_ = nullptr;       // of the features
  std::optional<RoundedFeatures> rounded_;  // the same features, where nothing is shared
  // h·w of all inputs, whole, and to gather from: of each network, in the order in which it asks for them.
  using Asked = std::pair<int64_t, int64_t>;
  struct Whole {
    Matrix rows;
    std::deque<Matrix> dots;  // with one vector after the other, in the order in which they are asked for
  };
  std::map<Asked, Whole> projected_;
  std::map<Asked, LayerRows> products_;
  std::mutex making_;  // any of these
};

// One part after the other of a layer, for one network after the other. Each thread has its own.
class StreamedInput : public LayerInput {
 public:
  explicit StreamedInput(StreamedLayer& layer) : layer_(layer) {}

  // Moves on to the outputs [begin, end), with a tape that is empty.
  void read(int64_t begin, int64_t end);
  StreamedInput& of(int64_t network) {
    network_ = network;
    asked_ = 0;
    return *this;
  }

  const Block& block() const override;  // made when it is asked for
  Var projected(Tape& tape, Var w) override;
  Var self_projected(Tape& tape, Var w, Var base) override;
  Var aggregated_projected(Tape& tape, Var w, Var base) override;
  Var projected_dots(Tape& tape, Var vector, int64_t heads) override;

 private:
  // h·w of the inputs [first, first + count), or base + h·w.
  Var range_projected(Tape& tape, int64_t first, int64_t count, Var w, Var base);
  // Calls put(first, rows) for h·w of all inputs, some at a time.
  template <class Put>
  void project_all(Tape& tape, Var w, const Put& put);
  const LayerRows& product_rows(Tape& tape, Var w);  // h·w of all inputs
  Var gathered_rows(Tape& tape);                     // gather·h, made once for all networks
  Var gathered_features(Tape& tape);
  std::vector<Var> gathered(Tape& tape, const LayerRows& rows);  // gather·rows of each of their networks

  StreamedLayer& layer_;
  int64_t begin_ = 0, end_ = 0;
  int64_t network_ = 0, asked_ = 0;       // the network, and how many products of all inputs it has asked for
  StreamedLayer::Whole* last_ = nullptr;  // what projected() gave last,
  size_t dots_asked_ = 0;                 // and how many dots of it were asked for
  mutable std::optional<Block> block_;
  std::vector<Var> gathered_;     // of each network, or one for all
  SparseOperand sparse_outputs_;  // features of some inputs, for as long as the tape reads them,
  Matrix outputs_;                // the same when dense
  AlignedVector<uint16_t> halves_;
};

}  // namespace graphsr
