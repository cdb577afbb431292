#include "graphsr/measure/resample.h"

#include <cmath>

#include <gtest/gtest.h>

namespace graphsr {
namespace {

Metrics two_classes(int64_t a, int64_t b, int64_t c, int64_t d) {
  Metrics m;
  m.per_class.resize(2);
  m.confusion = {a, b, c, d};
  return m;
}

TEST(Resample, mean_is_the_figure_and_lies_within) {
  Matrix probability(50, 2, Real{0});
  std::vector<int32_t> truth(50);
  for (int i = 0; i < 50; ++i) {
    truth[i] = i % 5 == 0;
    probability(i, (i % 7 == 0) != (truth[i] == 1) ? 1 : 0) = 1;
  }
  const Metrics m = measure(truth, probability);
  const FigureIntervals intervals = resampled_figures(m);
  EXPECT_NEAR(intervals.accuracy.mean, m.accuracy, 1e-12);
  EXPECT_NEAR(intervals.macro_f1.mean, m.macro_f1, 1e-12);
  EXPECT_NEAR(intervals.balanced_accuracy.mean, m.balanced_accuracy, 1e-12);
  EXPECT_NEAR(intervals.g_mean.mean, m.g_mean, 1e-12);
  for (const Interval& i : {intervals.accuracy, intervals.macro_f1, intervals.balanced_accuracy}) {
    EXPECT_LT(i.low, i.mean);
    EXPECT_GT(i.high, i.mean);
  }
}

// For one class with n nodes and share p right, the accuracy is binomial: deviation sqrt(p (1 - p) / n).
TEST(Resample, is_as_wide_as_the_binomial_says) {
  const FigureIntervals i = resampled_figures(two_classes(320, 80, 20, 80));
  const double deviation = std::sqrt(0.8 * 0.2 / 500);
  EXPECT_NEAR(i.accuracy.high - i.accuracy.low, 2 * 1.96 * deviation, 0.005);
}

TEST(Resample, what_is_certain_has_no_width_and_nothing_is_nan) {
  const FigureIntervals sure = resampled_figures(two_classes(10, 0, 0, 5));
  EXPECT_EQ(sure.accuracy.low, 1);
  EXPECT_EQ(sure.accuracy.high, 1);
  EXPECT_TRUE(std::isnan(resampled_figures(two_classes(0, 0, 0, 0)).accuracy.mean));
  EXPECT_EQ(resampled_figures(two_classes(9, 1, 5, 0)).g_mean.mean, 0);
}

}  // namespace
}  // namespace graphsr
