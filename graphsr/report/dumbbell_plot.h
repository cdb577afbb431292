// Two values of each class and the way between them, in one panel per figure.
#pragma once

#include <string>
#include <vector>

#include "graphsr/report/svg.h"

namespace graphsr {

struct DumbbellPanel {
  std::string title;
  std::vector<double> before;  // shares, one per label; empty: only `after` is drawn
  std::vector<double> after;
};
Svg dumbbell_plot(const FigureText& text, const std::vector<std::string>& labels,
                  const std::vector<DumbbellPanel>& panels, const std::string& before = "before",
                  const std::string& after = "after");

}  // namespace graphsr
