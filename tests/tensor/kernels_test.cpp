// Each SIMD kernel against its plain twin: all lengths 0 to 67, odd alignments, integer-valued floats, exact
// equality.
#include "graphsr/tensor/kernels.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "graphsr/tensor/half_rows.h"
#include "tests/small_graphs.h"

namespace graphsr {
namespace {

constexpr int64_t kLengths = 67;

// Small integers: sums and products of them are exact, in any order.
std::vector<Real> integers(int64_t count, uint64_t seed, int low = -8, int high = 8) {
  Stream stream(seed, Purpose::test, 9);
  std::vector<Real> out(count + 1);  // one more, so that there is always an odd place to start from
  for (Real& x : out) x = static_cast<Real>(low + static_cast<int>(stream.below(high - low + 1)));
  return out;
}

Csr integer_csr(int64_t rows, int64_t cols, bool with_values, uint64_t seed) {
  Csr m = test::random_csr(rows, cols, 0.4, with_values, seed);
  for (Real& v : m.values) v = std::round(v * 3);
  return m;
}

SparseRows rows_of(const Csr& m) {
  return {m.offsets.data(), m.columns.data(), m.values.empty() ? nullptr : m.values.data()};
}

TEST(Kernels, gather_sum_equals_its_twin_at_every_width) {
  const int64_t width = kernels::strip_width();
  for (const bool with_values : {false, true}) {
    const Csr m = integer_csr(9, 12, with_values, 4);
    for (int64_t cols = 0; cols <= kLengths + 90; ++cols) {
      for (const int shift : {0, 1}) {
        for (const Real times : {0, 1, -2}) {
          const auto in = integers(12 * cols + shift, 1);
          auto out = integers(9 * cols + shift, 2), twin = out;
          const ConstStrips from = {in.data() + shift, cols, width};
          kernels::gather_sum(rows_of(m), 1, 8, from, cols, {out.data() + shift, cols, width}, times);
          plain::gather_sum(rows_of(m), 1, 8, from, cols, {twin.data() + shift, cols, width}, times);
          ASSERT_EQ(out, twin) << "cols " << cols << " shift " << shift << " times " << times;
          auto far = integers(9 * cols + shift, 2);
          kernels::far_gather_sum(rows_of(m), 1, 8, from, cols, {far.data() + shift, cols, width}, times);
          ASSERT_EQ(far, twin) << "cols " << cols << " shift " << shift << " times " << times;
        }
      }
    }
  }
}

TEST(Kernels, sums_of_neighbours_in_16_bits_equal_their_twin) {
  const int64_t width = kernels::strip_width();
  const Csr m = integer_csr(60, 60, false, 4);  // more entries than are asked for ahead
  const auto times = integers(60, 7);
  for (const int64_t cols :
       {int64_t{1}, width - 1, width, width + 1, 2 * width, 3 * width - 2, 4 * width, 4 * width + 1}) {
    const int64_t row = (cols + width - 1) / width * width;
    const auto values = integers(60 * row, 1);
    std::vector<uint16_t> in(values.size());
    kernels::halve(values.data(), 60 * row, 1, in.data());
    for (const bool self : {false, true})
      for (const Real* factors : {static_cast<const Real*>(nullptr), times.data()}) {
        auto out = integers(7 * cols, 2), twin = out;
        kernels::half_neighbour_sum(rows_of(m), 3, 10, in.data(), row, cols, self, factors, out.data());
        plain::half_neighbour_sum(rows_of(m), 3, 10, in.data(), row, cols, self, factors, twin.data());
        ASSERT_EQ(out, twin) << "cols " << cols << " self " << self;
      }
  }
}

// Rows of bytes that stand for small integers, their ranges behind them or apart from them.
struct SmallBytes {
  SmallBytes(int64_t rows, int64_t cols, int64_t groups, bool apart) {
    const int64_t group = (cols + 15) / 16 * 16, range = groups * int64_t{sizeof(ByteRange)};
    const int64_t row = groups * group + (apart ? 0 : range);
    Stream stream(5, Purpose::test, 9);
    bytes.resize(rows * row);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(stream.below(256));
    if (apart) ranges.resize(rows * range);
    all = {
        bytes.data(),       row, group, groups, cols, apart ? ranges.data() : bytes.data() + groups * group,
        apart ? range : row};
    for (int64_t k = 0; k < rows * groups; ++k) {
      const ByteRange own = {to_half(static_cast<Real>(stream.below(9)) - 4),
                             to_half(static_cast<Real>(stream.below(4)))};
      uint8_t* place = const_cast<uint8_t*>(all.ranges) + k / groups * all.range_row;
      std::memcpy(place + k % groups * int64_t{sizeof own}, &own, sizeof own);
    }
  }

  std::vector<uint8_t> bytes, ranges;
  ByteGroups all;
};

TEST(Kernels, gathering_bytes_equals_its_twin) {
  for (const bool with_values : {false, true}) {
    const Csr m = integer_csr(9, 60, with_values, 4);  // more entries than are asked for ahead
    for (int64_t cols = 0; cols <= 2 * kLengths; cols += cols < kLengths ? 1 : 61)
      for (const bool apart : {false, true}) {
        const SmallBytes in(60, cols, 2, apart);
        auto out = integers(9 * cols, 2), twin = out;
        kernels::byte_gather_sum(rows_of(m), 1, 8, in.all, 1, out.data());
        plain::byte_gather_sum(rows_of(m), 1, 8, in.all, 1, twin.data());
        ASSERT_EQ(out, twin) << "cols " << cols << " apart " << apart;
      }
  }
}

TEST(Kernels, sums_of_neighbours_in_bytes_equal_their_twin_for_every_group) {
  const Csr m = integer_csr(60, 60, false, 4);
  const auto times = integers(60, 7);
  for (const int64_t groups : {1, 3})
    for (int64_t cols = 0; cols <= 2 * kLengths; cols += cols < kLengths ? 1 : 61)
      for (const bool apart : {false, true}) {
        const SmallBytes in(60, cols, groups, apart);
        for (const bool self : {false, true})
          for (const Real* factors : {static_cast<const Real*>(nullptr), times.data()}) {
            std::vector<std::vector<Real>> out(groups, integers(7 * cols, 2)), twin = out;
            std::vector<Real*> places, twin_places;
            for (auto& group : out) places.push_back(group.data());
            for (auto& group : twin) twin_places.push_back(group.data());
            kernels::byte_neighbour_sum(rows_of(m), 3, 10, in.all, self, factors, places.data());
            plain::byte_neighbour_sum(rows_of(m), 3, 10, in.all, self, factors, twin_places.data());
            ASSERT_EQ(out, twin) << "groups " << groups << " cols " << cols << " self " << self;
          }
      }
}

TEST(Kernels, making_bytes_and_reading_them_equals_its_twin_at_every_length) {
  for (int64_t count = 0; count <= kLengths; ++count) {
    const Matrix in = test::random_matrix(1, count + 1, count);
    std::vector<uint8_t> out(count), twin(count);
    std::vector<Real> back(count), twin_back(count);
    for (const Real times : {Real(1), Real(-0.3)}) {
      const ByteRange range = kernels::to_bytes(in.data() + 1, count, times, out.data());
      const ByteRange twin_range = plain::to_bytes(in.data() + 1, count, times, twin.data());
      ASSERT_EQ(out, twin) << "count " << count << " times " << times;
      ASSERT_TRUE(range.low == twin_range.low && range.step == twin_range.step) << "count " << count;
      kernels::from_bytes(out.data(), range, count, back.data());
      plain::from_bytes(out.data(), range, count, twin_back.data());
      ASSERT_EQ(back, twin_back) << "count " << count << " times " << times;
    }
  }
}

TEST(Kernels, halving_equals_its_twin_at_every_length) {
  Stream stream(3, Purpose::test, 9);
  for (int64_t count = 0; count <= kLengths; ++count) {
    std::vector<Real> in(count + 1);
    for (Real& x : in) x = std::bit_cast<float>(static_cast<uint32_t>(stream.below(0xffffffff)));
    std::vector<uint16_t> out(count), twin(count);
    for (const Real times : {Real(1), Real(-0.3)}) {
      kernels::halve(in.data() + 1, count, times, out.data());
      plain::halve(in.data() + 1, count, times, twin.data());
      ASSERT_EQ(out, twin) << "count " << count << " times " << times;
    }
    std::vector<Real> wide(count), wide_twin(count);
    std::ranges::replace_if(
        out, [](uint16_t half) { return (half & 0x7f80) == 0x7f80; }, 0);  // NaN is not NaN
    kernels::widen(out.data(), count, wide.data());
    plain::widen(out.data(), count, wide_twin.data());
    ASSERT_EQ(wide, wide_twin) << "count " << count;
  }
}

TEST(Kernels, sum_with_neighbours_equals_its_twin_at_every_width) {
  const Csr m = test::random_csr(30, 30, 0.4, false, 5);
  for (int64_t cols = 1; cols <= kLengths + 30; ++cols) {
    const Matrix in = test::random_matrix(30, cols, 6);
    Matrix out(30, cols, 0), twin(30, cols, 0);
    kernels::sum_with_neighbours(rows_of(m), 2, 29, in.data(), cols, out.data());
    plain::sum_with_neighbours(rows_of(m), 2, 29, in.data(), cols, twin.data());
    for (int64_t i = 0; i < out.size(); ++i) ASSERT_EQ(out.data()[i], twin.data()[i]) << "cols " << cols;
  }
}

TEST(Kernels, gather_sum_reads_and_writes_whole_strips) {
  const Csr m = integer_csr(9, 30, true, 4);  // more entries than are asked for ahead
  const int64_t width = kernels::strip_width(), cols = 3 * width;
  const auto rows = integers(30 * cols, 1);
  std::vector<Real> strips(rows.size()), expected(9 * cols), out(9 * cols), in_strips(9 * cols);
  for (int64_t i = 0; i < 30; ++i)
    for (int64_t j = 0; j < cols; ++j)
      strips[(j / width) * 30 * width + i * width + j % width] = rows[i * cols + j];
  plain::gather_sum(rows_of(m), 0, 9, {rows.data(), cols, width}, cols, {expected.data(), cols, width}, 0);
  kernels::gather_sum(rows_of(m), 0, 9, {strips.data(), width, 30 * width}, cols, {out.data(), cols, width},
                      0);
  EXPECT_EQ(out, expected);
  std::vector<Real> far(9 * cols);
  kernels::far_gather_sum(rows_of(m), 0, 9, {strips.data(), width, 30 * width}, cols,
                          {far.data(), cols, width}, 0);
  EXPECT_EQ(far, expected);
  kernels::gather_sum(rows_of(m), 0, 9, {rows.data(), cols, width}, cols,
                      {in_strips.data(), width, 9 * width}, 0);
  for (int64_t i = 0; i < 9; ++i)
    for (int64_t j = 0; j < cols; ++j)
      ASSERT_EQ(in_strips[(j / width) * 9 * width + i * width + j % width], expected[i * cols + j]);
}

std::vector<Real> multiplied(bool simd, View a, View b, int64_t rows, int64_t depth, int64_t cols, bool add) {
  std::vector<Real> c = integers(rows * cols, 5);
  const auto size = simd ? kernels::packed_size(depth, cols) : plain::packed_size(depth, cols);
  std::vector<Real> packed(size);
  if (simd) {
    kernels::pack(b, depth, cols, packed.data());
    kernels::multiply_rows(a, 0, rows, depth, packed.data(), cols, c.data(), add);
  } else {
    plain::pack(b, depth, cols, packed.data());
    plain::multiply_rows(a, 0, rows, depth, packed.data(), cols, c.data(), add);
  }
  return c;
}

TEST(Kernels, dense_products_equal_their_twin_for_all_shapes_and_transposes) {
  const auto a = integers(80 * 80, 1), b = integers(80 * 80, 2);
  for (int64_t n = 0; n <= kLengths; ++n) {
    for (const auto [rows, depth, cols] : {std::array<int64_t, 3>{n, 5, 7}, {7, n, 5}, {13, 9, n}}) {
      for (const bool add : {false, true}) {
        const View plain_a = {a.data() + 1, depth, 1}, turned_a = {a.data(), 1, rows};
        const View plain_b = {b.data() + 1, cols, 1}, turned_b = {b.data(), 1, depth};
        for (const View& left : {plain_a, turned_a})
          for (const View& right : {plain_b, turned_b})
            ASSERT_EQ(multiplied(true, left, right, rows, depth, cols, add),
                      multiplied(false, left, right, rows, depth, cols, add))
                << rows << " x " << depth << " x " << cols << " add " << add;
      }
    }
  }
}

TEST(Kernels, random_bits_are_those_of_random123) {
  for (int64_t blocks = 0; blocks <= kLengths; ++blocks) {
    std::vector<uint16_t> bits(8 * blocks), twin(8 * blocks);
    kernels::random_bits(0x123456789abcdefull, Purpose::dropout, 0xfedcba987ull, 0xfffffff0u, blocks,
                         bits.data());
    plain::random_bits(0x123456789abcdefull, Purpose::dropout, 0xfedcba987ull, 0xfffffff0u, blocks,
                       twin.data());
    ASSERT_EQ(bits, twin);
  }
}

TEST(Kernels, element_loops_equal_their_twins_at_every_length) {
  const AdamStep adam = {Real(0.5), Real(0.25), Real(1), Real(0.5), Real(0.5), Real(2)};
  const SgdStep sgd = {Real(0.5), Real(0.25), Real(0.5)};
  std::vector<uint16_t> bits(kLengths + 1);
  Stream stream(3, Purpose::test);
  for (auto& b : bits) b = static_cast<uint16_t>(stream.bits());
  for (int64_t n = 0; n <= kLengths; ++n) {
    for (const int shift : {0, 1}) {
      SCOPED_TRACE(testing::Message() << "length " << n << " shift " << shift);
      const auto x = integers(n, 1), y = integers(n, 2);
      auto squares = integers(n, 4, 0, 9);
      const auto both = [&](auto&& simd, auto&& twin) {
        auto a = x, b = x;
        simd(a.data() + shift);
        twin(b.data() + shift);
        if (shift == 1 && n == 0) return;  // nothing to write, and nothing was
        ASSERT_EQ(a, b);
      };
      const int64_t count = n > 0 ? n - shift : 0;
      both(
          [&](Real* p) {
            kernels::bias_relu_dropout(p, y.data(), bits.data(), {30000, 2}, count);
          },
          [&](Real* p) {
            plain::bias_relu_dropout(p, y.data(), bits.data(), {30000, 2}, count);
          });
      both([&](Real* p) { kernels::relu_dropout_backward(y.data(), p, 2, count, p); },
           [&](Real* p) { plain::relu_dropout_backward(y.data(), p, 2, count, p); });
      both([&](Real* p) { kernels::add_to(y.data(), count, p); },
           [&](Real* p) { plain::add_to(y.data(), count, p); });
      auto m1 = y, m2 = y, q1 = squares, q2 = squares;
      both([&](Real* p) { kernels::adam(adam, count, y.data(), p, m1.data(), q1.data()); },
           [&](Real* p) { plain::adam(adam, count, y.data(), p, m2.data(), q2.data()); });
      ASSERT_EQ(m1, m2);
      ASSERT_EQ(q1, q2);
      both([&](Real* p) { kernels::sgd(sgd, count, y.data(), p, nullptr); },
           [&](Real* p) { plain::sgd(sgd, count, y.data(), p, nullptr); });
      both([&](Real* p) { kernels::sgd(sgd, count, y.data(), p, m1.data()); },
           [&](Real* p) { plain::sgd(sgd, count, y.data(), p, m2.data()); });
      ASSERT_EQ(m1, m2);
      both(
          [&](Real* p) {
            kernels::drop(y.data(), bits.data(), {30000, 2}, count, p);
          },
          [&](Real* p) {
            plain::drop(y.data(), bits.data(), {30000, 2}, count, p);
          });
    }
  }
}

TEST(Kernels, loops_over_rows_equal_their_twins_at_every_width) {
  for (int64_t cols = 0; cols <= kLengths; ++cols)
    for (const int64_t count : {0, 1, 5}) {
      SCOPED_TRACE(testing::Message() << count << " rows of " << cols);
      const auto rows = integers(count * cols, 1), one = integers(cols, 2);
      auto a = rows, b = rows;
      kernels::bias_relu(a.data(), one.data(), count, cols);
      plain::bias_relu(b.data(), one.data(), count, cols);
      ASSERT_EQ(a, b);
      a = rows, b = rows;
      kernels::add_to_rows(one.data(), count, cols, a.data());
      plain::add_to_rows(one.data(), count, cols, b.data());
      ASSERT_EQ(a, b);
      for (const int64_t less : {0, 1}) {  // columns that are not added
        if (less > cols) continue;
        a = one, b = one;
        kernels::add_rows(rows.data(), cols, count, cols - less, a.data());
        plain::add_rows(rows.data(), cols, count, cols - less, b.data());
        ASSERT_EQ(a, b);
      }
    }
}

TEST(Kernels, attention_products_equal_their_twins) {
  for (const auto [heads, width] :
       {std::array<int64_t, 2>{8, 16}, {16, 8}, {4, 32}, {8, 32}, {8, 4}, {1, 67}, {3, 5}, {16, 1}, {8, 9}}) {
    SCOPED_TRACE(testing::Message() << heads << " heads of " << width);
    const HeadShape shape = {heads, width};
    const int64_t cols = heads * width;
    const Csr m = integer_csr(6, 9, false, 8);
    const auto rows = integers(9 * cols, 1), vector = integers(cols, 2);
    const auto weight = integers(m.nonzeros() * heads, 3);
    std::vector<Real> a(9 * heads), b(9 * heads);
    kernels::head_dots(rows.data(), vector.data(), shape, 0, 9, a.data());
    plain::head_dots(rows.data(), vector.data(), shape, 0, 9, b.data());
    ASSERT_EQ(a, b);
    std::vector<int64_t> backwards(m.nonzeros());
    std::iota(backwards.rbegin(), backwards.rend(), 0);
    const int64_t* const places[] = {nullptr, backwards.data()};
    for (const bool add : {false, true})
      for (const int64_t* place : places) {
        auto out = integers(6 * cols, 4), twin = out;
        kernels::head_gather(rows_of(m), shape, 0, 6, weight.data(), place, rows.data(), out.data(), add);
        plain::head_gather(rows_of(m), shape, 0, 6, weight.data(), place, rows.data(), twin.data(), add);
        ASSERT_EQ(out, twin);
      }
    auto sum = integers(cols, 5), twin = sum;
    kernels::head_axpy(weight.data(), rows.data(), shape, sum.data());
    plain::head_axpy(weight.data(), rows.data(), shape, twin.data());
    ASSERT_EQ(sum, twin);

    const auto g = integers(6 * cols, 6), target = integers(6 * heads, 7);
    const AttentionRows rows_view = {rows_of(m), shape, a.data(), target.data()};
    std::vector<Real> e1(m.nonzeros() * heads), e2 = e1, r1(6 * heads), r2 = r1;
    kernels::attention_backward(rows_view, 0, 6, rows.data(), g.data(), weight.data(), weight.data(), 2,
                                e1.data(), r1.data());
    plain::attention_backward(rows_view, 0, 6, rows.data(), g.data(), weight.data(), weight.data(), 2,
                              e2.data(), r2.data());
    ASSERT_EQ(e1, e2);
    ASSERT_EQ(r1, r2);
  }
}

TEST(Kernels, attention_weights_agree_with_their_twin_and_sum_to_one) {
  for (const int64_t heads : {1, 4, 8, 16, 5}) {
    const Csr m = test::random_csr(7, 10, 0.5, false, 3);
    const Matrix source = test::random_matrix(10, heads, 1), target = test::random_matrix(7, heads, 2);
    const AttentionRows rows = {rows_of(m), {heads, 1}, source.data(), target.data()};
    std::vector<Real> weight(m.nonzeros() * heads), twin(m.nonzeros() * heads);
    kernels::attention_weights(rows, 0, 7, weight.data());
    plain::attention_weights(rows, 0, 7, twin.data());
    for (size_t i = 0; i < weight.size(); ++i) ASSERT_NEAR(weight[i], twin[i], 1e-6);
    for (int64_t i = 0; i < 7; ++i) {
      for (int64_t h = 0; h < heads && m.length(i) > 0; ++h) {
        double sum = 0;
        for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e) sum += weight[e * heads + h];
        ASSERT_NEAR(sum, 1, 1e-5);
      }
    }
  }
}

}  // namespace
}  // namespace graphsr
