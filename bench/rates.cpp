#include "bench/rates.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/rates.cpp"
// foreach_target.h must come before the others.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace graphsr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<Real>;
using V = hn::Vec<D>;

Real read_all(const Real* values, int64_t count) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  V a = hn::Zero(d), b = a, c = a, e = a, f = a, g = a, h = a, i = a;
  for (const Real* end = values + count; values < end; values += 8 * n) {
    a = hn::Add(a, hn::LoadU(d, values)), b = hn::Add(b, hn::LoadU(d, values + n));
    c = hn::Add(c, hn::LoadU(d, values + 2 * n)), e = hn::Add(e, hn::LoadU(d, values + 3 * n));
    f = hn::Add(f, hn::LoadU(d, values + 4 * n)), g = hn::Add(g, hn::LoadU(d, values + 5 * n));
    h = hn::Add(h, hn::LoadU(d, values + 6 * n)), i = hn::Add(i, hn::LoadU(d, values + 7 * n));
  }
  const V left = hn::Add(hn::Add(a, b), hn::Add(c, e)), right = hn::Add(hn::Add(f, g), hn::Add(h, i));
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(left, right)));
}

int64_t multiply_and_add(int64_t rounds, Real seed, Real& sink) {
  const D d;
  const V x = hn::Set(d, seed);
  // Two units, four or five steps long. Each sum starts elsewhere: equal ones would be computed once.
  const auto start = [&](int number) { return hn::Set(d, seed + static_cast<Real>(number)); };
  V a = start(0), b = start(1), c = start(2), e = start(3), f = start(4), g = start(5), h = start(6),
    i = start(7), j = start(8), k = start(9);
  for (int64_t round = 0; round < rounds; ++round) {
    a = hn::MulAdd(a, x, x), b = hn::MulAdd(b, x, x), c = hn::MulAdd(c, x, x), e = hn::MulAdd(e, x, x);
    f = hn::MulAdd(f, x, x), g = hn::MulAdd(g, x, x), h = hn::MulAdd(h, x, x), i = hn::MulAdd(i, x, x);
    j = hn::MulAdd(j, x, x), k = hn::MulAdd(k, x, x);
  }
  const V left = hn::Add(hn::Add(a, b), hn::Add(c, e)), right = hn::Add(hn::Add(f, g), hn::Add(h, i));
  sink = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(left, right), hn::Add(j, k))));
  return rounds * 10 * 2 * static_cast<int64_t>(hn::Lanes(d));
}

}  // namespace graphsr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphsr::bench {

int64_t read_rows(const uint8_t* bytes, int64_t row, const int32_t* which, int64_t count) {
  constexpr int64_t kAhead = 64, kLine = 64;
  int64_t sum = 0;
  for (int64_t k = 0; k < count; ++k) {
    const uint8_t *own = bytes + which[k] * row,
                  *later = bytes + which[std::min(k + kAhead, count - 1)] * row;
    for (int64_t j = 0; j < row; j += kLine) __builtin_prefetch(later + j, 0, 2);
    for (int64_t j = 0; j < row; j += kLine) sum += own[j];
  }
  return sum;
}

HWY_EXPORT(read_all);
HWY_EXPORT(multiply_and_add);

Real read_all(const Real* values, int64_t n) { return HWY_DYNAMIC_DISPATCH(read_all)(values, n); }

int64_t multiply_and_add(int64_t rounds, Real seed, Real& sink) {
  return HWY_DYNAMIC_DISPATCH(multiply_and_add)(rounds, seed, sink);
}

}  // namespace graphsr::bench
#endif
