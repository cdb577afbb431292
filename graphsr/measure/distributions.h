// The two distributions that tests over several methods need.
#pragma once

namespace graphsr {

// Chance that a chi-square variable of `freedom` degrees exceeds x; 1 for x <= 0. NaN for a NaN or freedom <=
// 0.
double chi_square_tail(double x, double freedom);

// Chance that the range of `count` >= 2 standard normal numbers is at most q: the studentised range at
// infinite degrees of freedom. And the q at which that chance is p, for 0 < p < 1.
double studentised_range(double q, int count);
double studentised_range_quantile(double p, int count);

}  // namespace graphsr
