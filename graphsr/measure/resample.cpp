#include "graphsr/measure/resample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "graphsr/base/random.h"

namespace graphsr {

namespace {

constexpr int kFigures = 4;

// Accuracy, macro-F1, balanced accuracy and G-mean of a confusion matrix, as measure() defines them.
std::array<double, kFigures> figures_of(std::span<const int64_t> confusion, size_t classes) {
  double right = 0, all = 0, f1 = 0, recalls = 0, logs = 0, present = 0;
  for (size_t c = 0; c < classes; ++c) {
    double truth = 0, predicted = 0;
    const auto hit = static_cast<double>(confusion[c * classes + c]);
    for (size_t k = 0; k < classes; ++k) {
      truth += static_cast<double>(confusion[c * classes + k]);
      predicted += static_cast<double>(confusion[k * classes + c]);
    }
    right += hit;
    all += truth;
    if (truth + predicted > 0) f1 += 2 * hit / (truth + predicted);
    if (truth == 0) continue;
    ++present;
    recalls += hit / truth;
    logs += std::log(hit / truth);
  }
  return {right / all, f1 / static_cast<double>(classes), recalls / present, std::exp(logs / present)};
}

// As many nodes of each class as there were, drawn from its row.
void draw(std::span<const int64_t> confusion, size_t classes, Stream& stream, std::vector<int64_t>& drawn) {
  std::fill(drawn.begin(), drawn.end(), 0);
  for (size_t c = 0; c < classes; ++c) {
    int64_t count = 0;
    for (size_t k = 0; k < classes; ++k) count += confusion[c * classes + k];
    for (int64_t i = 0; i < count; ++i) {
      auto at = static_cast<int64_t>(stream.uniform() * static_cast<double>(count));
      size_t k = 0;
      while (at >= confusion[c * classes + k]) at -= confusion[c * classes + k++];
      ++drawn[c * classes + k];
    }
  }
}

}  // namespace

FigureIntervals resampled_figures(const Metrics& metrics) {
  const size_t classes = metrics.per_class.size();
  int64_t nodes = 0;
  for (const int64_t count : metrics.confusion) nodes += count;
  std::array<Interval, kFigures> out;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  out.fill({nan, nan, nan});
  if (nodes > 0) {
    const auto draws = static_cast<size_t>(std::clamp<int64_t>(20'000'000 / nodes, 200, 2000));
    std::array<std::vector<double>, kFigures> values;
    std::vector<int64_t> drawn(metrics.confusion.size());
    for (size_t d = 0; d < draws; ++d) {
      Stream stream(0, Purpose::resample, d);
      draw(metrics.confusion, classes, stream, drawn);
      const auto figures = figures_of(drawn, classes);
      for (int f = 0; f < kFigures; ++f) values[f].push_back(figures[f]);
    }
    const auto actual = figures_of(metrics.confusion, classes);
    for (int f = 0; f < kFigures; ++f) {
      std::sort(values[f].begin(), values[f].end());
      out[f] = {actual[f], values[f][draws * 25 / 1000], values[f][draws - 1 - draws * 25 / 1000]};
    }
  }
  return {out[0], out[1], out[2], out[3]};
}

}  // namespace graphsr
