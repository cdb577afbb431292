// Strips: what the kernels share that gather rows of a dense matrix. Columns go four vectors at a time, each
// summed in registers over all neighbours of a row; two sums run side by side, over neighbours in even and in
// odd places, because one alone would wait for its additions. Compiled once for each instruction set, as
// Highway has it: no plain include guard.
#if defined(GRAPHSR_TENSOR_STRIP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAPHSR_TENSOR_STRIP_INL_H_
#undef GRAPHSR_TENSOR_STRIP_INL_H_
#else
#define GRAPHSR_TENSOR_STRIP_INL_H_
#endif

#include <hwy/highway.h>

#include "graphsr/tensor/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace graphsr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<Real>;
using V = hn::Vec<D>;

HWY_INLINE int64_t width_of_strip() { return 4 * static_cast<int64_t>(hn::Lanes(D())); }

HWY_INLINE V load(D d, const Real* from) { return hn::LoadU(d, from); }

template <class DReal>
HWY_INLINE hn::Vec<DReal> load(DReal d, const uint16_t* from) {
  const auto bits =
      hn::PromoteTo(hn::Rebind<uint32_t, DReal>(), hn::LoadU(hn::Rebind<uint16_t, DReal>(), from));
  const auto value = hn::BitCast(hn::Rebind<float, DReal>(), hn::ShiftLeft<16>(bits));
  if constexpr (sizeof(hn::TFromD<DReal>) == sizeof(float))
    return value;
  else
    return hn::PromoteTo(d, value);
}

template <bool kValues, class In>
HWY_INLINE V step(D d, const In* in, V value, V sum) {
  if constexpr (kValues) return hn::MulAdd(value, load(d, in), sum);
  return hn::Add(sum, load(d, in));
}

// Where the sums of a strip go, a vector at a time: columns of row i from j on.
struct Put {
  Real* out;
  int64_t row;
  Real times;

  HWY_INLINE void operator()(int64_t i, int64_t j, V sum) const {
    const D d;
    Real* o = out + i * row + j;
    if (times != 0) sum = hn::Add(hn::LoadU(d, o), hn::Mul(hn::Set(d, times), sum));
    hn::StoreU(sum, d, o);
  }
};

// Asks for what a strip gathers kAhead entries later, `bytes` of each row. Every wide strip asks for its own:
// asking for whole rows, in the first strip or in turns, was slower (1.4 times on an AMD Zen 4). Asks for the
// second-level cache, which can wait for more at a time than the first: random rows of 256 bytes came in 12.5
// ns each instead of 28.
template <int64_t kAhead>
struct AheadBy {
  static constexpr int64_t kLine = 64;
  int64_t stop, bytes;

  template <class In>
  HWY_INLINE void look(SparseRows m, int64_t e, const In* in, int64_t in_row) const {
    if (e + kAhead >= stop) return;
    const char* row = reinterpret_cast<const char*>(in + m.columns[e + kAhead] * in_row);
    for (int64_t k = 0; k < bytes; k += kLine) __builtin_prefetch(row + k, 0, 2);
  }
};

using Ahead = AheadBy<64>;
using SoonAhead = AheadBy<32>;  // where strips lie one behind the other: most are in the third-level cache

struct Nothing {
  HWY_INLINE void look(SparseRows, int64_t, const void*, int64_t) const {}
};

// Vectors are named one by one: an array would be spilled to memory. Values that come in are Real, or 16
// bits. Inlined, its loop is longer by a twentieth: there is a register less.
template <bool kValues, class In, class Out, class Look>
HWY_NOINLINE void wide_strip(SparseRows m, int64_t begin, int64_t end, const In* in, int64_t in_row, Out put,
                             Look ahead) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t i = begin; i < end; ++i) {
    V a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
    V value = a0;
    int64_t e = m.offsets[i];
    const int64_t last = m.offsets[i + 1];
    for (; e + 2 <= last; e += 2) {
      ahead.look(m, e, in, in_row), ahead.look(m, e + 1, in, in_row);
      const In *r = in + m.columns[e] * in_row, *s = in + m.columns[e + 1] * in_row;
      if constexpr (kValues) value = hn::Set(d, m.values[e]);
      a0 = step<kValues>(d, r, value, a0), a1 = step<kValues>(d, r + n, value, a1);
      a2 = step<kValues>(d, r + 2 * n, value, a2), a3 = step<kValues>(d, r + 3 * n, value, a3);
      if constexpr (kValues) value = hn::Set(d, m.values[e + 1]);
      b0 = step<kValues>(d, s, value, b0), b1 = step<kValues>(d, s + n, value, b1);
      b2 = step<kValues>(d, s + 2 * n, value, b2), b3 = step<kValues>(d, s + 3 * n, value, b3);
    }
    if (e < last) {
      ahead.look(m, e, in, in_row);
      const In* r = in + m.columns[e] * in_row;
      if constexpr (kValues) value = hn::Set(d, m.values[e]);
      a0 = step<kValues>(d, r, value, a0), a1 = step<kValues>(d, r + n, value, a1);
      a2 = step<kValues>(d, r + 2 * n, value, a2), a3 = step<kValues>(d, r + 3 * n, value, a3);
    }
    put(i, 0, hn::Add(a0, b0)), put(i, n, hn::Add(a1, b1));
    put(i, 2 * n, hn::Add(a2, b2)), put(i, 3 * n, hn::Add(a3, b3));
  }
}

}  // namespace graphsr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
