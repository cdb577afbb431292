// Curves over a number: updates of the agent, epochs, rho.
#pragma once

#include <string>
#include <vector>

#include "graphsr/report/svg.h"

namespace graphsr {

struct Curve {
  std::string label;
  std::vector<double> x, y;       // NaN leaves a gap
  std::vector<double> low, high;  // a band around it, or empty
};

struct LineAxes {
  std::string x, y;           // titles
  double factor = 1;          // the vertical axis shows y times this: 100 for percent
  bool marks = false;         // at every point, in shapes that tell curves apart; for few points
  std::vector<double> parts;  // vertical lines, where a new part begins
};

// Up to eight curves look different; what comes after them repeats.
Svg line_plot(const FigureText& text, const std::vector<Curve>& curves, const LineAxes& axes);

}  // namespace graphsr
