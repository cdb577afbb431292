// The clipped objective of proximal policy optimisation (Schulman et al. 2017; the paper's eq_ppo):
//   L^CLIP(theta) = E_t[ min( p_t(theta) A_t, clip(p_t(theta), 1 - epsilon, 1 + epsilon) A_t ) ],
//   p_t(theta) = pi_theta(a_t | s_t) / pi_old(a_t | s_t).
// Where the minimum takes the clipped term, it no longer depends on theta: such a sample has been followed
// far enough and pulls no more.
#include "graphsr/policy/ppo_loss.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "graphsr/policy/categorical.h"

namespace graphsr {

// A ratio of e^20 is far outside of any clip, and its products stay finite in float.
static constexpr double kLargestLogRatio = 20;

static std::span<const Real> row(const Matrix& m, int64_t i) {
  return {m.row(i), static_cast<size_t>(m.cols())};
}

static bool is_followed(double ratio, double advantage, double clip) {
  return advantage >= 0 ? ratio <= 1 + clip : ratio >= 1 - clip;
}

namespace {

// What loss, figures and gradient are made of, for n samples: exponentials are most of the cost, so each is
// taken once, and once for samples that are alike where their logits still are.
struct Terms {
  Terms(const Matrix& logits, const PpoSamples& samples)
      : logs(logits.rows(), logits.cols()),
        probability(static_cast<size_t>(logits.size())),
        entropies(static_cast<size_t>(logits.rows())),
        log_ratio(entropies.size()),
        ratio(entropies.size()),
        place(entropies.size()) {
    for (int64_t i = 0; i < logits.rows(); ++i) {
      const int64_t first = samples.alike.empty() ? i : samples.alike[i];
      assert(samples.alike.empty() || samples.alike[first] == first);
      place[i] = std::ranges::equal(row(logits, i), row(logits, first)) ? first : i;
      if (place[i] == i) own.push_back(i);
    }
  }

  void compute(const Matrix& logits, const PpoSamples& samples, ThreadPool& pool) {
    constexpr int64_t kWork = 300;  // of a row
    pool.for_rows(std::ssize(own), kWork, [&](int64_t begin, int64_t end) {
      for (int64_t k = begin; k < end; ++k) compute_row(logits, samples, own[k]);
    });
  }

  PpoFigures figures(double clip) const {
    PpoFigures sum;
    for (const int64_t i : place) {
      sum.entropy += entropies[i];
      sum.kl += (ratio[i] - 1) - log_ratio[i];
      sum.clip_fraction += std::abs(ratio[i] - 1) > clip;
    }
    const auto n = static_cast<double>(ratio.size());
    return {sum.entropy / n, sum.kl / n, sum.clip_fraction / n};
  }

  Matrix logs;                      // log-probabilities, (n, actions)
  std::vector<double> probability;  // (n, actions)
  std::vector<double> entropies, log_ratio, ratio;
  std::vector<int64_t> place;  // where the terms of a sample stand: at its own number, or at that of another
  std::vector<int64_t> own;    // the samples that have terms of their own

 private:
  void compute_row(const Matrix& logits, const PpoSamples& samples, int64_t i) {
    log_probabilities(row(logits, i), {logs.row(i), static_cast<size_t>(logs.cols())});
    double* p = &probability[static_cast<size_t>(i * logs.cols())];
    for (int64_t j = 0; j < logs.cols(); ++j) p[j] = std::exp(static_cast<double>(logs(i, j)));
    entropies[i] = entropy(row(logs, i), {p, static_cast<size_t>(logs.cols())});
    log_ratio[i] = std::min(
        static_cast<double>(logs(i, samples.actions[i])) - static_cast<double>(samples.log_probabilities[i]),
        kLargestLogRatio);
    ratio[i] = std::exp(log_ratio[i]);
  }
};

}  // namespace

std::vector<int32_t> alike_samples(std::span<const int32_t> actions,
                                   std::span<const Real> log_probabilities) {
  std::vector<int32_t> alike, table(std::bit_ceil(2 * actions.size() + 1), -1);
  for (size_t i = 0; i < actions.size(); ++i) {
    if (std::isnan(log_probabilities[i])) {  // is like nothing, not even itself
      alike.push_back(static_cast<int32_t>(i));
      continue;
    }
    size_t at = 2 * std::hash<Real>()(log_probabilities[i]) + static_cast<size_t>(actions[i]);
    const auto is_other = [&](int32_t k) {
      return k >= 0 && (actions[k] != actions[i] || log_probabilities[k] != log_probabilities[i]);
    };
    while (is_other(table[at %= table.size()])) ++at;
    if (table[at] < 0) table[at] = static_cast<int32_t>(i);
    alike.push_back(table[at]);
  }
  return alike;
}

PpoFigures ppo_figures(const Matrix& logits, const PpoSamples& samples, double clip, ThreadPool& pool) {
  Terms terms(logits, samples);
  terms.compute(logits, samples, pool);
  return terms.figures(clip);
}

Var ppo_loss(Tape& tape, Var logits, const PpoSamples& samples, const PpoLossOptions& options,
             PpoFigures* figures) {
  const Matrix& x = tape.value(logits);
  const int64_t n = x.rows();
  assert(n > 0 && static_cast<int64_t>(samples.actions.size()) == n);
  assert(static_cast<int64_t>(samples.log_probabilities.size()) == n);
  assert(static_cast<int64_t>(samples.advantages.size()) == n);
  assert(samples.alike.empty() || static_cast<int64_t>(samples.alike.size()) == n);
  const auto terms = std::make_shared<Terms>(x, samples);
  terms->compute(x, samples, tape.pool());
  double objective = 0;
  for (int64_t i = 0; i < n; ++i) {
    const double ratio = terms->ratio[terms->place[i]], advantage = samples.advantages[i];
    objective +=
        std::min(ratio * advantage, std::clamp(ratio, 1 - options.clip, 1 + options.clip) * advantage);
  }
  const PpoFigures found = terms->figures(options.clip);
  if (figures) *figures = found;
  const Var out = tape.record(1, 1);
  tape.needs_gradient_of(out, logits);
  tape.result(out)(0, 0) =
      static_cast<Real>(-objective / static_cast<double>(n) - options.entropy_weight * found.entropy);
  // With p = softmax(x): d log p_a / dx_j = [j = a] - p_j, and dH / dx_j = -p_j (log p_j + H).
  tape.on_backward(out, [&tape, logits, samples, options, terms, out] {
    const Matrix& logs = terms->logs;
    const auto [matrix, add] = tape.slot(logits);
    if (!add) matrix.fill(0);
    const double scale = static_cast<double>(tape.gradient(out)(0, 0)) / static_cast<double>(logs.rows());
    for (int64_t i = 0; i < logs.rows(); ++i) {
      const int32_t action = samples.actions[i];
      const int64_t at = terms->place[i];
      const double ratio = terms->ratio[at], advantage = samples.advantages[i];
      const double pull = is_followed(ratio, advantage, options.clip) ? ratio * advantage : 0;
      for (int64_t j = 0; j < logs.cols(); ++j) {
        const double l = logs(at, j), p = terms->probability[static_cast<size_t>(at * logs.cols() + j)];
        const double d =
            options.entropy_weight * p * (l + terms->entropies[at]) - pull * ((j == action ? 1 : 0) - p);
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
