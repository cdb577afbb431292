// What is known of each node: sparse or dense, one row per node. Neither form is turned into the other.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "graphsr/base/thread_pool.h"
#include "graphsr/tensor/csr.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

// Never changes once it is made, so copies share it.
class Features {
 public:
  Features() : Features(Csr{}) {}
  explicit Features(Csr sparse) : values_(std::make_shared<const Values>(std::move(sparse))) {}
  explicit Features(Matrix dense) : values_(std::make_shared<const Values>(std::move(dense))) {}

  bool is_sparse() const { return std::holds_alternative<Csr>(*values_); }
  const Csr& sparse() const { return std::get<Csr>(*values_); }
  const Matrix& dense() const { return std::get<Matrix>(*values_); }
  int64_t rows() const { return is_sparse() ? sparse().rows : dense().rows(); }
  int64_t cols() const { return is_sparse() ? sparse().cols : dense().cols(); }
  std::shared_ptr<const void> keeper() const { return values_; }  // of what sparse() and dense() show

 private:
  using Values = std::variant<Csr, Matrix>;
  std::shared_ptr<const Values> values_;
};

// The given rows, in the given order.
Features gathered(const Features& features, std::span<const int32_t> rows);

enum class Scaling {
  raw,          // as they are
  row_l2,       // each row divided by its Euclidean length; rows of zeros stay
  standardise,  // each column divided by its deviation; dense columns are also centred, sparse ones cannot be
};

// The table behind --features: name and what it does.
struct ScalingName {
  const char* name;
  Scaling scaling;
  const char* summary;
};
std::span<const ScalingName> scalings();
const char* name_of(Scaling scaling);

// Preprocessing as data, so that a model file can carry it to other graphs.
struct Preprocessing {
  Scaling scaling = Scaling::raw;
  // Of each column, for standardise: (x - shift) * scale. Sparse features have no shift.
  std::vector<Real> shift, scale;
};

// What suits these features: raw when all are 0 or 1, row_l2 for other sparse ones of which less than half
// are nonzero (word counts, TF-IDF), standardise for the rest (measurements on scales of their own).
Scaling suitable_scaling(const Features& features);

// Columns that never vary get scale 1; dense ones become zero.
Preprocessing preprocessing_for(const Features& features, Scaling scaling);

// Refuses features that the preprocessing was not made for: another number of columns, sparse in place of
// dense. What is made of features in a mapped file may lie on disk as well (base/scratch_file.h).
Features preprocessed(const Features& features, const Preprocessing& preprocessing, ThreadPool& pool);

}  // namespace graphsr
