#include "graphsr/report/rank_plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graphsr/report/axis.h"
#include "graphsr/report/markup.h"

namespace graphsr {

namespace {

constexpr double kWidth = 640, kSide = 190, kAxis = 66, kRow = 22;

// The better half is named at the left, the others at the right, each with a line down from its rank.
void draw_method(Svg& svg, const Scale& x, double y, const std::string& method, double rank, bool left) {
  const double at = x(rank), end = left ? kSide - 12 : kWidth - kSide + 12;
  svg.path(fmt::format("M{} {}V{}H{}", coordinate(at), coordinate(kAxis), coordinate(y), coordinate(end)),
           "whisker");
  const std::string name = shortened(method, 22);
  svg.text(left ? end - 5 : end + 5, y + 4, fmt::format("{}  {:.2f}", name, rank), "small",
           left ? Anchor::end : Anchor::start);
}

}  // namespace

std::vector<std::pair<size_t, size_t>> rank_groups(const std::vector<double>& mean_rank,
                                                   double critical_difference) {
  std::vector<std::pair<size_t, size_t>> groups;
  for (size_t first = 0; first < mean_rank.size(); ++first) {
    size_t last = first;
    while (last + 1 < mean_rank.size() && mean_rank[last + 1] - mean_rank[first] <= critical_difference)
      ++last;
    if (last > first && (groups.empty() || groups.back().second < last)) groups.emplace_back(first, last);
  }
  return groups;
}

Svg rank_plot(const FigureText& text, const Ranking& ranking) {
  const size_t count = ranking.methods.size(), half = (count + 1) / 2;
  const auto groups = rank_groups(ranking.mean_rank, ranking.critical_difference);
  const double names = kAxis + 22 + 9 * static_cast<double>(groups.size());
  Svg svg(text, kWidth, names + kRow * static_cast<double>(half) + 8);
  const Scale x{1, std::max(2.0, static_cast<double>(count)), kSide, kWidth - kSide};
  svg.line(x.begin, kAxis, x.end, kAxis, "axis");
  for (const double rank : nice_ticks(x.low, x.high, 8).at) {
    if (rank != std::round(rank)) continue;
    svg.line(x(rank), kAxis - 5, x(rank), kAxis, "axis");
    svg.text(x(rank), kAxis - 10, fmt::format("{:.0f}", rank), "soft", Anchor::middle);
  }
  svg.text(x.begin, kAxis - 26, "better", "soft");
  svg.text(x.end, kAxis - 26, "worse", "soft", Anchor::end);
  const double length = x(x.low + ranking.critical_difference) - x.begin;
  svg.line(x.begin, 14, x.begin + std::min(length, kWidth - kSide - 10), 14, "bond");
  svg.text(x.begin - 10, 18, fmt::format("critical difference {:.2f}", ranking.critical_difference), "soft",
           Anchor::end);
  for (size_t k = 0; k < count; ++k) {
    const bool left = k < half;
    const double row = static_cast<double>(left ? k : count - 1 - k);
    draw_method(svg, x, names + kRow * row, ranking.methods[k], ranking.mean_rank[k], left);
  }
  for (size_t g = 0; g < groups.size(); ++g) {
    const double y = kAxis + 12 + 9 * static_cast<double>(g);
    svg.line(x(ranking.mean_rank[groups[g].first]) - 3, y, x(ranking.mean_rank[groups[g].second]) + 3, y,
             "bond");
  }
  return svg;
}

}  // namespace graphsr
