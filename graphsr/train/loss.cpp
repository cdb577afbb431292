#include "graphsr/train/loss.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graphsr/base/choice.h"
#include "graphsr/tensor/ops.h"

namespace graphsr {

static Var plain_cross_entropy(Tape& tape, Var logits, const Examples& examples) {
  return cross_entropy(tape, logits, examples.labels, examples.weights);
}

// Cross-entropy of logits + log n_c, n_c being the (weighted) number of examples of class c: the prior is in
// the loss, so that the logits themselves favour no class. A class without examples counts as the largest,
// else it would be favoured for being absent.
static Var balanced_softmax(Tape& tape, Var logits, const Examples& examples) {
  std::vector<double> count(static_cast<size_t>(tape.value(logits).cols()));
  for (size_t i = 0; i < examples.labels.size(); ++i)
    count[examples.labels[i]] += examples.weights.empty() ? 1.0 : static_cast<double>(examples.weights[i]);
  const double largest = *std::max_element(count.begin(), count.end());
  std::vector<Real> shift;
  for (const double n : count) shift.push_back(static_cast<Real>(std::log(n > 0 ? n : largest)));
  return cross_entropy(tape, logits, examples.labels, examples.weights, shift);
}

std::span<const Loss> losses() {
  static const Loss table[] = {
      {"cross-entropy", "every example counts the same", plain_cross_entropy},
      {"balanced-softmax", "the class counts are added to the logits as a prior", balanced_softmax},
  };
  return table;
}

const Loss& loss_named(const std::string& name) { return named_entry("--loss", name, losses()); }

}  // namespace graphsr
