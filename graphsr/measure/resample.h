// How far the figures of one run may be from what another draw of as many test nodes would give.
#pragma once

#include <cstdint>
#include <span>

#include "graphsr/measure/bootstrap.h"
#include "graphsr/measure/metrics.h"

namespace graphsr {

struct FigureIntervals {
  Interval accuracy, macro_f1, balanced_accuracy, g_mean;  // mean is the figure itself
};

// 95 % of the figures lie between low and high when the nodes of each class are drawn anew, with replacement,
// from those of the confusion matrix: the model stays the same, so this says nothing of other seeds. The
// draws come from a fixed seed. With no nodes all are NaN.
FigureIntervals resampled_figures(const Metrics& metrics);

}  // namespace graphsr
