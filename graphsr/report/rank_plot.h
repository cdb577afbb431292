// The critical-difference diagram (Demsar 2006): mean ranks on a line, and bars that join methods whose ranks
// do not differ by more than chance would make them.
#pragma once

#include <utility>
#include <vector>

#include "graphsr/experiment/summary.h"
#include "graphsr/report/svg.h"

namespace graphsr {

Svg rank_plot(const FigureText& text, const Ranking& ranking);

// First and last of each largest run of methods within the critical difference, two or more long; ranks
// ascend.
std::vector<std::pair<size_t, size_t>> rank_groups(const std::vector<double>& mean_rank,
                                                   double critical_difference);

}  // namespace graphsr
