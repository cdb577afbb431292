// Horizontal bars: figures with their intervals, and counts made of parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graphsr/measure/bootstrap.h"
#include "graphsr/report/svg.h"

namespace graphsr {

// Shares between 0 and 1, shown in percent; an interval of no width has no whisker.
struct BarRow {
  std::string label;
  Interval value;
  std::optional<Interval> before;  // drawn above it, striped
};
Svg bar_plot(const FigureText& text, const std::vector<BarRow>& rows);

// Bars made of parts, one after the other.
struct Part {
  std::string label;
  const char* cls;           // of the rectangle
  const char* stripes = "";  // empty: plain
};
struct PartsRow {
  std::string label;
  std::vector<double> parts;
  std::string note;  // at the end of the bar
};
Svg parts_plot(const FigureText& text, const std::vector<Part>& parts, const std::vector<PartsRow>& rows,
               const std::string& axis);

// How far labels of rows reach to the right, and the longest that are shown whole.
constexpr size_t kLabelCharacters = 26;
double label_room(const std::vector<std::string>& labels);

// Swatches and names in a row from x on, at the height of y.
void draw_legend(Svg& svg, double x, double y, const std::vector<Part>& parts);

}  // namespace graphsr
