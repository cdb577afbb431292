// Squares with numbers in them: confusion matrices, and methods against methods.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graphsr/report/svg.h"

namespace graphsr {

// One square: what is written, how strong its colour is (0 to 1; below 0: the colour for worse), what a
// pointer tells.
struct Square {
  std::string number, second;  // the second line is small; may be empty
  double strength = 0;
  std::string hint;
};

struct MatrixLabels {
  std::vector<std::string> rows, columns;
  std::string row_title, column_title;
};

// Squares row by row.
Svg matrix_plot(const FigureText& text, const MatrixLabels& labels, const std::vector<Square>& squares);

// (C,C), row is the truth and column the prediction; colours are shares of the row.
Svg confusion_plot(const FigureText& text, const std::vector<std::string>& class_names,
                   std::span<const int64_t> confusion);

}  // namespace graphsr
