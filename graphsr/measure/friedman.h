// Whether several methods differ over several cells of a table, judged by their ranks in each; and by how
// much two mean ranks must differ to be told apart. Demšar: Statistical comparisons of classifiers over
// multiple data sets, 2006.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace graphsr {

struct Friedman {
  std::vector<double> mean_rank;  // per method; 1 is best, that is largest
  double statistic = 0;           // chi-square of (methods - 1) degrees of freedom, corrected for ties
  double p = 1;
};

// Ranks of the values, the largest being 1; equal values share their mean rank.
std::vector<double> ranks_from_largest(std::span<const double> values);

// Friedman's test. `cells` has one row per cell with one value per method, at least two of each. With all
// values equal within every cell, statistic is 0 and p is 1; a NaN among the values makes all results NaN.
Friedman friedman(const std::vector<std::vector<double>>& cells);

// Nemenyi's: two of `methods` mean ranks over `cells` cells that differ by more are different at `level`, all
// pairs taken together. Two methods at least.
double critical_difference(int methods, int64_t cells, double level = 0.05);

}  // namespace graphsr
