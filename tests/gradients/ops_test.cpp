// Every operation of ops.h, each feeding a weighted sum so that all elements of its result matter.
#include "graphsr/tensor/ops.h"

#include "graphsr/tensor/multiply.h"
#include "tests/gradients/check.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

using test::expect_right_gradients;
using test::random_csr;
using test::random_matrix;

Param param(const char* name, int64_t rows, int64_t cols, uint64_t seed) {
  return {name, random_matrix(rows, cols, seed), {}};
}

// A (1,1) value that depends on every element of x differently: left·x·right.
Var summary(Tape& tape, Var x) {
  static thread_local Matrix left, right;
  left = random_matrix(1, tape.value(x).rows(), 91);
  right = random_matrix(tape.value(x).cols(), 1, 92);
  return matmul(tape, matmul(tape, tape.constant(left), x), tape.constant(right));
}

TEST(Gradients, matmul) {
  Param a = param("a", 7, 5, 1), b = param("b", 5, 9, 2);
  expect_right_gradients({&a, &b}, [&](Tape& t) { return summary(t, matmul(t, t.param(a), t.param(b))); });
}

TEST(Gradients, matmul_onto_a_base) {
  Param a = param("a", 4, 3, 1), b = param("b", 3, 6, 2), c = param("c", 4, 2, 3), d = param("d", 2, 6, 4);
  expect_right_gradients({&a, &b, &c, &d}, [&](Tape& t) {
    return summary(t, matmul(t, t.param(a), t.param(b), matmul(t, t.param(c), t.param(d))));
  });
}

TEST(Gradients, sparse_matmul_with_and_without_values) {
  for (const bool with_values : {false, true}) {
    const SparseOperand m = sparse_operand(random_csr(6, 8, 0.4, with_values, 3), true);
    Param h = param("h", 8, 5, 4);
    expect_right_gradients({&h}, [&](Tape& t) { return summary(t, sparse_matmul(t, m, t.param(h))); });
  }
}

TEST(Gradients, sparse_matmul_onto_a_base) {
  const SparseOperand m = sparse_operand(random_csr(6, 8, 0.4, true, 3), true);
  Param h = param("h", 8, 5, 4), a = param("a", 6, 2, 5), b = param("b", 2, 5, 6);
  expect_right_gradients({&h, &a, &b}, [&](Tape& t) {
    return summary(t, sparse_matmul(t, m, t.param(h), matmul(t, t.param(a), t.param(b))));
  });
}

TEST(Gradients, two_sparse_products_in_one_by_strips_and_without) {
  const SparseOperand outer = sparse_operand(random_csr(4, 6, 0.5, true, 3), true);
  const SparseOperand inner = sparse_operand(random_csr(6, 7, 0.4, false, 4), true);
  for (const int64_t cols : {int64_t{5}, 2 * kernels::strip_width()}) {
    Param h = param("h", 7, cols, 5), a = param("a", 4, 2, 6), b = param("b", 2, cols, 7);
    expect_right_gradients({&h, &a, &b}, [&](Tape& t) {
      return summary(t, sparse_matmul(t, outer, inner, t.param(h), matmul(t, t.param(a), t.param(b))));
    });
    ThreadPool pool(1);
    Tape tape(pool);
    const Var once = sparse_matmul(tape, outer, inner, tape.param(h));
    const Var twice = sparse_matmul(tape, outer, sparse_matmul(tape, inner, tape.param(h)));
    for (int64_t i = 0; i < tape.value(once).size(); ++i)
      EXPECT_EQ(tape.value(once).data()[i], tape.value(twice).data()[i]);
  }
}

TEST(Gradients, sparse_products_of_weights_in_strips) {
  const SparseOperand outer = sparse_operand(random_csr(4, 6, 0.5, true, 3), true);
  const SparseOperand inner = sparse_operand(random_csr(6, 7, 0.4, false, 4), true);
  Param h = param("h", 7, 2 * kernels::strip_width(), 5);
  h.value = in_order(h.value, Order::strips);
  expect_right_gradients({&h}, [&](Tape& t) {
    const Var x = t.param(h);
    return summary(t, sparse_matmul(t, outer, inner, x, sparse_matmul(t, outer, sparse_matmul(t, inner, x))));
  });
}

TEST(Gradients, summed_weights_that_two_products_read_in_either_order) {
  const SparseOperand words = sparse_operand(random_csr(9, 7, 0.4, false, 3), true);
  const SparseOperand outer = sparse_operand(random_csr(4, 6, 0.5, true, 4), true);
  const SparseOperand inner = sparse_operand(random_csr(6, 9, 0.4, true, 5), true);
  for (const Order order : {Order::rows, Order::strips}) {
    Param h = param("h", 7, 2 * kernels::strip_width(), 5);
    h.value = in_order(h.value, order);
    expect_right_gradients({&h}, [&](Tape& t) {
      const Var x = t.param(h), sums = summed_weights(t, words, x);
      const Var twice = sparse_matmul(t, inner, summed_weights(t, words, x));
      return summary(t, sparse_matmul(t, outer, inner, sums, sparse_matmul(t, outer, twice)));
    });
  }
}

TEST(Gradients, sparse_matmul_with_shares_that_are_trained) {
  for (const bool with_values : {false, true}) {
    const SparseOperand m = sparse_operand(random_csr(6, 8, 0.4, with_values, 3), true);
    std::vector<int32_t> place;  // some shares are used twice
    for (int64_t k = 0; k < m.matrix.nonzeros(); ++k) place.push_back(static_cast<int32_t>(k * k % 7));
    Param h = param("h", 8, 5, 4), share = param("share", 7, 1, 8), a = param("a", 6, 2, 5),
          b = param("b", 2, 5, 6);
    expect_right_gradients({&h, &share}, [&](Tape& t) {
      return summary(t, sparse_matmul(t, m, t.param(share), place, t.param(h)));
    });
    expect_right_gradients({&h, &share, &a, &b}, [&](Tape& t) {
      const Var base = matmul(t, t.param(a), t.param(b));
      return summary(t, sparse_matmul(t, m, t.param(share), place, t.param(h), base));
    });
  }
}

TEST(Gradients, pair_dots_of_two_matrices_and_of_one_with_itself) {
  const SparseOperand pairs = sparse_operand(random_csr(6, 8, 0.4, false, 3), true);
  const SparseOperand own = sparse_operand(random_csr(6, 6, 0.4, false, 4), true);
  for (const int64_t width : {3, 8, 21}) {
    Param a = param("a", 6, width, 1), b = param("b", 8, width, 2);
    expect_right_gradients({&a, &b},
                           [&](Tape& t) { return summary(t, pair_dots(t, pairs, t.param(a), t.param(b))); });
    expect_right_gradients({&a}, [&](Tape& t) {
      const Var x = t.param(a);
      return summary(t, pair_dots(t, own, x, x));
    });
  }
}

TEST(Gradients, sigmoid_of_a_value_that_is_used_twice) {
  Param x = param("x", 5, 3, 1), w = param("w", 3, 3, 2);
  expect_right_gradients({&x, &w}, [&](Tape& t) {
    const Var v = t.param(x), weight = t.param(w);
    return summary(t, matmul(t, sigmoid(t, v), weight, matmul(t, v, weight)));
  });
}

TEST(Gradients, pair_loss) {
  Param x = param("x", 6, 1, 1);
  const std::vector<Real> to_one = {1, 0, 2, 0.5, 0, 1}, to_zero = {-0.1, 1, 0, 0.3, 2, -0.2};
  expect_right_gradients({&x}, [&](Tape& t) { return pair_loss(t, t.param(x), to_one, to_zero); });
}

TEST(Gradients, row_range) {
  Param h = param("h", 8, 5, 4);
  expect_right_gradients({&h}, [&](Tape& t) { return summary(t, row_range(t, t.param(h), 2, 3)); });
  expect_right_gradients({&h}, [&](Tape& t) { return summary(t, row_range(t, t.param(h), 2, 3, 0.3)); });
}

// As the first that hands h a gradient, and as one that adds to it.
TEST(Gradients, rows_matmul) {
  Param h = param("h", 8, 5, 4), w = param("w", 5, 3, 5), v = param("v", 5, 3, 6);
  expect_right_gradients({&h, &w, &v}, [&](Tape& t) {
    const Var x = t.param(h);
    return summary(t, rows_matmul(t, x, 2, 4, t.param(w), rows_matmul(t, x, 4, 4, t.param(v))));
  });
}

TEST(Gradients, a_value_used_twice_gets_both_contributions) {
  Param h = param("h", 6, 6, 4);
  expect_right_gradients({&h}, [&](Tape& t) {
    const Var x = t.param(h);
    return summary(t, matmul(t, row_range(t, x, 0, 3), x, matmul(t, row_range(t, x, 2, 3), x)));
  });
}

TEST(Gradients, add_bias) {
  Param a = param("a", 7, 3, 1), w = param("w", 3, 4, 2), b = param("b", 1, 4, 3);
  expect_right_gradients({&a, &w, &b}, [&](Tape& t) {
    return summary(t, add_bias(t, matmul(t, t.param(a), t.param(w)), t.param(b)));
  });
}

TEST(Gradients, bias_relu_dropout_at_several_rates) {
  for (const double rate : {0.0, 0.3, 0.5}) {
    Param a = param("a", 9, 3, 1), w = param("w", 3, 21, 2), b = param("b", 1, 21, 3);
    const Dropout dropout{rate, 5, Purpose::dropout, 6};
    expect_right_gradients({&a, &w, &b}, [&](Tape& t) {
      return summary(t, bias_relu_dropout(t, matmul(t, t.param(a), t.param(w)), t.param(b), dropout));
    });
  }
}

TEST(Gradients, attention_with_heads_of_several_shapes) {
  struct Shape {
    int64_t heads, width;
  };
  for (const auto [heads, width] : {Shape{8, 16}, Shape{3, 5}, Shape{1, 4}, Shape{4, 1}}) {
    const SparseOperand m = sparse_operand(random_csr(5, 9, 0.5, false, 7), true);
    Param h = param("h", 9, heads * width, 1), source = param("source", 1, heads * width, 2),
          target = param("target", 1, heads * width, 3);
    for (const double rate : {0.0, 0.4}) {
      const Dropout dropout{rate, 5, Purpose::attention_dropout, 6};
      expect_right_gradients({&h, &source, &target}, [&](Tape& t) {
        return summary(t, attention(t, m, 2, t.param(h), t.param(source), t.param(target), heads, dropout));
      });
    }
  }
}

TEST(Gradients, cross_entropy_with_and_without_weights) {
  Param x = param("x", 6, 4, 1);
  const std::vector<int32_t> labels = {0, 3, 2, 2, 1, 0};
  const std::vector<Real> weights = {1, 0.5, 2, 0, 3, 0.25};
  expect_right_gradients({&x}, [&](Tape& t) { return cross_entropy(t, t.param(x), labels, {}); });
  expect_right_gradients({&x}, [&](Tape& t) { return cross_entropy(t, t.param(x), labels, weights); });
}

TEST(Gradients, focal_loss_at_several_powers) {
  Param x = param("x", 6, 4, 1);
  const std::vector<int32_t> labels = {0, 3, 2, 2, 1, 0};
  const std::vector<Real> weights = {1, 0.5, 2, 0, 3, 0.25};
  for (const double gamma : {0.0, 0.5, 1.0, 2.0, 5.0})
    expect_right_gradients({&x}, [&](Tape& t) { return focal_loss(t, t.param(x), labels, weights, gamma); });
}

TEST(Gradients, less_margin) {
  Param a = param("a", 6, 3, 1), w = param("w", 3, 4, 2);
  const std::vector<int32_t> labels = {0, 3, 2, 2, 1, 0};
  const std::vector<Real> margin = {0.5, 0.1, 2, 0.3};
  expect_right_gradients({&a, &w}, [&](Tape& t) {
    const Var x = matmul(t, t.param(a), t.param(w));
    return cross_entropy(t, less_margin(t, x, labels, margin), labels, {});
  });
}

TEST(Gradients, cross_entropy_with_a_shift) {
  Param x = param("x", 6, 4, 1);
  const std::vector<int32_t> labels = {0, 3, 2, 2, 1, 0};
  const std::vector<Real> weights = {1, 0.5, 2, 0, 3, 0.25}, shift = {1.5, -2, 0, 0.7};
  expect_right_gradients({&x}, [&](Tape& t) { return cross_entropy(t, t.param(x), labels, {}, shift); });
  expect_right_gradients({&x}, [&](Tape& t) { return cross_entropy(t, t.param(x), labels, weights, shift); });
}

}  // namespace
}  // namespace graphsr
