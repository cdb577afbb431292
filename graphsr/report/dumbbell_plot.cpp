#include "graphsr/report/dumbbell_plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graphsr/report/axis.h"
#include "graphsr/report/bar_plot.h"
#include "graphsr/report/markup.h"

namespace graphsr {

namespace {

void draw_row(Svg& svg, const Scale& x, double y, const std::string& label, const DumbbellPanel& panel,
              size_t k) {
  const double after = panel.after[k];
  std::string hint = fmt::format("{}, {}: {} %", label, panel.title, percent(after));
  if (!panel.before.empty()) {
    const double before = panel.before[k];
    hint += fmt::format(", before {} %", percent(before));
    if (std::isfinite(before) && std::isfinite(after))
      svg.line(x(before), y, x(after), y, after >= before ? "up" : "down");
    if (std::isfinite(before)) svg.circle(x(before), y, 5, "dot-before", hint);
  }
  if (std::isfinite(after)) svg.circle(x(after), y, 6, "dot-after", hint);
}

void draw_names(Svg& svg, double x, const std::string& before, const std::string& after) {
  svg.circle(x + 6, 12, 5, "dot-before");
  svg.text(x + 17, 16, before, "soft");
  x += 17 + text_width(before, 12) + 24;
  svg.circle(x, 12, 6, "dot-after");
  svg.text(x + 11, 16, after, "soft");
  x += 11 + text_width(after, 12) + 18;
  svg.line(x, 12, x + 24, 12, "up");
  svg.text(x + 30, 16, "gained", "soft");
  svg.line(x + 94, 12, x + 118, 12, "down");
  svg.text(x + 124, 16, "lost", "soft");
}

// Where the axis begins: dots need no zero, and one below the lowest of them shows differences larger.
double lowest(const std::vector<DumbbellPanel>& panels) {
  double low = 0.9;
  for (const DumbbellPanel& panel : panels)
    for (const auto* values : {&panel.before, &panel.after})
      for (const double value : *values)
        if (std::isfinite(value)) low = std::min(low, value);
  return std::max(0.0, std::floor(10 * low - 0.2) / 10);
}

}  // namespace

Svg dumbbell_plot(const FigureText& text, const std::vector<std::string>& labels,
                  const std::vector<DumbbellPanel>& panels, const std::string& before,
                  const std::string& after) {
  const double width = 760, room = label_room(labels), gap = 44, step = 28, top = 50;
  const double bottom = top + step * static_cast<double>(labels.size());
  const double count = static_cast<double>(panels.size());
  const double each = (width - room - 16 - gap * (count - 1)) / count;
  Svg svg(text, width, bottom + 44);
  const double low = lowest(panels);
  if (!panels.empty() && !panels[0].before.empty()) draw_names(svg, room, before, after);
  for (size_t p = 0; p < panels.size(); ++p) {
    const double left = room + static_cast<double>(p) * (each + gap);
    const Scale x{low, 1, left, left + each};
    svg.text(left, top - 12, panels[p].title, "strong");
    draw_bottom_axis(svg, x, top - 4, bottom, 4, "percent", 100);
    for (size_t k = 0; k < labels.size(); ++k)
      draw_row(svg, x, top + step * (static_cast<double>(k) + 0.5), labels[k], panels[p], k);
  }
  for (size_t k = 0; k < labels.size(); ++k)
    svg.text(room - 10, top + step * (static_cast<double>(k) + 0.5) + 4,
             shortened(labels[k], kLabelCharacters), "", Anchor::end);
  return svg;
}

}  // namespace graphsr
