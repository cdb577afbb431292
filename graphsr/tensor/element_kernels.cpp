// Loops over elements: activation, optimisers, random bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graphsr/tensor/element_kernels.cpp"
// foreach_target.h must come before the others.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <algorithm>
#include <cmath>
#include <cstring>

#include "graphsr/tensor/adam-inl.h"
#include "graphsr/tensor/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace graphsr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<Real>;
using V = hn::Vec<D>;

#if HWY_TARGET == HWY_SCALAR  // has no neighbouring lanes to multiply into
using plain::random_bits;
#else
// Products of each 32-bit lane with a constant, split into high and low words.
template <class D32, class V32 = hn::Vec<D32>>
HWY_INLINE void multiply_words(D32 d, V32 x, uint32_t constant, V32& high, V32& low) {
  const hn::Repartition<uint64_t, D32> d64;
  const auto c = hn::Set(d, constant);
  const auto even = hn::MulEven(x, c);
  const auto odd = hn::MulEven(hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(d64, x))), c);
  high = hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
  low = hn::OddEven(hn::BitCast(d, hn::ShiftLeft<32>(odd)), hn::BitCast(d, even));
}

// Philox4x32-10 for as many counters side by side as there are lanes.
void random_bits(uint64_t seed, Purpose purpose, uint64_t position, uint32_t first, int64_t blocks,
                 uint16_t* out) {
  const hn::ScalableTag<uint32_t> d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  HWY_ALIGN uint32_t words[4 * hn::MaxLanes(d)];
  for (int64_t b = 0; b < blocks; b += n) {
    auto c0 = hn::Iota(d, first + static_cast<uint32_t>(b));
    auto c1 = hn::Set(d, static_cast<uint32_t>(position));
    auto c2 = hn::Set(d, static_cast<uint32_t>(position >> 32));
    auto c3 = hn::Set(d, static_cast<uint32_t>(purpose));
    uint32_t k0 = static_cast<uint32_t>(seed), k1 = static_cast<uint32_t>(seed >> 32);
    for (int round = 0; round < 10; ++round, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
      auto h0 = c0, l0 = c0, h1 = c0, l1 = c0;
      multiply_words(d, c0, 0xD2511F53u, h0, l0);
      multiply_words(d, c2, 0xCD9E8D57u, h1, l1);
      c0 = hn::Xor(hn::Xor(h1, c1), hn::Set(d, k0));
      c2 = hn::Xor(hn::Xor(h0, c3), hn::Set(d, k1));
      c1 = l1;
      c3 = l0;
    }
    hn::StoreInterleaved4(c0, c1, c2, c3, d, words);
    const int64_t used = 8 * std::min(n, blocks - b);
    std::memcpy(out, words, used * sizeof *out);  // the low half of a word comes first: x86 is little-endian
    out += used;
  }
}
#endif

// Lanes whose bits are at least the threshold. All 16-bit numbers are exact in either floating type.
template <class DReal>
HWY_INLINE hn::Mask<DReal> kept(DReal d, const uint16_t* bits, hn::Vec<DReal> threshold) {
  const auto wide =
      hn::PromoteTo(hn::Rebind<int32_t, DReal>(), hn::LoadU(hn::Rebind<uint16_t, DReal>(), bits));
  if constexpr (sizeof(hn::TFromD<DReal>) == 4)
    return hn::Ge(hn::ConvertTo(d, wide), threshold);
  else
    return hn::Ge(hn::PromoteTo(d, wide), threshold);
}

void bias_relu_dropout(Real* x, const Real* bias, const uint16_t* bits, KeepRule keep, int64_t count) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const V zero = hn::Zero(d), scale = hn::Set(d, keep.scale);
  const V threshold = hn::Set(d, static_cast<Real>(keep.threshold));
  int64_t j = 0;
  for (; j + n <= count; j += n) {
    const V v = hn::Mul(hn::Max(hn::Add(hn::LoadU(d, x + j), hn::LoadU(d, bias + j)), zero), scale);
    hn::StoreU(hn::IfThenElseZero(kept(d, bits + j, threshold), v), d, x + j);
  }
  plain::bias_relu_dropout(x + j, bias + j, bits + j, keep, count - j);
}

void bias_relu(Real* rows, const Real* bias, int64_t count, int64_t cols) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const V zero = hn::Zero(d);
  for (int64_t i = 0; i < count; ++i, rows += cols) {
    int64_t j = 0;
    for (; j + n <= cols; j += n)
      hn::StoreU(hn::Max(hn::Add(hn::LoadU(d, rows + j), hn::LoadU(d, bias + j)), zero), d, rows + j);
    if (j < cols) plain::bias_relu(rows + j, bias + j, 1, cols - j);
  }
}

void drop(const Real* x, const uint16_t* bits, KeepRule keep, int64_t count, Real* out) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const V scale = hn::Set(d, keep.scale), threshold = hn::Set(d, static_cast<Real>(keep.threshold));
  int64_t j = 0;
  for (; j + n <= count; j += n)
    hn::StoreU(hn::IfThenElseZero(kept(d, bits + j, threshold), hn::Mul(hn::LoadU(d, x + j), scale)), d,
               out + j);
  plain::drop(x + j, bits + j, keep, count - j, out + j);
}

void relu_dropout_backward(const Real* y, const Real* dy, Real scale, int64_t count, Real* dx) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const V zero = hn::Zero(d), factor = hn::Set(d, scale);
  int64_t j = 0;
  for (; j + n <= count; j += n)
    hn::StoreU(hn::IfThenElseZero(hn::Gt(hn::LoadU(d, y + j), zero), hn::Mul(hn::LoadU(d, dy + j), factor)),
               d, dx + j);
  plain::relu_dropout_backward(y + j, dy + j, scale, count - j, dx + j);
}

void add_to(const Real* x, int64_t count, Real* sum) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  int64_t j = 0;
  for (; j + n <= count; j += n) hn::StoreU(hn::Add(hn::LoadU(d, sum + j), hn::LoadU(d, x + j)), d, sum + j);
  plain::add_to(x + j, count - j, sum + j);
}

// Columns from j on, kVectors vectors of them at a time, while there are so many; returns the next one.
template <int kVectors>
HWY_INLINE int64_t add_columns(const Real* rows, int64_t stride, int64_t count, int64_t cols, int64_t j,
                               Real* sum) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  for (; j + kVectors * n <= cols; j += kVectors * n) {
    V s[kVectors];
    for (int k = 0; k < kVectors; ++k) s[k] = hn::LoadU(d, sum + j + k * n);
    for (int64_t i = 0; i < count; ++i)
      for (int k = 0; k < kVectors; ++k) s[k] = hn::Add(s[k], hn::LoadU(d, rows + i * stride + j + k * n));
    for (int k = 0; k < kVectors; ++k) hn::StoreU(s[k], d, sum + j + k * n);
  }
  return j;
}

// The columns from j on, if they are at least a vector of kLanes, or of as many as there are, and at most
// two, by two vectors that overlap where they are fewer; returns the next one. A head has few columns, and
// one after the other in memory they would wait for each other.
template <size_t kLanes>
HWY_INLINE int64_t add_last_columns(const Real* rows, int64_t stride, int64_t count, int64_t cols, int64_t j,
                                    Real* sum) {
  const hn::CappedTag<Real, kLanes> d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d)), second = cols - n;
  if (j > second || second > j + n) return j;
  auto a = hn::LoadU(d, sum + j), b = hn::LoadU(d, sum + second);
  for (int64_t i = 0; i < count; ++i, rows += stride) {
    a = hn::Add(a, hn::LoadU(d, rows + j));
    b = hn::Add(b, hn::LoadU(d, rows + second));
  }
  hn::StoreU(a, d, sum + j);
  hn::StoreU(b, d, sum + second);
  return cols;
}

void add_rows(const Real* rows, int64_t stride, int64_t count, int64_t cols, Real* sum) {
  int64_t j = add_columns<4>(rows, stride, count, cols, 0, sum);
  j = add_columns<1>(rows, stride, count, cols, j, sum);
  static_assert(hn::MaxLanes(D()) <= 16, "so that no more than 16 columns are left");
  j = add_last_columns<8>(rows, stride, count, cols, j, sum);
  j = add_last_columns<4>(rows, stride, count, cols, j, sum);
  j = add_last_columns<2>(rows, stride, count, cols, j, sum);
  add_last_columns<1>(rows, stride, count, cols, j, sum);
}

void add_to_rows(const Real* x, int64_t count, int64_t cols, Real* rows) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t i = 0; i < count; ++i, rows += cols) {
    int64_t j = 0;
    for (; j + n <= cols; j += n)
      hn::StoreU(hn::Add(hn::LoadU(d, rows + j), hn::LoadU(d, x + j)), d, rows + j);
    for (; j < cols; ++j) rows[j] += x[j];
  }
}

// Separate multiplications and additions, not MulAdd: tails and other instruction sets then give the same
// bits.
void adam(const AdamStep& s, int64_t count, const Real* gradient, Real* value, Real* mean, Real* square) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const AdamVectors adam(s);
  int64_t j = 0;
  for (; j + n <= count; j += n) adam.step(hn::LoadU(d, gradient + j), value + j, mean + j, square + j);
  plain::adam(s, count - j, gradient + j, value + j, mean + j, square + j);
}

void sgd(const SgdStep& s, int64_t count, const Real* gradient, Real* value, Real* velocity) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const V momentum = hn::Set(d, s.momentum), decay = hn::Set(d, s.weight_decay), rate = hn::Set(d, s.rate);
  int64_t j = 0;
  for (; j + n <= count; j += n) {
    const V w = hn::LoadU(d, value + j);
    V v = hn::Add(hn::LoadU(d, gradient + j), hn::Mul(decay, w));
    if (velocity) {
      v = hn::Add(hn::Mul(momentum, hn::LoadU(d, velocity + j)), v);
      hn::StoreU(v, d, velocity + j);
    }
    hn::StoreU(hn::Sub(w, hn::Mul(rate, v)), d, value + j);
  }
  plain::sgd(s, count - j, gradient + j, value + j, velocity ? velocity + j : nullptr);
}

template <class DReal>
HWY_INLINE hn::Vec<hn::Rebind<float, DReal>> as_float(DReal, hn::Vec<DReal> v) {
  if constexpr (sizeof(hn::TFromD<DReal>) == sizeof(float))
    return v;
  else
    return hn::DemoteTo(hn::Rebind<float, DReal>(), v);
}

void halve(const Real* in, int64_t count, Real times, uint16_t* out) {
  const D d;
  const hn::Rebind<uint32_t, D> d32;
  const hn::Rebind<int32_t, D> whole;
  const hn::Rebind<uint16_t, D> d16;
  const auto scale = hn::Set(d, times);
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  int64_t j = 0;
  for (; j + n <= count; j += n) {
    const auto value = as_float(d, hn::Mul(scale, hn::LoadU(d, in + j)));
    const auto bits = hn::BitCast(d32, value);
    const auto even = hn::And(hn::ShiftRight<16>(bits), hn::Set(d32, 1));
    const auto up = hn::Add(hn::Add(bits, hn::Set(d32, 0x7fff)), even);
    const auto half = hn::BitCast(whole, hn::ShiftRight<16>(up));
    const auto is_number = hn::RebindMask(whole, hn::Eq(value, value));
    hn::StoreU(hn::DemoteTo(d16, hn::IfThenElse(is_number, half, hn::Set(whole, 0x7fc0))), d16, out + j);
  }
  plain::halve(in + j, count - j, times, out + j);
}

const char* instruction_set() { return hwy::TargetName(HWY_TARGET); }

}  // namespace graphsr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphsr::kernels {

HWY_EXPORT(random_bits);
HWY_EXPORT(bias_relu_dropout);
HWY_EXPORT(bias_relu);
HWY_EXPORT(drop);
HWY_EXPORT(relu_dropout_backward);
HWY_EXPORT(add_to);
HWY_EXPORT(add_rows);
HWY_EXPORT(add_to_rows);
HWY_EXPORT(adam);
HWY_EXPORT(sgd);
HWY_EXPORT(halve);
HWY_EXPORT(instruction_set);

void random_bits(uint64_t seed, Purpose purpose, uint64_t position, uint32_t first, int64_t blocks,
                 uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(random_bits)(seed, purpose, position, first, blocks, out);
}

void bias_relu_dropout(Real* x, const Real* bias, const uint16_t* bits, KeepRule keep, int64_t count) {
  HWY_DYNAMIC_DISPATCH(bias_relu_dropout)(x, bias, bits, keep, count);
}

void bias_relu(Real* rows, const Real* bias, int64_t count, int64_t cols) {
  HWY_DYNAMIC_DISPATCH(bias_relu)(rows, bias, count, cols);
}

void drop(const Real* x, const uint16_t* bits, KeepRule keep, int64_t count, Real* out) {
  HWY_DYNAMIC_DISPATCH(drop)(x, bits, keep, count, out);
}

void relu_dropout_backward(const Real* y, const Real* dy, Real scale, int64_t count, Real* dx) {
  HWY_DYNAMIC_DISPATCH(relu_dropout_backward)(y, dy, scale, count, dx);
}

void add_to(const Real* x, int64_t count, Real* sum) { HWY_DYNAMIC_DISPATCH(add_to)(x, count, sum); }

void add_rows(const Real* rows, int64_t stride, int64_t count, int64_t cols, Real* sum) {
  HWY_DYNAMIC_DISPATCH(add_rows)(rows, stride, count, cols, sum);
}

void add_to_rows(const Real* x, int64_t count, int64_t cols, Real* rows) {
  HWY_DYNAMIC_DISPATCH(add_to_rows)(x, count, cols, rows);
}

void adam(const AdamStep& s, int64_t count, const Real* gradient, Real* value, Real* mean, Real* square) {
  HWY_DYNAMIC_DISPATCH(adam)(s, count, gradient, value, mean, square);
}

void sgd(const SgdStep& s, int64_t count, const Real* gradient, Real* value, Real* velocity) {
  HWY_DYNAMIC_DISPATCH(sgd)(s, count, gradient, value, velocity);
}

void halve(const Real* in, int64_t count, Real times, uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(halve)(in, count, times, out);
}

const char* instruction_set() { return HWY_DYNAMIC_DISPATCH(instruction_set)(); }

}  // namespace graphsr::kernels
#endif
