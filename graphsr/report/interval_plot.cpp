#include "graphsr/report/interval_plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graphsr/report/axis.h"
#include "graphsr/report/bar_plot.h"
#include "graphsr/report/markup.h"

namespace graphsr {

namespace {

constexpr double kWidth = 560, kRight = 56, kStep = 25;

Range range_of(const std::vector<IntervalRow>& rows) {
  double low = 1, high = 0;
  for (const IntervalRow& row : rows)
    for (const double value : {row.value.low, row.value.mean, row.value.high, row.beside}) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  return low <= high ? nice_range(100 * low, 100 * high, 5) : Range{0, 100};
}

void draw_diamond(Svg& svg, double x, double y, const std::string& hint) {
  svg.path(fmt::format("M{} {}m0-5.5l5 5.5l-5 5.5l-5-5.5z", coordinate(x), coordinate(y)), "dot-before",
           hint);
}

void draw_row(Svg& svg, const Scale& x, double y, const IntervalRow& row, const std::string& beside) {
  if (std::isfinite(row.beside))
    draw_diamond(svg, x(100 * row.beside), y,
                 fmt::format("{}, {}: {} %", row.label, beside, percent(row.beside)));
  if (!std::isfinite(row.value.mean)) {
    svg.text(x.end + 8, y + 4, percent(row.value.mean), "small");
    return;
  }
  if (row.value.high > row.value.low)
    svg.line(x(100 * row.value.low), y, x(100 * row.value.high), y, "whisker");
  svg.circle(x(100 * row.value.mean), y, row.strong ? 6 : 4.5, row.strong ? "dot-after" : "labelled",
             fmt::format("{}: {} %, 95 % interval {} to {}", row.label, percent(row.value.mean),
                         percent(row.value.low), percent(row.value.high)));
  svg.text(x.end + 8, y + 4, percent(row.value.mean), row.strong ? "small strong" : "small");
}

}  // namespace

Svg interval_plot(const FigureText& text, const std::vector<IntervalRow>& rows, const std::string& beside) {
  std::vector<std::string> labels;
  for (const IntervalRow& row : rows) labels.push_back(row.label);
  constexpr double kBold = 1.1;  // how much wider strong labels are
  const double room = kBold * label_room(labels), top = beside.empty() ? 10 : 32;
  const double bottom = top + kStep * static_cast<double>(rows.size());
  Svg svg(text, kWidth, bottom + 44);
  const Range range = range_of(rows);
  const Scale x{range.low, range.high, room, kWidth - kRight};
  draw_bottom_axis(svg, x, top, bottom, 5, "percent");
  if (!beside.empty()) {
    svg.circle(room + 6, 12, 4.5, "labelled");
    svg.text(room + 16, 16, "mean and its 95 % interval", "soft");
    draw_diamond(svg, room + 34 + text_width("mean and its 95 % interval", 12), 12, "");
    svg.text(room + 45 + text_width("mean and its 95 % interval", 12), 16, beside, "soft");
  }
  for (size_t k = 0; k < rows.size(); ++k) {
    const double y = top + kStep * (static_cast<double>(k) + 0.5);
    svg.text(room - 10, y + 4, shortened(rows[k].label, kLabelCharacters), rows[k].strong ? "strong" : "",
             Anchor::end);
    draw_row(svg, x, y, rows[k], beside);
  }
  return svg;
}

}  // namespace graphsr
