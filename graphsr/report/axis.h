// Axes: which numbers to write at them, and where a value stands.
#pragma once

#include <string>
#include <vector>

#include "graphsr/report/svg.h"

namespace graphsr {

// From data to pixels.
struct Scale {
  double low = 0, high = 1;   // of the data
  double begin = 0, end = 1;  // pixels of low and high
  double operator()(double value) const {
    return begin + (end - begin) * (high > low ? (value - low) / (high - low) : 0.5);
  }
};

struct Ticks {
  std::vector<double> at;  // ascending
  int decimals = 0;        // that tell them apart

  std::string label(double value) const;
};

// About `count` round numbers (1, 2 or 5 times a power of ten apart) within [low, high]; where both are
// equal, that one. Not finite: none.
Ticks nice_ticks(double low, double high, int count);

// The range of the ticks around [low, high]: it begins and ends at a round number.
struct Range {
  double low = 0, high = 1;
};
Range nice_range(double low, double high, int count);

// Grid lines and labels for a horizontal axis below `bottom` and for a vertical one left of `left`.
void draw_bottom_axis(Svg& svg, const Scale& x, double top, double bottom, int count,
                      const std::string& title, double factor = 1);
void draw_left_axis(Svg& svg, const Scale& y, double left, double right, int count, const std::string& title,
                    double factor = 1);

}  // namespace graphsr
