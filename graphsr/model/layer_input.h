// What a layer reads, and the products of it that architectures are made of. Training has the two kinds
// of this file; streamed_input.h has the one that predictions use.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graphsr/graph/graph.h"
#include "graphsr/model/block.h"
#include "graphsr/tensor/half_rows.h"
#include "graphsr/tensor/phrases.h"

namespace graphsr {

// h is the matrix of all inputs (M,F), w is (F,H), `base` as in matmul.
class LayerInput {
 public:
  virtual ~LayerInput() = default;

  virtual const Block& block() const = 0;
  virtual Var projected(Tape& tape, Var w) = 0;                      // h·w, (M,H)
  virtual Var self_projected(Tape& tape, Var w, Var base = {}) = 0;  // h·w of the outputs, (N,H)
  virtual Var aggregated_projected(Tape& tape, Var w,
                                   Var base = {}) = 0;  // gather·h·w, (N,H), in the cheaper order
  // Of the last projected(): head_dots() with a vector, where they are known without computing them again for
  // each part of a layer; else nothing.
  virtual Var projected_dots(Tape&, Var, int64_t /*heads*/) { return {}; }
};

// The rows that the layer before wrote.
class HiddenInput : public LayerInput {
 public:
  HiddenInput(const Block& block, Var hidden) : block_(block), hidden_(hidden) {}

  const Block& block() const override { return block_; }
  Var projected(Tape& tape, Var w) override;
  Var self_projected(Tape& tape, Var w, Var base) override;
  Var aggregated_projected(Tape& tape, Var w, Var base) override;

 private:
  const Block& block_;
  Var hidden_;
};

// Features of the nodes that a first layer reads every epoch. Each form is made when it is first asked for,
// and kept.
class FeatureInput : public LayerInput {
 public:
  // For some nodes of a graph, each once; `alone` where they hear nobody. Sparse features of all that are
  // heard are copied. Dense ones are read where they lie, and the block is made when it is first asked for:
  // what the nodes gather needs none. `known`, if not null, is what all nodes gather of dense features
  // (prediction_space.h): then it is read there. The edges and what is known must outlive this.
  FeatureInput(const Graph& graph, const Messages& messages, std::vector<int32_t> nodes, bool alone,
               bool with_gradient, const HalfRows* known = nullptr);
  // One row of features for each of the block's inputs.
  FeatureInput(Block block, Features features, bool with_gradient);

  const Block& block() const override;
  Var projected(Tape& tape, Var w) override;
  Var self_projected(Tape& tape, Var w, Var base) override;
  // Aggregated features have fewer rows than their parts but, when sparse, more nonzeros a row (on Cora 3.7
  // times as many in all): the nonzeros decide which order is cheaper.
  Var aggregated_projected(Tape& tape, Var w, Var base) override;

  // Another forward begins: what the one before made is forgotten.
  void start() { made_.clear(); }
  // The loss's gradient at the features of the inputs at `places`, (n,F), after tape.backward() of what the
  // last forward made.
  Matrix gradient(Tape& tape, std::span<const int32_t> places) const;

 private:
  // A product with weights w, for the outputs alone, or for what they gather, or for all inputs.
  enum class Rows { all, outputs, gathered };
  struct Product {
    Rows rows;
    Var w, result;
  };
  Var made(Rows rows, Var w, Var result);

  // Ready for products: sparse ones with their transpose, and by phrases where those are fewer.
  struct Operand {
    Features features;
    SparseOperand sparse;
    SparseOperand words;  // of the phrases, if any: then `sparse` has those in the place of words

    Var weights(Tape& tape, Var w) const { return words.rows() > 0 ? summed_weights(tape, words, w) : w; }
  };
  Operand operand(Features features) const;
  Operand operand(Features features, std::optional<Phrases> phrases) const;
  static Var times(Tape& tape, const Operand& rows, Var w, Var base);
  const Operand& all();
  Matrix gathered_rows(ThreadPool& pool) const;  // of dense features
  void choose_order(ThreadPool& pool);

  // Whom the nodes of a graph with dense features hear, if anybody.
  struct Heard {
    const Csr* edges;
    Messages messages;
    std::vector<int32_t> outputs;
    bool alone;
    const HalfRows* known;
    mutable std::vector<int32_t> inputs;  // as the block has them, where it was made
  };

  Features features_;  // of the inputs, or, where there is heard_, of all nodes
  std::optional<Heard> heard_;
  bool with_gradient_;
  mutable std::optional<Block> block_;
  std::optional<Operand> all_, outputs_, aggregated_;
  std::vector<Product> made_;
  bool chosen_ = false;
};

}  // namespace graphsr
