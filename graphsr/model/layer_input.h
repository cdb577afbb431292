// What a layer reads, and the three products of it that architectures are made of.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "graphsr/graph/features.h"
#include "graphsr/model/block.h"
#include "graphsr/tensor/half_rows.h"

namespace graphsr {

// h is the matrix of all inputs (M,F), w is (F,H), `base` as in matmul.
class LayerInput {
 public:
  explicit LayerInput(const Block& block) : block_(&block) {}
  virtual ~LayerInput() = default;

  const Block& block() const { return *block_; }

  virtual Var projected(Tape& tape, Var w) = 0;                      // h·w, (M,H)
  virtual Var self_projected(Tape& tape, Var w, Var base = {}) = 0;  // h·w of the outputs, (N,H)
  virtual Var aggregated_projected(Tape& tape, Var w,
                                   Var base = {}) = 0;  // gather·h·w, (N,H), in the cheaper order

 protected:
  const Block* block_;
};

// The rows that the layer before wrote.
class HiddenInput : public LayerInput {
 public:
  HiddenInput(const Block& block, Var hidden) : LayerInput(block), hidden_(hidden) {}

  Var projected(Tape& tape, Var w) override;
  Var self_projected(Tape& tape, Var w, Var base) override;
  Var aggregated_projected(Tape& tape, Var w, Var base) override;

 private:
  Var hidden_;
};

// Features of the nodes that a first layer reads every epoch. Each form is made when it is first asked for,
// and kept.
class FeatureInput : public LayerInput {
 public:
  // One row of features for each of the block's inputs.
  FeatureInput(const Block& block, Features features, bool with_gradient);
  // The inputs are these nodes, whose features are among those of all. Dense ones are not copied unless a
  // layer wants them row by row.
  FeatureInput(const Block& block, const Features& all, std::vector<int32_t> nodes, bool with_gradient);

  Var projected(Tape& tape, Var w) override;
  Var self_projected(Tape& tape, Var w, Var base) override;
  // Aggregated features have fewer rows than their parts but, when sparse, more nonzeros a row (on Cora 3.7
  // times as many in all): the nonzeros decide which order is cheaper.
  Var aggregated_projected(Tape& tape, Var w, Var base) override;

  // Another forward begins: what the one before made is forgotten.
  void start() { made_.clear(); }
  // The loss's gradient at the features of the inputs at `places`, (n,F), after tape.backward() of what the
  // last forward made. Each base must have been a product of this input.
  Matrix gradient(Tape& tape, std::span<const int32_t> places) const;

 private:
  // A product with weights w, for the outputs alone, or for what they gather, or for all inputs.
  enum class Rows { all, outputs, gathered };
  struct Product {
    Rows rows;
    Var w, result;
    Var sum;  // where the gradient of the result is found: products add up into one buffer
  };
  Var made(Rows rows, Var w, Var base, Var result);

  // Ready for products: sparse ones with their transpose.
  struct Operand {
    Features features;
    SparseOperand sparse;
  };
  Operand operand(Features features) const;
  static Var times(Tape& tape, const Operand& rows, Var w, Var base);
  const Operand& all();
  void choose_order(ThreadPool& pool);

  Features features_;  // of the inputs, or, where there are nodes_, of all nodes
  std::vector<int32_t> nodes_;
  bool with_gradient_;
  std::optional<Operand> all_, outputs_, aggregated_;
  std::vector<Product> made_;
  bool chosen_ = false;
};

// Many rows are kept in 16 bits: what is read of them at random is what takes time and memory.
constexpr int64_t kManyRows = int64_t{1} << 17;

class LayerRows {
 public:
  LayerRows(int64_t rows, int64_t width);

  int64_t rows() const { return half_.rows() > 0 ? half_.rows() : whole_.rows(); }
  int64_t cols() const { return half_.rows() > 0 ? half_.cols() : whole_.cols(); }

  void put(ThreadPool& pool, int64_t first, const Matrix& rows);  // as rows [first, first + rows.rows())
  void get(ThreadPool& pool, int64_t first, int64_t count, Matrix& to) const;
  void gather(ThreadPool& pool, const Csr& by, Matrix& sums) const;  // sums = by·rows

 private:
  Matrix whole_;
  HalfRows half_;  // instead, where there are many
};

// A whole layer, of which blocks of outputs are computed one after the other without gradients. Products that
// all blocks share are made once; features are never copied as a whole, but for dense ones of many nodes that
// are gathered: those in 16 bits.
class StreamedInput : public LayerInput {
 public:
  // Reads the features of `nodes`, or `hidden` as it is. All must outlive this.
  StreamedInput(const Features& features, std::span<const int32_t> nodes);
  explicit StreamedInput(const LayerRows& hidden);

  // How many rows a block should have, so that copies of wide ones stay small.
  int64_t rows_at_once() const;
  // Moves on to the next block, with a tape that is empty.
  void read(const Block& block) {
    block_ = &block;
    gathered_ = {};
  }

  Var projected(Tape& tape, Var w) override;
  Var self_projected(Tape& tape, Var w, Var base) override;
  Var aggregated_projected(Tape& tape, Var w, Var base) override;

 private:
  int64_t inputs() const;
  int64_t cols() const;
  // h·w of the inputs [first, first + count), or base + h·w.
  Var range_projected(Tape& tape, int64_t first, int64_t count, Var w, Var base);
  // Calls put(first, rows) for h·w of all inputs, part by part.
  template <class Put>
  void project_all(Tape& tape, Var w, const Put& put);
  Var gathered_rows(Tape& tape);  // gather·h, made once for all networks that read the block

  const Csr* sparse_ = nullptr;        // rows of all nodes of the graph, or
  const Matrix* dense_ = nullptr;      // these; the layer's inputs are
  std::span<const int32_t> nodes_;     // those of these nodes,
  bool all_in_order_ = false;          // which may be all as they come; or else the inputs are
  const LayerRows* hidden_ = nullptr;  // these
  std::optional<LayerRows> copy_;      // of the inputs' dense features, to gather from
  SparseOperand sparse_outputs_;       // features of some inputs, for as long as the tape reads them,
  Matrix outputs_;                     // the same when dense
  Var gathered_;
  // By weight matrix: h·w of all inputs, whole, and to gather from.
  std::map<const Matrix*, Matrix> projected_;
  std::map<const Matrix*, LayerRows> products_;
};

}  // namespace graphsr
