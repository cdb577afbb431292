// docs/methods.md has the equations.
#include "graphsr/train/loss.h"

#include <algorithm>
#include <cmath>

#include "graphsr/base/choice.h"
#include "graphsr/base/error.h"
#include "graphsr/tensor/ops.h"

namespace graphsr {

namespace {

double weight_of(const Examples& examples, size_t i) {
  return examples.weights.empty() ? 1.0 : static_cast<double>(examples.weights[i]);
}

// n_c: the (weighted) number of examples of each class.
std::vector<double> class_counts(const Examples& examples, int64_t classes) {
  std::vector<double> count(static_cast<size_t>(classes));
  for (size_t i = 0; i < examples.labels.size(); ++i) count[examples.labels[i]] += weight_of(examples, i);
  return count;
}

// Examples' weights times those that `of_count` gives their classes.
template <class OfCount>
std::vector<Real> class_weighted(const Examples& examples, int64_t classes, const OfCount& of_count) {
  const std::vector<double> count = class_counts(examples, classes);
  std::vector<Real> weights;
  for (size_t i = 0; i < examples.labels.size(); ++i) {
    const double n = count[examples.labels[i]];
    weights.push_back(static_cast<Real>(n > 0 ? weight_of(examples, i) * of_count(n) : 0));
  }
  return weights;
}

// (1 - beta) / (1 - beta^n), the inverse of the effective number of n examples.
std::vector<Real> effective_weights(const Examples& examples, int64_t classes, double beta) {
  return class_weighted(examples, classes,
                        [beta](double n) { return (1 - beta) / -std::expm1(n * std::log(beta)); });
}

// Cross-entropy of logits + tau * log n_c: the prior is in the loss, so that the logits themselves favour no
// class. A class without examples counts as the largest, else it would be favoured for being absent.
Var adjusted(Tape& tape, Var logits, const Examples& examples, double tau) {
  const std::vector<double> count = class_counts(examples, tape.value(logits).cols());
  const double largest = *std::max_element(count.begin(), count.end());
  std::vector<Real> shift;
  for (const double n : count) shift.push_back(static_cast<Real>(tau * std::log(n > 0 ? n : largest)));
  return cross_entropy(tape, logits, examples.labels, examples.weights, shift);
}

Var plain_cross_entropy(Tape& tape, Var logits, const Examples& examples, const Loss&) {
  return cross_entropy(tape, logits, examples.labels, examples.weights);
}

Var re_weighting(Tape& tape, Var logits, const Examples& examples, const Loss&) {
  const auto weights = class_weighted(examples, tape.value(logits).cols(), [](double n) { return 1 / n; });
  return cross_entropy(tape, logits, examples.labels, weights);
}

Var en_weighting(Tape& tape, Var logits, const Examples& examples, const Loss& loss) {
  const auto weights = effective_weights(examples, tape.value(logits).cols(), loss.options.beta);
  return cross_entropy(tape, logits, examples.labels, weights);
}

Var focal(Tape& tape, Var logits, const Examples& examples, const Loss& loss) {
  return focal_loss(tape, logits, examples.labels, examples.weights, loss.options.gamma);
}

// A label's logit has to lead by a margin, the wider the rarer the class; in the last part of training rare
// classes also weigh more.
Var ldam(Tape& tape, Var logits, const Examples& examples, const Loss& loss) {
  const int64_t classes = tape.value(logits).cols();
  const std::vector<double> count = class_counts(examples, classes);
  double smallest = *std::max_element(count.begin(), count.end());
  for (const double n : count)
    if (n > 0) smallest = std::min(smallest, n);
  std::vector<Real> margin;
  for (const double n : count)
    margin.push_back(static_cast<Real>(n > 0 ? loss.options.margin * std::pow(smallest / n, 0.25) : 0));
  const Var led = less_margin(tape, logits, examples.labels, margin);
  if (!loss.last_part) return cross_entropy(tape, led, examples.labels, examples.weights);
  const std::vector<Real> weights = effective_weights(examples, classes, loss.options.beta);
  return cross_entropy(tape, led, examples.labels, weights);
}

Var logit_adjustment(Tape& tape, Var logits, const Examples& examples, const Loss& loss) {
  return adjusted(tape, logits, examples, loss.options.tau);
}

Var balanced_softmax(Tape& tape, Var logits, const Examples& examples, const Loss&) {
  return adjusted(tape, logits, examples, 1);
}

}  // namespace

void check(const LossOptions& options) {
  if (!(options.beta >= 0 && options.beta < 1)) wrong_usage("--beta", "must be at least 0 and below 1");
  const auto require_from_0 = [](const char* name, double value) {
    if (!(value >= 0 && value <= 1000)) wrong_usage(name, "must be 0 to 1000");
  };
  require_from_0("--gamma", options.gamma);
  require_from_0("--tau", options.tau);
  require_from_0("--margin", options.margin);
}

std::span<const LossKind> losses() {
  static const LossKind table[] = {
      {"cross-entropy", "every example counts the same", plain_cross_entropy},
      {"re-weighting", "a class's examples weigh the inverse of their number", re_weighting},
      {"en-weighting",
       "a class's examples weigh the inverse of their effective number",
       en_weighting,
       {"--beta"}},
      {"focal", "examples that are right already count less", focal, {"--gamma"}},
      {"ldam",
       "a margin that is wider for rare classes; re-weighted in the last fifth of the epochs",
       ldam,
       {"--margin", "--beta"},
       true},
      {"logit-adjustment",
       "tau times the log of the class counts is added to the logits as a prior",
       logit_adjustment,
       {"--tau"}},
      {"balanced-softmax", "the class counts are added to the logits as a prior", balanced_softmax},
  };
  return table;
}

Loss loss_named(const std::string& name, const LossOptions& options) {
  return {&named_entry("--loss", name, losses()), options};
}

}  // namespace graphsr
