#include "graphsr/report/bar_plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graphsr/report/axis.h"
#include "graphsr/report/markup.h"

namespace graphsr {

namespace {

constexpr double kWidth = 600, kRight = 52;

void draw_bar(Svg& svg, const Scale& x, double y, double height, const Interval& value, const Part& look,
              const std::string& hint) {
  const double end = x(std::isfinite(value.mean) ? value.mean : 0);
  if (*look.stripes)
    svg.hatched(x.begin, y, end - x.begin, height, look.cls, look.stripes, hint);
  else
    svg.rect(x.begin, y, end - x.begin, height, look.cls, hint);
  double label_at = end;
  if (value.high > value.low) {
    const double middle = y + height / 2, low = x(value.low), high = x(value.high);
    svg.path(fmt::format("M{0} {1}H{2}M{0} {3}v{5}M{2} {3}v{5}M{4} {1}", coordinate(low), coordinate(middle),
                         coordinate(high), coordinate(middle - 3.5), coordinate(high), "7"),
             "whisker");
    label_at = high;
  }
  svg.text(label_at + 6, y + height / 2 + 4, percent(value.mean), "small");
}

std::string hint_of(const BarRow& row, const Interval& value, const char* which) {
  std::string hint = fmt::format("{}{}: {} %", row.label, which, percent(value.mean));
  if (value.high > value.low)
    hint += fmt::format(", 95 % interval {} to {}", percent(value.low), percent(value.high));
  return hint;
}

}  // namespace

double label_room(const std::vector<std::string>& labels) {
  double room = 40;
  for (const std::string& label : labels)
    room = std::max(room, text_width(shortened(label, kLabelCharacters), 13));
  return room + 12;
}

void draw_legend(Svg& svg, double x, double y, const std::vector<Part>& parts) {
  for (const Part& part : parts) {
    if (*part.stripes)
      svg.hatched(x, y - 9, 14, 10, part.cls, part.stripes);
    else
      svg.rect(x, y - 9, 14, 10, part.cls);
    svg.text(x + 19, y, part.label, "soft");
    x += 19 + text_width(part.label, 12) + 20;
  }
}

Svg bar_plot(const FigureText& text, const std::vector<BarRow>& rows) {
  std::vector<std::string> labels;
  bool pairs = false;
  for (const BarRow& row : rows) {
    labels.push_back(row.label);
    pairs = pairs || row.before;
  }
  const Part before{"before, without added nodes", "bar-before", "hatch-before"}, after{"after", "bar-after"};
  const double room = label_room(labels), step = pairs ? 46 : 30, top = pairs ? 34 : 10;
  const double bottom = top + step * static_cast<double>(rows.size());
  Svg svg(text, kWidth, bottom + 44);
  const Scale x{0, 1, room, kWidth - kRight};
  draw_bottom_axis(svg, x, top - 4, bottom, 5, "percent", 100);
  if (pairs) draw_legend(svg, room, 16, {before, after});
  for (size_t k = 0; k < rows.size(); ++k) {
    const BarRow& row = rows[k];
    const double y = top + step * static_cast<double>(k);
    svg.text(room - 10, y + step / 2 + 1, shortened(row.label, kLabelCharacters), "", Anchor::end);
    if (row.before) {
      draw_bar(svg, x, y + 3, 15, *row.before, before, hint_of(row, *row.before, " before"));
      draw_bar(svg, x, y + 21, 15, row.value, after, hint_of(row, row.value, ""));
    } else {
      draw_bar(svg, x, y + (step - 18) / 2, 18, row.value, after, hint_of(row, row.value, ""));
    }
  }
  svg.line(x.begin, top - 4, x.begin, bottom, "axis");
  return svg;
}

Svg parts_plot(const FigureText& text, const std::vector<Part>& parts, const std::vector<PartsRow>& rows,
               const std::string& axis) {
  std::vector<std::string> labels;
  double largest = 1;
  for (const PartsRow& row : rows) {
    labels.push_back(row.label);
    double sum = 0;
    for (const double part : row.parts) sum += part;
    largest = std::max(largest, sum);
  }
  const double room = label_room(labels), step = 30, top = 34;
  const double bottom = top + step * static_cast<double>(rows.size());
  Svg svg(text, kWidth, bottom + 44);
  const Scale x{0, largest, room, kWidth - 72};
  draw_bottom_axis(svg, x, top - 4, bottom, 6, axis);
  draw_legend(svg, room, 16, parts);
  for (size_t k = 0; k < rows.size(); ++k) {
    const PartsRow& row = rows[k];
    const double y = top + step * static_cast<double>(k) + 6;
    svg.text(room - 10, y + 13, shortened(row.label, kLabelCharacters), "", Anchor::end);
    double sum = 0;
    for (size_t p = 0; p < parts.size(); ++p) {
      if (!(row.parts[p] > 0)) continue;
      const double from = x(sum), width = x(sum + row.parts[p]) - from;
      const std::string hint =
          fmt::format("{}: {} {}", row.label, short_number(row.parts[p], 4), parts[p].label);
      if (*parts[p].stripes)
        svg.hatched(from, y, width, 18, parts[p].cls, parts[p].stripes, hint);
      else
        svg.rect(from, y, width, 18, parts[p].cls, hint);
      sum += row.parts[p];
    }
    svg.text(x(sum) + 6, y + 13, row.note, "small");
  }
  svg.line(x.begin, top - 4, x.begin, bottom, "axis");
  return svg;
}

}  // namespace graphsr
