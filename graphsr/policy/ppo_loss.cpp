// The clipped objective of proximal policy optimisation (Schulman et al. 2017; the paper's eq_ppo):
//   L^CLIP(theta) = E_t[ min( p_t(theta) A_t, clip(p_t(theta), 1 - epsilon, 1 + epsilon) A_t ) ],
//   p_t(theta) = pi_theta(a_t | s_t) / pi_old(a_t | s_t).
// Where the minimum takes the clipped term, it no longer depends on theta: such a sample has been followed
// far enough and pulls no more.
#include "graphsr/policy/ppo_loss.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "graphsr/policy/categorical.h"

namespace graphsr {

// A ratio of e^20 is far outside of any clip, and its products stay finite in float.
static constexpr double kLargestLogRatio = 20;

static std::span<const Real> row(const Matrix& m, int64_t i) {
  return {m.row(i), static_cast<size_t>(m.cols())};
}

static double log_ratio(const PpoSamples& samples, int64_t i, double log_probability) {
  return std::min(log_probability - static_cast<double>(samples.log_probabilities[i]), kLargestLogRatio);
}

static bool is_followed(double ratio, double advantage, double clip) {
  return advantage >= 0 ? ratio <= 1 + clip : ratio >= 1 - clip;
}

// log_p is (n, actions).
static PpoFigures figures_of(const Matrix& log_p, const PpoSamples& samples, double clip) {
  PpoFigures sum;
  for (int64_t i = 0; i < log_p.rows(); ++i) {
    sum.entropy += entropy(row(log_p, i));
    const double l = log_ratio(samples, i, log_p(i, samples.actions[i])), ratio = std::exp(l);
    sum.kl += (ratio - 1) - l;
    sum.clip_fraction += std::abs(ratio - 1) > clip;
  }
  const double n = static_cast<double>(log_p.rows());
  return {sum.entropy / n, sum.kl / n, sum.clip_fraction / n};
}

static void log_softmax(const Matrix& logits, Matrix& out) {
  for (int64_t i = 0; i < logits.rows(); ++i)
    log_probabilities(row(logits, i), {out.row(i), static_cast<size_t>(out.cols())});
}

PpoFigures ppo_figures(const Matrix& logits, const PpoSamples& samples, double clip) {
  Matrix log_p(logits.rows(), logits.cols());
  log_softmax(logits, log_p);
  return figures_of(log_p, samples, clip);
}

Var ppo_loss(Tape& tape, Var logits, const PpoSamples& samples, const PpoLossOptions& options,
             PpoFigures* figures) {
  const Matrix& x = tape.value(logits);
  const int64_t n = x.rows();
  assert(n > 0 && static_cast<int64_t>(samples.actions.size()) == n);
  assert(static_cast<int64_t>(samples.log_probabilities.size()) == n);
  assert(static_cast<int64_t>(samples.advantages.size()) == n);
  const Var logs = tape.record(n, x.cols());
  log_softmax(x, tape.result(logs));
  const Matrix& log_p = tape.value(logs);
  double objective = 0;
  for (int64_t i = 0; i < n; ++i) {
    const double ratio = std::exp(log_ratio(samples, i, log_p(i, samples.actions[i])));
    const double advantage = samples.advantages[i];
    objective +=
        std::min(ratio * advantage, std::clamp(ratio, 1 - options.clip, 1 + options.clip) * advantage);
  }
  const PpoFigures found = figures_of(log_p, samples, options.clip);
  if (figures) *figures = found;
  const Var out = tape.record(1, 1);
  tape.needs_gradient_of(out, logits);
  tape.result(out)(0, 0) =
      static_cast<Real>(-objective / static_cast<double>(n) - options.entropy_weight * found.entropy);
  // With p = softmax(x): d log p_a / dx_j = [j = a] - p_j, and dH / dx_j = -p_j (log p_j + H).
  tape.on_backward(out, [&tape, logits, samples, options, logs, out] {
    const Matrix& log_p = tape.value(logs);
    const auto [matrix, add] = tape.slot(logits);
    if (!add) matrix.fill(0);
    const double scale = static_cast<double>(tape.gradient(out)(0, 0)) / static_cast<double>(log_p.rows());
    for (int64_t i = 0; i < log_p.rows(); ++i) {
      const int32_t action = samples.actions[i];
      const double ratio = std::exp(log_ratio(samples, i, log_p(i, action)));
      const double advantage = samples.advantages[i];
      const double pull = is_followed(ratio, advantage, options.clip) ? ratio * advantage : 0;
      const double h = entropy(row(log_p, i));
      for (int64_t j = 0; j < log_p.cols(); ++j) {
        const double l = log_p(i, j), p = std::exp(l);
        const double d = options.entropy_weight * p * (l + h) - pull * ((j == action ? 1 : 0) - p);
        matrix(i, j) += static_cast<Real>(scale * d);
      }
    }
  });
  return out;
}

Var squared_error(Tape& tape, Var predictions, std::span<const Real> targets) {
  const Matrix& x = tape.value(predictions);
  assert(x.cols() == 1 && x.rows() > 0 && static_cast<int64_t>(targets.size()) == x.rows());
  double sum = 0;
  for (int64_t i = 0; i < x.rows(); ++i) {
    const double difference = static_cast<double>(x(i, 0)) - static_cast<double>(targets[i]);
    sum += difference * difference;
  }
  const Var out = tape.record(1, 1);
  tape.needs_gradient_of(out, predictions);
  tape.result(out)(0, 0) = static_cast<Real>(sum / static_cast<double>(x.rows()));
  tape.on_backward(out, [&tape, predictions, targets, out] {  // 2 (prediction - target) / n
    const Matrix& x = tape.value(predictions);
    const auto [matrix, add] = tape.slot(predictions);
    if (!add) matrix.fill(0);
    const Real scale = 2 * tape.gradient(out)(0, 0) / static_cast<Real>(x.rows());
    for (int64_t i = 0; i < x.rows(); ++i) matrix(i, 0) += scale * (x(i, 0) - targets[i]);
  });
  return out;
}

}  // namespace graphsr
