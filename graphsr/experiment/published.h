// The figures that the paper reports, for comparison with ours.
#pragma once

#include <string>
#include <vector>

namespace graphsr {

struct PublishedFigure {
  double mean = 0, deviation = 0;  // shares between 0 and 1
};

struct PublishedFigures {
  PublishedFigure accuracy, macro_f1, auc_roc;
};

// What the paper reports for this place of a table; null where it reports nothing. `method` may name a preset
// behind a colon: graphsr's figures are those to compare with for each of its presets, other methods are the
// paper's only with the classifier that the paper gave them, so "su-selection:default" has none.
const PublishedFigures* published(const std::string& dataset, const std::string& model,
                                  const std::string& method, double rho);

// The methods of the paper's tables, by our names, in its order.
const std::vector<std::string>& published_methods();

const char* published_source();

}  // namespace graphsr
