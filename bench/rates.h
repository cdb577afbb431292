// What the machine can do at best: loops that do nothing but read or multiply, with the instruction set that
// the kernels use.
#pragma once

#include <cstdint>

#include "graphsr/tensor/matrix.h"

namespace graphsr::bench {

// The sum of n values, a multiple of 256, read in their order.
Real read_all(const Real* values, int64_t n);

// One byte of each cache line of the rows that `which` names, `row` bytes from row to row, added up. Lines
// are asked for ahead.
int64_t read_rows(const uint8_t* bytes, int64_t row, const int32_t* which, int64_t count);

// Does `rounds` rounds of independent multiplications and additions in registers, and returns how many
// operations that were. `seed` is 0 or so, but unknown to the compiler; the result goes to `sink`.
int64_t multiply_and_add(int64_t rounds, Real seed, Real& sink);

}  // namespace graphsr::bench
