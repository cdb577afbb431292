// GraphSR (AAAI 2023), the paper on one screen: train a teacher, find the unlabelled nodes that are close to
// a class, let an agent that has learned the selection game decide which of them to keep, and train the
// classifier on the enlarged set. Its controls and references are the same method with another agent or other
// labels.
#include <algorithm>

#include <fmt/format.h>

#include "graphsr/method/method.h"
#include "graphsr/select/agent.h"

namespace graphsr {

namespace {

// Of every predicted class at most a half, the surest first, and all of them; nobody else is asked.
SelectOptions surer_half(SelectOptions options) {
  options.control = "all";
  options.simulated.jury = 0;
  options.candidates.share = std::min(options.candidates.share, 0.5);
  options.candidates.order = "confidence";
  return options;
}

// Where only a few nodes of a class can be judged, the simulated game has nothing to teach, and an agent that
// has learned nothing keeps nearly everybody: the surer half is better then. With one or two validation nodes
// of each class it was 0.6 points better on Cora, 2.9 and 2.4 on CiteSeer (gcn, rho 0.3, seeds 20 to 39).
// Labelled nodes judge each other where there are no validation nodes.
constexpr int kFewest = 5;
bool can_be_judged(const Task& task) {
  if (task.validation.size() > 0) return task.validation.size() >= kFewest * task.classes;
  std::vector<int> count(static_cast<size_t>(task.classes));
  for (const int32_t label : task.train.labels) ++count[label];
  return std::ranges::all_of(count, [](int labelled) { return labelled >= kFewest; });
}

std::string why_in_vain(const Task& task) {
  const std::string judges =
      task.validation.size() > 0
          ? fmt::format("there are fewer than {} validation nodes for each class", kFewest)
          : fmt::format("there are no validation nodes, and some class has fewer than {} labelled ones",
                        kFewest);
  return judges +
         ": no agent learns from so few, and the surer half of each predicted class is taken instead; "
         "options "
         "of the agent and its game change nothing";
}

class GraphSr : public Recipe {
 public:
  explicit GraphSr(const SelectOptions& options) : options_(options) { check(options); }

  Augmented augment(const Task& task, const MakeClassifier& classifiers, const FitContext& context) override {
    Augmented out{.set = plain_set(task),
                  .before_knows_validation = spends_validation(1),
                  .refit = options_.labels == "students"};
    const bool in_vain = options_.game == "simulated" && options_.control != "all" && !can_be_judged(task);
    const SelectOptions options = in_vain ? surer_half(options_) : options_;
    if (in_vain) out.note = why_in_vain(task);
    const std::unique_ptr<Agent> agent = make_agent(options);
    for (int number = 1; number <= options.rounds; ++number) {
      const FitContext part = round_of(context, number);
      const Teacher teacher = train_teacher(out.set, task.validation, spends_validation(number), classifiers,
                                            part.piece("teacher", 0, 0.4));  // equation (1)
      const Round round = {number, task, classifiers, teacher};
      const PseudoLabels pseudo =
          pseudo_labels(agent->opinion(round, part.piece("opinion", 0.4, 0.8)), task.pool);
      const std::vector<Candidate> candidates =
          similarity_selection(pseudo, teacher.embedding, task, options.candidates);  // equations (2), (3)
      const Choice choice =
          agent->choose(round, candidates, part.piece("agent", 0.8, 1));  // equations (4) to (7)
      out.set = enlarged(task, candidates, choice.kept);
      write_down(out, teacher, candidates, choice, number);
    }
    return out;
  }

 private:
  // The first teacher is the classifier that vanilla trains; later ones have random numbers of their own.
  FitContext round_of(const FitContext& context, int number) const {
    const double rounds = options_.rounds;
    const std::string name = fmt::format("round {}", number);
    const FitContext part = context.piece(name, (number - 1) / rounds, number / rounds);
    return number == 1 ? part : part.reseeded(name);
  }

  bool spends_validation(int round) const {
    return options_.labels == "students" || (options_.labels == "teacher" && round == 1);
  }

  static void write_down(Augmented& out, const Teacher& teacher, const std::vector<Candidate>& candidates,
                         const Choice& choice, int round) {
    if (round == 1) out.before = teacher.probability;
    out.ledger = ledger_of(out.ledger, candidates, choice.keep_probability, choice.kept, round);
    out.history.insert(out.history.end(), choice.history.begin(), choice.history.end());
  }

  SelectOptions options_;
};

std::unique_ptr<Recipe> with_control(SelectOptions options, const char* control) {
  options.control = control;
  return std::make_unique<GraphSr>(options);
}

// No agent and no jury, for any preset: half of every predicted class, and of a minority class at least 20.
std::unique_ptr<Recipe> half_of_each(SelectOptions options, const char* labels) {
  options.labels = labels;
  options.candidates = {.every_class = true, .nearest = 0, .share = 0.5, .most = options.candidates.most};
  return std::make_unique<GraphSr>(surer_half(options));
}

}  // namespace

std::unique_ptr<Recipe> graphsr_method(const SelectOptions& o) { return with_control(o, "none"); }
std::unique_ptr<Recipe> graphsr_untrained(const SelectOptions& o) { return with_control(o, "untrained"); }
std::unique_ptr<Recipe> graphsr_permuted(const SelectOptions& o) { return with_control(o, "permuted"); }
std::unique_ptr<Recipe> all_candidates(const SelectOptions& o) { return with_control(o, "all"); }
std::unique_ptr<Recipe> confident_half(const SelectOptions& o) { return half_of_each(o, "train"); }
std::unique_ptr<Recipe> validation_teacher(const SelectOptions& o) { return half_of_each(o, "teacher"); }
std::unique_ptr<Recipe> validation_students(const SelectOptions& o) { return half_of_each(o, "students"); }

}  // namespace graphsr
