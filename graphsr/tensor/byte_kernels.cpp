// Rows in 8 bits (byte_rows.h), gathered: the sum over neighbours of low + byte * step. Columns go in strips
// of up to eight vectors, each summed in a register; lows are summed apart, once for a strip.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graphsr/tensor/byte_kernels.cpp"
// foreach_target.h must come before the others.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <algorithm>
#include <cstring>

#include "graphsr/tensor/byte_rows.h"
#include "graphsr/tensor/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace graphsr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<Real, 16>;
using V = hn::Vec<D>;

template <class DReal>
HWY_INLINE hn::Vec<DReal> byte_values(DReal d, const uint8_t* from) {
  const auto whole =
      hn::PromoteTo(hn::Rebind<int32_t, DReal>(), hn::LoadU(hn::Rebind<uint8_t, DReal>(), from));
  if constexpr (sizeof(hn::TFromD<DReal>) == sizeof(float))
    return hn::ConvertTo(d, whole);
  else
    return hn::PromoteTo(d, whole);
}

// To the nearest, of values between 0 and 255.
template <class DReal>
HWY_INLINE hn::Vec<hn::Rebind<uint8_t, DReal>> nearest_bytes(DReal, hn::Vec<DReal> values) {
  const hn::Rebind<uint8_t, DReal> bytes;
  if constexpr (sizeof(hn::TFromD<DReal>) == sizeof(float))
    return hn::DemoteTo(bytes, hn::NearestInt(values));
  else
    return hn::DemoteTo(bytes, hn::DemoteTo(hn::Rebind<int32_t, DReal>(), hn::Round(values)));
}

HWY_INLINE ByteRange range_at(const uint8_t* place) {
  ByteRange range;
  std::memcpy(&range, place, sizeof range);
  return range;
}

constexpr int64_t kLine = 64;

// One group of rows, whose entries end at `stop`.
struct GroupRows {
  const uint8_t* data;
  const uint8_t* ranges;
  int64_t row, range_row;
  int64_t place;  // of the group in its row
  bool apart;     // does the range lie in another line than the first column?
  int64_t stop;
};

// Asks for what a strip of `bytes` from column `first` on reads kAhead entries later: its lines, and with the
// first columns the range.
class LinesAhead {
 public:
  LinesAhead(const GroupRows& rows, int64_t first, int64_t bytes)
      : stop_(rows.stop - kAhead),
        row_(rows.row),
        range_row_(rows.range_row),
        bytes_((rows.place + first) % kLine + bytes),
        lines_(rows.data + first - (rows.place + first) % kLine),
        ranges_(first == 0 && rows.apart ? rows.ranges : nullptr) {}

  HWY_INLINE void look(SparseRows m, int64_t e) const {
    if (e >= stop_) return;
    const int64_t j = m.columns[e + kAhead];
    for (int64_t k = 0; k < bytes_; k += kLine) __builtin_prefetch(lines_ + j * row_ + k, 0, 2);
    if (ranges_) __builtin_prefetch(ranges_ + j * range_row_, 0, 2);
  }

 private:
  static constexpr int64_t kAhead = 64;
  const int64_t stop_, row_, range_row_, bytes_;
  const uint8_t* const lines_;
  const uint8_t* const ranges_;
};

// kVectors vectors of columns from `first` on, for row i.
template <bool kValues, int kVectors>
HWY_NOINLINE void byte_strip(SparseRows m, int64_t i, const GroupRows& rows, int64_t first, Real* out) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const uint8_t* const in = rows.data + first;
  const uint8_t* const ranges = rows.ranges;
  const int64_t row = rows.row, range_row = rows.range_row;
  const LinesAhead ahead(rows, first, kVectors * n);
  V a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0;
  Real low = 0;
  for (int64_t e = m.offsets[i]; e < m.offsets[i + 1]; ++e) {
    ahead.look(m, e);
    const int64_t j = m.columns[e];
    const ByteRange range = range_at(ranges + j * range_row);
    Real step = from_half(range.step), base = from_half(range.low);
    if constexpr (kValues) step *= m.values[e], base *= m.values[e];
    low += base;
    const V s = hn::Set(d, step);
    const uint8_t* r = in + j * row;
    a0 = hn::MulAdd(s, byte_values(d, r), a0);
    if constexpr (kVectors > 1) a1 = hn::MulAdd(s, byte_values(d, r + n), a1);
    if constexpr (kVectors > 2) a2 = hn::MulAdd(s, byte_values(d, r + 2 * n), a2);
    if constexpr (kVectors > 3) a3 = hn::MulAdd(s, byte_values(d, r + 3 * n), a3);
    if constexpr (kVectors > 4) a4 = hn::MulAdd(s, byte_values(d, r + 4 * n), a4);
    if constexpr (kVectors > 5) a5 = hn::MulAdd(s, byte_values(d, r + 5 * n), a5);
    if constexpr (kVectors > 6) a6 = hn::MulAdd(s, byte_values(d, r + 6 * n), a6);
    if constexpr (kVectors > 7) a7 = hn::MulAdd(s, byte_values(d, r + 7 * n), a7);
  }
  const V l = hn::Set(d, low);
  hn::StoreU(hn::Add(a0, l), d, out);
  if constexpr (kVectors > 1) hn::StoreU(hn::Add(a1, l), d, out + n);
  if constexpr (kVectors > 2) hn::StoreU(hn::Add(a2, l), d, out + 2 * n);
  if constexpr (kVectors > 3) hn::StoreU(hn::Add(a3, l), d, out + 3 * n);
  if constexpr (kVectors > 4) hn::StoreU(hn::Add(a4, l), d, out + 4 * n);
  if constexpr (kVectors > 5) hn::StoreU(hn::Add(a5, l), d, out + 5 * n);
  if constexpr (kVectors > 6) hn::StoreU(hn::Add(a6, l), d, out + 6 * n);
  if constexpr (kVectors > 7) hn::StoreU(hn::Add(a7, l), d, out + 7 * n);
}

// Eight vectors at a time, then all that are left at once: bytes are there for whole sixteens of columns.
template <bool kValues>
void byte_row(SparseRows m, int64_t i, const GroupRows& rows, int64_t cols, Real* out) {
  using Sum = void (*)(SparseRows, int64_t, const GroupRows&, int64_t, Real*);
  static constexpr Sum kSums[] = {byte_strip<kValues, 1>, byte_strip<kValues, 2>, byte_strip<kValues, 3>,
                                  byte_strip<kValues, 4>, byte_strip<kValues, 5>, byte_strip<kValues, 6>,
                                  byte_strip<kValues, 7>, byte_strip<kValues, 8>};
  const int64_t n = static_cast<int64_t>(hn::Lanes(D()));
  HWY_ALIGN Real part[8 * HWY_MAX_BYTES / sizeof(Real)];
  for (int64_t j = 0; j < cols; j += 8 * n) {
    const int64_t vectors = std::min<int64_t>(8, (cols - j + n - 1) / n);
    const bool whole = j + vectors * n <= cols;
    kSums[vectors - 1](m, i, rows, j, whole ? out + j : part);
    if (!whole) std::copy_n(part, cols - j, out + j);
  }
}

GroupRows group_rows(ByteGroups in, int64_t group, int64_t stop) {
  const int64_t place = group * in.group;
  const uint8_t* ranges = in.ranges + group * int64_t{sizeof(ByteRange)};
  const bool inside = in.range_row == in.row;
  const bool apart = !inside || (ranges - in.data) / kLine != place / kLine;
  return {in.data + place, ranges, in.row, in.range_row, place, apart, stop};
}

void byte_gather_sum(SparseRows m, int64_t begin, int64_t end, ByteGroups in, int64_t group, Real* out) {
  const GroupRows rows = group_rows(in, group, m.offsets[end]);
  for (int64_t i = begin; i < end; ++i)
    if (m.values)
      byte_row<true>(m, i, rows, in.cols, out + i * in.cols);
    else
      byte_row<false>(m, i, rows, in.cols, out + i * in.cols);
}

// out = times * (out + what the bytes stand for).
HWY_INLINE void add_bytes(const uint8_t* bytes, ByteRange range, Real times, int64_t cols, Real* out) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const V scale = hn::Set(d, times), low = hn::Set(d, from_half(range.low)),
          step = hn::Set(d, from_half(range.step));
  int64_t j = 0;
  for (; j + n <= cols; j += n) {
    const V own = hn::Add(low, hn::Mul(byte_values(d, bytes + j), step));
    hn::StoreU(hn::Mul(scale, hn::Add(hn::LoadU(d, out + j), own)), d, out + j);
  }
  for (; j < cols; ++j) out[j] = times * (out[j] + from_byte(bytes[j], range));
}

void byte_neighbour_sum(SparseRows m, int64_t begin, int64_t end, ByteGroups in, bool self, const Real* times,
                        Real* const* out) {
  for (int64_t i = begin; i < end; ++i)
    for (int64_t g = 0; g < in.groups; ++g) {
      const GroupRows rows = group_rows(in, g, m.offsets[end]);
      Real* to = out[g] + (i - begin) * in.cols;
      byte_row<false>(m, i, rows, in.cols, to);
      const Real factor = times ? times[i] : 1;
      if (self)
        add_bytes(rows.data + i * in.row, range_at(rows.ranges + i * in.range_row), factor, in.cols, to);
      else if (times)
        for (int64_t j = 0; j < in.cols; ++j) to[j] *= factor;
    }
}

ByteRange to_bytes(const Real* in, int64_t count, Real times, uint8_t* out) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  if (count < n) return plain::to_bytes(in, count, times, out);
  const V scale = hn::Set(d, times);
  V least = hn::Mul(scale, hn::LoadU(d, in)), most = least, wrong = hn::Zero(d);
  const auto look = [&](int64_t j) {  // the last one may look at some twice
    const V value = hn::Mul(scale, hn::LoadU(d, in + j));
    least = hn::Min(least, value), most = hn::Max(most, value);
    wrong = hn::Add(wrong, hn::Sub(value, value));
  };
  for (int64_t j = 0; j + n <= count; j += n) look(j);
  look(count - n);
  const Real low = hn::GetLane(hn::MinOfLanes(d, least)),
             high = hn::GetLane(hn::Add(hn::MaxOfLanes(d, most), hn::SumOfLanes(d, wrong)));
  const ByteRange range = byte_range(low, high);
  const V base = hn::Set(d, from_half(range.low)), inverse = hn::Set(d, inverse_step(range));
  const auto put = [&](int64_t j) {
    const V value = hn::Mul(hn::Sub(hn::Mul(scale, hn::LoadU(d, in + j)), base), inverse);
    const V inside = hn::Min(hn::Max(value, hn::Zero(d)), hn::Set(d, Real(255)));
    hn::StoreU(nearest_bytes(d, inside), hn::Rebind<uint8_t, D>(), out + j);
  };
  for (int64_t j = 0; j + n <= count; j += n) put(j);
  put(count - n);
  return range;
}

void from_bytes(const uint8_t* in, ByteRange range, int64_t count, Real* out) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  const V low = hn::Set(d, from_half(range.low)), step = hn::Set(d, from_half(range.step));
  int64_t j = 0;
  for (; j + n <= count; j += n) hn::StoreU(hn::Add(low, hn::Mul(byte_values(d, in + j), step)), d, out + j);
  plain::from_bytes(in + j, range, count - j, out + j);
}

}  // namespace graphsr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphsr::kernels {

HWY_EXPORT(byte_gather_sum);
HWY_EXPORT(byte_neighbour_sum);
HWY_EXPORT(from_bytes);
HWY_EXPORT(to_bytes);

void byte_gather_sum(SparseRows m, int64_t begin, int64_t end, ByteGroups in, int64_t group, Real* out) {
  HWY_DYNAMIC_DISPATCH(byte_gather_sum)(m, begin, end, in, group, out);
}

void byte_neighbour_sum(SparseRows m, int64_t begin, int64_t end, ByteGroups in, bool self, const Real* times,
                        Real* const* out) {
  HWY_DYNAMIC_DISPATCH(byte_neighbour_sum)(m, begin, end, in, self, times, out);
}

void from_bytes(const uint8_t* in, ByteRange range, int64_t count, Real* out) {
  HWY_DYNAMIC_DISPATCH(from_bytes)(in, range, count, out);
}

ByteRange to_bytes(const Real* in, int64_t count, Real times, uint8_t* out) {
  return HWY_DYNAMIC_DISPATCH(to_bytes)(in, count, times, out);
}

}  // namespace graphsr::kernels
#endif
