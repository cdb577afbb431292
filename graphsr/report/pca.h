// The two directions in which an embedding varies most, to draw it on paper.
#pragma once

#include "graphsr/tensor/matrix.h"

namespace graphsr {

// Coordinates (N,2) of the rows of an embedding (N,H) along the two principal components of its covariance,
// around the mean. Sums run in a fixed order in double, so the same embedding gives the same bytes; each
// component points to where its largest entry is positive. Components are found on at most 20000 rows evenly
// spread, and every row is projected. What has no spread gets 0.
Matrix principal_map(const Matrix& embedding);

}  // namespace graphsr
