#include "graphsr/report/line_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "graphsr/report/axis.h"
#include "graphsr/report/markup.h"

namespace graphsr {

namespace {

constexpr double kWidth = 600, kPlot = 230, kLeft = 56, kRight = 20;

Range range_of(const std::vector<Curve>& curves, bool horizontal) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  const auto take = [&](const std::vector<double>& values) {
    for (const double value : values) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  };
  for (const Curve& curve : curves) {
    take(horizontal ? curve.x : curve.y);
    if (horizontal) continue;
    take(curve.low);
    take(curve.high);
  }
  return {low, high};
}

std::string line_through(const Curve& curve, const Scale& x, const Scale& y) {
  std::string data;
  bool drawing = false;
  for (size_t i = 0; i < curve.x.size(); ++i) {
    const bool there = std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]);
    if (there)
      data +=
          fmt::format("{}{} {}", drawing ? "L" : "M", coordinate(x(curve.x[i])), coordinate(y(curve.y[i])));
    drawing = there;
  }
  return data;
}

std::string band_around(const Curve& curve, const Scale& x, const Scale& y) {
  std::string data;
  const auto point = [&](size_t i, double value) {
    if (std::isfinite(value))
      data +=
          fmt::format("{}{} {}", data.empty() ? "M" : "L", coordinate(x(curve.x[i])), coordinate(y(value)));
  };
  for (size_t i = 0; i < curve.high.size(); ++i) point(i, curve.high[i]);
  for (size_t i = curve.low.size(); i-- > 0;) point(i, curve.low[i]);
  return data.empty() ? "" : data + "Z";
}

// Circle, square, triangle, diamond.
void draw_mark(Svg& svg, double x, double y, size_t which, const std::string& cls, const std::string& hint) {
  const char* shapes[] = {"", "m-4.5-4.5h9v9h-9z", "m0-5.5l5 9.5h-10z", "m0-6l5.5 6l-5.5 6l-5.5-6z"};
  const size_t shape = which % 4;
  if (shape == 0)
    svg.circle(x, y, 4.5, cls, hint);
  else
    svg.path(fmt::format("M{} {}{}", coordinate(x), coordinate(y), shapes[shape]), cls, hint);
}

// Names of the curves above the plot, in as many lines as they need; the height they take.
double draw_names(Svg* svg, const std::vector<Curve>& curves, bool marks) {
  double x = kLeft, y = 16;
  if (curves.size() < 2) return -6;  // the axis says it
  for (size_t k = 0; k < curves.size(); ++k) {
    const double width = 30 + text_width(curves[k].label, 12) + 18;
    if (x > kLeft && x + width > kWidth) {
      x = kLeft;
      y += 19;
    }
    if (svg) {
      const std::string n = std::to_string(k % 8 + 1);
      svg->line(x, y - 4, x + 24, y - 4, "line" + n);
      if (marks) draw_mark(*svg, x + 12, y - 4, k, "mark" + n, "");
      svg->text(x + 30, y, curves[k].label, "soft");
    }
    x += width;
  }
  return y;
}

}  // namespace

Svg line_plot(const FigureText& text, const std::vector<Curve>& curves, const LineAxes& axes) {
  const double top = draw_names(nullptr, curves, axes.marks) + 34, bottom = top + kPlot;
  Svg svg(text, kWidth, bottom + 46);
  draw_names(&svg, curves, axes.marks);
  const Range xs = range_of(curves, true), ys = range_of(curves, false);
  const Range tall = nice_range(ys.low, ys.high, 5);
  const double room = xs.high > xs.low ? 0 : 1;
  const Scale x{xs.low - room, xs.high + room, kLeft, kWidth - kRight};
  const Scale y{tall.low, tall.high, bottom, top};
  draw_left_axis(svg, y, kLeft, kWidth - kRight, 5, axes.y, axes.factor);
  const Ticks ticks = nice_ticks(xs.low, xs.high, 8);
  for (const double value : ticks.at)
    svg.text(x(value), bottom + 17, ticks.label(value), "soft", Anchor::middle);
  svg.text((kLeft + kWidth - kRight) / 2, bottom + 37, axes.x, "soft", Anchor::middle);
  for (const double part : axes.parts) svg.line(x(part), top, x(part), bottom, "axis");
  for (size_t k = 0; k < curves.size(); ++k) {
    const Curve& curve = curves[k];
    const std::string n = std::to_string(k % 8 + 1);
    if (const std::string band = band_around(curve, x, y); !band.empty()) svg.path(band, "band" + n);
    svg.path(line_through(curve, x, y), "line" + n, curve.label);
    for (size_t i = 0; axes.marks && i < curve.x.size(); ++i)
      if (std::isfinite(curve.y[i]))
        draw_mark(svg, x(curve.x[i]), y(curve.y[i]), k, "mark" + n,
                  fmt::format("{}, {} at {}", curve.label, short_number(axes.factor * curve.y[i], 4),
                              short_number(curve.x[i])));
  }
  svg.line(kLeft, bottom, kWidth - kRight, bottom, "axis");
  return svg;
}

}  // namespace graphsr
