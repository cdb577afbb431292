// Matrices written down by hand.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "graphsr/tensor/matrix.h"

namespace graphsr::test {

inline Matrix matrix(std::initializer_list<std::initializer_list<Real>> rows) {
  Matrix out(static_cast<int64_t>(rows.size()), static_cast<int64_t>(rows.begin()->size()));
  Real* place = out.data();
  for (const auto& row : rows) place = std::copy(row.begin(), row.end(), place);
  return out;
}

}  // namespace graphsr::test
