// Dense products from register tiles: six rows by two vectors of the result stay in registers while the depth
// is walked. B is packed into panels of two vectors' width, so that the walk reads it in order. (Plain
// strides of 512 bytes would fall into few sets of the first-level cache.)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graphsr/tensor/dense_kernels.cpp"
// foreach_target.h must come before the others.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <algorithm>

#include "graphsr/tensor/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace graphsr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<Real>;
using V = hn::Vec<D>;

constexpr int64_t kTileRows = 6;

int64_t panel_width() { return 2 * static_cast<int64_t>(hn::Lanes(D())); }

int64_t packed_size(int64_t depth, int64_t cols) {
  const int64_t width = panel_width();
  return depth * ((cols + width - 1) / width) * width;
}

// Reads B in the order in which it lies, row by row or column by column: a panel stays in the first-level
// cache, what it is made from does not.
void pack(View b, int64_t depth, int64_t cols, Real* packed) {
  const D d;
  const int64_t width = panel_width(), n = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t j = 0; j < cols; j += width, packed += depth * width) {
    const int64_t used = std::min(width, cols - j);
    const Real* from = b.data + j * b.col;
    if (used < width) std::fill_n(packed, depth * width, Real{0});
    if (b.col == 1 && used == width) {
      for (int64_t k = 0; k < depth; ++k, from += b.row) {
        hn::StoreU(hn::LoadU(d, from), d, packed + k * width);
        hn::StoreU(hn::LoadU(d, from + n), d, packed + k * width + n);
      }
    } else {
      for (int64_t c = 0; c < used; ++c)
        for (int64_t k = 0; k < depth; ++k) packed[k * width + c] = from[k * b.row + c * b.col];
    }
  }
}

HWY_INLINE void store(D d, V left, V right, int64_t used, Real* c, bool add) {
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  if (used == 2 * n) {
    if (add) left = hn::Add(left, hn::LoadU(d, c)), right = hn::Add(right, hn::LoadU(d, c + n));
    hn::StoreU(left, d, c);
    hn::StoreU(right, d, c + n);
    return;
  }
  HWY_ALIGN Real tile[2 * hn::MaxLanes(D())];
  hn::Store(left, d, tile);
  hn::Store(right, d, tile + n);
  for (int64_t j = 0; j < used; ++j) c[j] = add ? c[j] + tile[j] : tile[j];
}

template <bool kTwo>
HWY_INLINE void add_product(D d, Real value, V left, V right, V& l, V& r) {
  const V x = hn::Set(d, value);
  l = hn::MulAdd(x, left, l);
  if constexpr (kTwo) r = hn::MulAdd(x, right, r);
}

// One tile of kRows rows, two vectors wide, or one where the columns are so few: a classifier's head has as
// many as there are classes. Unused rows of the six are not computed.
template <int kRows, bool kTwo>
HWY_INLINE void tile(View a, int64_t depth, const Real* panel, int64_t used, int64_t cols, Real* c,
                     bool add) {
  const D d;
  const int64_t n = static_cast<int64_t>(hn::Lanes(d));
  V l0 = hn::Zero(d), l1 = l0, l2 = l0, l3 = l0, l4 = l0, l5 = l0;
  V r0 = l0, r1 = l0, r2 = l0, r3 = l0, r4 = l0, r5 = l0;
  const Real* p = a.data;
  for (int64_t k = 0; k < depth; ++k, p += a.col, panel += 2 * n) {
    const V left = hn::LoadU(d, panel), right = hn::LoadU(d, panel + n);
    add_product<kTwo>(d, p[0], left, right, l0, r0);
    if constexpr (kRows > 1) add_product<kTwo>(d, p[a.row], left, right, l1, r1);
    if constexpr (kRows > 2) add_product<kTwo>(d, p[2 * a.row], left, right, l2, r2);
    if constexpr (kRows > 3) add_product<kTwo>(d, p[3 * a.row], left, right, l3, r3);
    if constexpr (kRows > 4) add_product<kTwo>(d, p[4 * a.row], left, right, l4, r4);
    if constexpr (kRows > 5) add_product<kTwo>(d, p[5 * a.row], left, right, l5, r5);
  }
  store(d, l0, r0, used, c, add);
  if constexpr (kRows > 1) store(d, l1, r1, used, c + cols, add);
  if constexpr (kRows > 2) store(d, l2, r2, used, c + 2 * cols, add);
  if constexpr (kRows > 3) store(d, l3, r3, used, c + 3 * cols, add);
  if constexpr (kRows > 4) store(d, l4, r4, used, c + 4 * cols, add);
  if constexpr (kRows > 5) store(d, l5, r5, used, c + 5 * cols, add);
}

void multiply_rows(View a, int64_t begin, int64_t end, int64_t depth, const Real* packed, int64_t cols,
                   Real* c, bool add) {
  constexpr decltype(&tile<6, true>) kTiles[] = {
      tile<1, false>, tile<1, true>, tile<2, false>, tile<2, true>, tile<3, false>, tile<3, true>,
      tile<4, false>, tile<4, true>, tile<5, false>, tile<5, true>, tile<6, false>, tile<6, true>};
  const int64_t width = panel_width();
  for (int64_t i = begin; i < end; i += kTileRows) {
    const auto* of_rows = kTiles + 2 * (std::min(kTileRows, end - i) - 1);
    const View rows = {a.data + i * a.row, a.row, a.col};
    for (int64_t j = 0; j < cols; j += width) {
      const int64_t used = std::min(width, cols - j);
      of_rows[2 * used > width](rows, depth, packed + j * depth, used, cols, c + i * cols + j, add);
    }
  }
}

}  // namespace graphsr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graphsr::kernels {

HWY_EXPORT(packed_size);
HWY_EXPORT(pack);
HWY_EXPORT(multiply_rows);

int64_t packed_size(int64_t depth, int64_t cols) { return HWY_DYNAMIC_DISPATCH(packed_size)(depth, cols); }

void pack(View b, int64_t depth, int64_t cols, Real* packed) {
  HWY_DYNAMIC_DISPATCH(pack)(b, depth, cols, packed);
}

void multiply_rows(View a, int64_t begin, int64_t end, int64_t depth, const Real* packed, int64_t cols,
                   Real* c, bool add) {
  HWY_DYNAMIC_DISPATCH(multiply_rows)(a, begin, end, depth, packed, cols, c, add);
}

}  // namespace graphsr::kernels
#endif
