// Means with their intervals on one axis, one row each: for many methods that lie close together.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "graphsr/measure/bootstrap.h"
#include "graphsr/report/svg.h"

namespace graphsr {

struct IntervalRow {
  std::string label;
  Interval value;                                            // shares, shown in percent
  double beside = std::numeric_limits<double>::quiet_NaN();  // another's figure for the same
  bool strong = false;                                       // stands out
};

// `beside` names whose figures the hollow diamonds are; empty: there are none. The axis begins near the
// lowest value: these are marks, not bars.
Svg interval_plot(const FigureText& text, const std::vector<IntervalRow>& rows, const std::string& beside);

}  // namespace graphsr
