// Reverse-mode differentiation. Operations are recorded as they run; backward() walks them in reverse. After
// clear() the same sequence of operations finds its buffers where it left them, so that an epoch allocates
// nothing.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>

#include "graphsr/base/thread_pool.h"
#include "graphsr/tensor/csr.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

// A trained matrix. Biases are (1,H).
struct Param {
  std::string name;
  Matrix value;
  Matrix gradient;  // of the last backward(), where it is not a product
  // A gradient that backward() leaves to be computed: matrix·rows. Optimisers take it and their step in one
  // pass. So it is of values in strips that one sparse product reads; both parts must stay as they are until
  // then.
  struct Product {
    const Csr* matrix = nullptr;
    const Matrix* rows = nullptr;
    explicit operator bool() const { return matrix != nullptr; }
  };
  Product product;
};

// A value on a tape.
struct Var {
  int32_t index = -1;
  explicit operator bool() const { return index >= 0; }
};

class Tape {
 public:
  explicit Tape(ThreadPool& pool) : pool_(pool) {}
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  ThreadPool& pool() { return pool_; }

  Var param(Param& param);             // both must outlive the tape's use of them
  Var constant(const Matrix& matrix);  // no gradient is computed for it

  const Matrix& value(Var v) const { return *nodes_[v.index].value; }
  const Matrix& gradient(Var v) const { return *nodes_[v.index].gradient; }

  void backward(Var loss);  // loss is (1,1)
  void clear();

  // For operations (ops.h).
  //
  // A new value of this shape, unset; write it through result().
  Var record(int64_t rows, int64_t cols, Order order = Order::rows);
  // A new value that takes over the buffer of `from`, which must not be read again, neither forward nor
  // backward, and which nothing else hands a gradient.
  Var take(Var from);
  Matrix& result(Var v) { return nodes_[v.index].owned; }
  // How gradient(v) is handed to v's inputs. Not called when nothing before v needs a gradient.
  void on_backward(Var v, std::function<void()> backward);

  bool needs_gradient(Var v) const { return nodes_[v.index].needs; }
  void needs_gradient_of(Var v, Var input) { nodes_[v.index].needs |= nodes_[input.index].needs; }

  // Where a contribution to the gradient of v goes: overwritten by the first one, added to by the others.
  struct Slot {
    Matrix& matrix;
    bool add;
  };
  Slot slot(Var v);
  // matrix·rows is a contribution to v, now or later: see Param::Product.
  void add_product(Var v, const Csr& matrix, const Matrix& rows);
  // The whole gradient of `from` is a contribution to v. Both may have the same buffer afterwards.
  void pass_gradient(Var from, Var v);

 private:
  struct Node {
    Matrix owned, owned_gradient;
    const Matrix* value = nullptr;
    Matrix* gradient = nullptr;
    Param* param = nullptr;  // whose value it is
    bool needs = false, touched = false;
    std::function<void()> backward;
  };
  Node& next(Var& v);

  ThreadPool& pool_;
  std::deque<Node> nodes_;
  int32_t used_ = 0;
};

}  // namespace graphsr
