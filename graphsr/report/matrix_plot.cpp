#include "graphsr/report/matrix_plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graphsr/report/markup.h"

namespace graphsr {

namespace {

constexpr size_t kCharacters = 22, kColumnCharacters = 14;

double longest(const std::vector<std::string>& labels) {
  double room = 0;
  for (const std::string& label : labels) room = std::max(room, text_width(label, 13));
  return room;
}

}  // namespace

Svg matrix_plot(const FigureText& text, const MatrixLabels& labels, const std::vector<Square>& squares) {
  bool two = false;
  for (const Square& square : squares) two = two || !square.second.empty();
  const size_t columns = labels.columns.size();
  const double width = two ? 62 : columns > 12 ? 30 : 42, height = two ? 42 : columns > 12 ? 26 : 34;
  const std::vector<std::string> column_names = shortened_apart(labels.columns, kColumnCharacters),
                                 row_names = shortened_apart(labels.rows, kCharacters);
  const double slanted = longest(column_names) * 0.71;
  const double left = longest(row_names) + 34, top = slanted + 36;
  const double right = slanted - width / 2 + 8;
  const double across = width * static_cast<double>(columns);
  Svg svg(text, left + across + std::max(right, 12.0),
          top + height * static_cast<double>(labels.rows.size()) + 8);
  svg.text(left + across / 2, 14, labels.column_title, "soft", Anchor::middle);
  svg.vertical_text(13, top + height * static_cast<double>(labels.rows.size()) / 2 + 24, labels.row_title,
                    "soft");
  for (size_t c = 0; c < columns; ++c)
    svg.slanted_text(left + width * (static_cast<double>(c) + 0.5), top - 8, column_names[c]);
  for (size_t r = 0; r < labels.rows.size(); ++r) {
    const double y = top + height * static_cast<double>(r);
    svg.text(left - 8, y + height / 2 + 4, row_names[r], "", Anchor::end);
    for (size_t c = 0; c < columns; ++c) {
      const Square& square = squares[r * columns + c];
      const double x = left + width * static_cast<double>(c),
                   strength = std::min(std::abs(square.strength), 1.0);
      svg.rect(x, y, width, height, "frame");
      // Never so dark that ink could not be read on it.
      if (strength > 0)
        svg.rect(x, y, width, height, square.strength < 0 ? "cell-worse" : "cell", square.hint,
                 0.5 * strength);
      const double middle = x + width / 2, base = y + height / 2 + (two && !square.second.empty() ? -2 : 4);
      svg.text(middle, base, square.number, "small", Anchor::middle);
      if (!square.second.empty()) svg.text(middle, base + 15, square.second, "soft", Anchor::middle);
    }
  }
  return svg;
}

Svg confusion_plot(const FigureText& text, const std::vector<std::string>& class_names,
                   std::span<const int64_t> confusion) {
  const size_t classes = class_names.size();
  std::vector<Square> squares(classes * classes);
  for (size_t t = 0; t < classes; ++t) {
    int64_t all = 0;
    for (size_t p = 0; p < classes; ++p) all += confusion[t * classes + p];
    for (size_t p = 0; p < classes; ++p) {
      const int64_t count = confusion[t * classes + p];
      const double share = all > 0 ? static_cast<double>(count) / static_cast<double>(all) : 0;
      squares[t * classes + p] = {
          std::to_string(count), "", t == p ? share : -share,
          fmt::format("{} of {} nodes of {} are taken for {}", count, all, class_names[t], class_names[p])};
    }
  }
  return matrix_plot(text, {class_names, class_names, "truth", "prediction"}, squares);
}

}  // namespace graphsr
