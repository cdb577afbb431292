// CReST (Wei et al., 2021): self-training in generations. Of the nodes predicted as a class each generation
// keeps the most confident, a larger share the rarer the class, for the teacher of the next. Before
// pseudo-labels are taken, predictions are aligned with the classes' shares of the labelled nodes, which are
// flattened from generation to generation.
#include "graphsr/method/crest.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "graphsr/method/method.h"
#include "graphsr/select/agent.h"

namespace graphsr {

std::vector<double> crest_shares(const std::vector<int64_t>& labelled, double alpha) {
  std::vector<size_t> order(labelled.size());  // of classes that have labels, largest first
  std::iota(order.begin(), order.end(), size_t{0});
  std::erase_if(order, [&](size_t c) { return labelled[c] == 0; });
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return labelled[a] > labelled[b]; });
  std::vector<double> share(labelled.size());
  for (size_t begin = 0, end; begin < order.size(); begin = end) {
    double sum = 0;
    for (end = begin; end < order.size() && labelled[order[end]] == labelled[order[begin]]; ++end)
      sum += std::pow(static_cast<double>(labelled[order[order.size() - 1 - end]]) /
                          static_cast<double>(labelled[order.front()]),
                      alpha);
    for (size_t k = begin; k < end; ++k) share[order[k]] = sum / static_cast<double>(end - begin);
  }
  return share;
}

Matrix crest_aligned(const Matrix& probability, std::span<const int32_t> pool,
                     const std::vector<int64_t>& labelled, double power) {
  const int64_t classes = probability.cols();
  std::vector<double> factor(static_cast<size_t>(classes));
  for (int64_t c = 0; c < classes; ++c) {
    double predicted = 0;
    for (const int32_t node : pool) predicted += static_cast<double>(probability(node, c));
    if (labelled[c] > 0 && predicted > 0)
      factor[c] = std::pow(static_cast<double>(labelled[c]), power) / predicted;
  }
  Matrix aligned = probability;
  for (const int32_t node : pool) {
    double sum = 0;
    for (int64_t c = 0; c < classes; ++c) sum += factor[c] * static_cast<double>(probability(node, c));
    for (int64_t c = 0; c < classes && sum > 0; ++c)
      aligned(node, c) = static_cast<Real>(factor[c] * static_cast<double>(probability(node, c)) / sum);
  }
  return aligned;
}

namespace {

class Crest : public Recipe {
 public:
  explicit Crest(const CrestOptions& options) : options_(options) { check(options); }

  Augmented augment(const Task& task, const MakeClassifier& classifiers, const FitContext& context) override {
    std::vector<int64_t> labelled(task.classes);
    for (const int32_t label : task.train.labels) ++labelled[label];
    const std::vector<double> share = crest_shares(labelled, options_.alpha);
    const CandidateOptions everyone = {.every_class = true, .nearest = 0, .order = "confidence"};
    Augmented out{.set = plain_set(task)};
    const double generations = options_.generations;
    for (int number = 1; number <= options_.generations; ++number) {
      const std::string name = fmt::format("generation {}", number);
      const FitContext part = context.piece(name, (number - 1) / generations, number / generations);
      const Teacher teacher = train_teacher(out.set, task.validation, false, classifiers,
                                            number == 1 ? part : part.reseeded(name));
      const Matrix& probability = teacher.probability;
      if (number == 1) out.before = probability;
      const double power = 1 - (1 - options_.t_min) * number / generations;
      const PseudoLabels pseudo =
          pseudo_labels(crest_aligned(probability, task.pool, labelled, power), task.pool);
      choose(out, task, similarity_selection(pseudo, teacher.embedding, task, everyone), share, number);
    }
    return out;
  }

 private:
  // The most confident of each class, as many as its share says.
  static void choose(Augmented& out, const Task& task, const std::vector<Candidate>& candidates,
                     const std::vector<double>& share, int generation) {
    std::vector<double> count(task.classes);
    for (const Candidate& c : candidates) ++count[c.label];
    std::vector<bool> kept;
    for (const Candidate& c : candidates)
      kept.push_back(c.rank <= std::ceil(share[c.label] * count[c.label] - 1e-9));
    const std::vector<Real> certain(kept.begin(), kept.end());
    out.ledger = ledger_of(out.ledger, candidates, certain, kept, generation);
    out.set = enlarged(task, candidates, kept);
  }

  CrestOptions options_;
};

}  // namespace

std::unique_ptr<Recipe> crest(const SelectOptions& options) { return std::make_unique<Crest>(options.crest); }

}  // namespace graphsr
