// The inner loops. `kernels` picks the best instruction set of the machine at run time (Highway); `plain` has
// the same loops written for reading, and tests compare the two. No threads here: callers hand each thread
// its own rows. Pointers need no alignment. Nothing may overlap unless said.
#pragma once

#include <cstdint>

#include "graphsr/base/random.h"
#include "graphsr/tensor/matrix.h"

namespace graphsr {

// Rows of a sparse matrix, as in Csr.
struct SparseRows {
  const int64_t* offsets;
  const int32_t* columns;
  const Real* values;  // null: all 1
};

// A strided view: element (i, j) is at data[i*row + j*col]. A transposed matrix is the same data with row and
// col exchanged.
struct View {
  const Real* data;
  int64_t row, col;
};

// A matrix in strips of kernels::strip_width() columns: element (i, j) is at data[j / width * strip + i * row
// + j % width]. Row by row, as a Matrix has it, `row` is the number of columns and `strip` the width; with
// whole strips one behind the other, `row` is the width and `strip` the number of rows times the width.
template <class Value>
struct StripsOf {
  Value* data;
  int64_t row, strip;
};
using Strips = StripsOf<Real>;
using ConstStrips = StripsOf<const Real>;

// Which values the bytes of a row stand for (byte_rows.h): byte b is low + b * step. Both are bfloat16.
struct ByteRange {
  uint16_t low, step;
};

// Rows of bytes in groups of `cols` columns side by side: byte j of group g of row i is data[i*row + g*group
// + j], the ByteRange of its group begins at ranges[i*range_row + g*sizeof(ByteRange)]. Where ranges lie in
// the rows, and only there, range_row is row. A group has bytes for whole sixteens of columns, whatever is in
// them.
struct ByteGroups {
  const uint8_t* data;
  int64_t row, group, groups, cols;
  const uint8_t* ranges;
  int64_t range_row;
};

// Adam's numbers for one step; see optimiser.h.
struct AdamStep {
  Real beta1, beta2, epsilon, weight_decay;
  Real step;        // learning rate / (1 - beta1^t)
  Real root_scale;  // 1 / sqrt(1 - beta2^t)
};

struct SgdStep {
  Real rate, momentum, weight_decay;
};

// Keeps an element when its 16 random bits are at least `threshold`: a share of 1 - threshold/65536, times
// `scale`.
struct KeepRule {
  uint32_t threshold = 0;  // 0 keeps all
  Real scale = 1;          // 65536 / (65536 - threshold)
};

// Shape of an attention layer: heads side by side in each row, `width` values each.
struct HeadShape {
  int64_t heads, width;
};

// Attention (ops.h), for receivers [begin, end). e counts the stored entries of m, of which entry e joins
// receiver i and sender j; per-entry values are (entries, heads), per-node dots (nodes, heads), rows (nodes,
// heads*width).
struct AttentionRows {
  SparseRows m;
  HeadShape shape;
  const Real* source;  // dots of senders
  const Real* target;  // dots of receivers
};
constexpr Real kLeakySlope = Real(0.2);

namespace kernels {
#include "graphsr/tensor/kernel_list.h"
const char* instruction_set();  // what was picked: "AVX2"
}  // namespace kernels

namespace plain {
#include "graphsr/tensor/kernel_list.h"
}  // namespace plain

}  // namespace graphsr
