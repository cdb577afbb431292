// How far a mean may be from what it estimates: the bootstrap's percentile interval.
#pragma once

#include <cstdint>
#include <span>

namespace graphsr {

struct Interval {
  double mean = 0, low = 0, high = 0;
};

// 95 % of the means of `samples` drawn with replacement lie between low and high. The draws come from a fixed
// seed, so the same values give the same interval. With fewer than two values low and high are the mean; with
// none, or with a NaN among them, all three are NaN.
Interval bootstrap_mean(std::span<const double> values, int resamples = 10000);

}  // namespace graphsr
