// The embedding on paper: where labelled nodes stand, which candidates were kept and refused, and which of
// their pseudo-labels are wrong.
#pragma once

#include <string>

#include "graphsr/experiment/run.h"
#include "graphsr/report/run_data.h"
#include "graphsr/report/svg.h"

namespace graphsr {

// map.csv: node_id, x, y (principal_map of the classifier's embedding), role, label where it is known,
// prediction. The result must have the embedding.
std::string map_csv(const Dataset& dataset, const Result& result);

// At most so many are drawn, evenly spread over their list, as are labelled nodes beyond kMostCandidates:
// pages stay small.
constexpr size_t kMostFaint = 5000, kMostCandidates = 2500;

Svg map_plot(const FigureText& text, const RunData& run);

}  // namespace graphsr
