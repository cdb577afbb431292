// Whether paired differences (of two methods, over the same seeds) lean to one side, and what p-values are
// worth when several such questions are asked at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace graphsr {

struct Wilcoxon {
  int64_t pairs = 0;     // that differ
  double statistic = 0;  // the smaller of the rank sums of positive and of negative differences
  double p = 1;          // two-sided; 1 when no pair differs
};

// Wilcoxon's signed-rank test. Differences of zero are dropped, equal magnitudes share their mean rank. Up to
// 25 pairs p is exact, with ties too; beyond, it is the normal approximation with correction for ties and
// none for continuity, as in scipy. (scipy takes that approximation for fewer pairs also where there are
// zeros or, from some version on, ties; 1.10 cuts sums of mean ranks to whole numbers.) A NaN makes statistic
// and p NaN.
//
// Magnitudes tie only when they are the same to the last bit: round differences of measured values to what
// they are worth. (Rounding the values before subtracting too can put equal differences one unit apart.)
Wilcoxon wilcoxon_signed_rank(std::span<const double> differences);

// Holm's adjusted p-values, in the order given: those below a level are significant at it, all taken
// together. Never below the p-value, never above 1. NaN stays NaN and is not counted, as in R's p.adjust.
std::vector<double> holm(std::span<const double> p);

}  // namespace graphsr
