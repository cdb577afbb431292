#include "graphsr/report/axis.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graphsr {

namespace {

// 1, 2 or 5 times a power of ten, nearest above what `count` steps need.
double nice_step(double span, int count) {
  const double raw = span / std::max(count, 1), power = std::pow(10, std::floor(std::log10(raw)));
  for (const double times : {1.0, 2.0, 5.0})
    if (raw <= times * power * (1 + 1e-9)) return times * power;
  return 10 * power;
}

}  // namespace

std::string Ticks::label(double value) const {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find_first_of("123456789") == std::string::npos) text = fmt::format("{:.{}f}", 0.0, decimals);
  if (text.starts_with('-')) text.replace(0, 1, "\xe2\x88\x92");
  return text;
}

Ticks nice_ticks(double low, double high, int count) {
  Ticks ticks;
  if (!std::isfinite(low) || !std::isfinite(high) || high < low) return ticks;
  if (high - low <= 1e-12 * std::max(std::abs(low), std::abs(high))) {
    ticks.at = {low};
    ticks.decimals = low == std::round(low) ? 0 : 3;
    return ticks;
  }
  const double step = nice_step(high - low, count);
  ticks.decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 9);
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  for (double k = first; k <= last; ++k) ticks.at.push_back(k * step);
  return ticks;
}

Range nice_range(double low, double high, int count) {
  if (!std::isfinite(low) || !std::isfinite(high)) return {0, 1};
  if (high - low <= 1e-12 * std::max({std::abs(low), std::abs(high), 1e-300})) {
    const double room = low == 0 ? 1 : std::abs(low) / 10;
    return {low - room, high + room};
  }
  const double step = nice_step(high - low, count);
  return {std::floor(low / step + 1e-9) * step, std::ceil(high / step - 1e-9) * step};
}

void draw_bottom_axis(Svg& svg, const Scale& x, double top, double bottom, int count,
                      const std::string& title, double factor) {
  const Ticks ticks = nice_ticks(factor * x.low, factor * x.high, count);
  for (const double value : ticks.at) {
    svg.line(x(value / factor), top, x(value / factor), bottom, "grid");
    svg.text(x(value / factor), bottom + 16, ticks.label(value), "soft", Anchor::middle);
  }
  if (!title.empty()) svg.text((x.begin + x.end) / 2, bottom + 34, title, "soft", Anchor::middle);
}

void draw_left_axis(Svg& svg, const Scale& y, double left, double right, int count, const std::string& title,
                    double factor) {
  const Ticks ticks = nice_ticks(factor * y.low, factor * y.high, count);
  for (const double value : ticks.at) {
    svg.line(left, y(value / factor), right, y(value / factor), "grid");
    svg.text(left - 7, y(value / factor) + 4, ticks.label(value), "soft", Anchor::end);
  }
  if (!title.empty()) svg.text(left, y.end - 12, title, "soft");
}

}  // namespace graphsr
