#include "graphsr/method/method.h"

#include "graphsr/base/choice.h"

namespace graphsr {

std::span<const Method> methods() {
  using Reads = Method::Reads;
  static const Method table[] = {
      {"graphsr", "similarity selection, then selection by a learned agent", graphsr_method, Reads::all},
      {"vanilla", "the labelled nodes, nothing else", vanilla},
      {"re-weighting", "a class's examples weigh the inverse of their number", vanilla, Reads::none,
       "re-weighting"},
      {"en-weighting", "a class's examples weigh the inverse of their effective number", vanilla, Reads::none,
       "en-weighting"},
      {"over-sampling", "labelled nodes of smaller classes repeated at random until balanced", over_sampling},
      {"cb-sampling", "every epoch draws classes evenly, then nodes of them", cb_sampling},
      {"smote", "new nodes between two labelled ones of a class until balanced", smote},
      {"graphens", "every epoch new nodes between one of a small class and one of any, until balanced",
       graphens, Reads::graphens},
      {"graphsmote", "every epoch new nodes between two of a class in the first layer's space (preT)",
       graphsmote, Reads::graphsmote},
      {"graphsmote-t", "graphsmote without pre-training of first layer and links (T)", graphsmote_t,
       Reads::graphsmote},
      {"graphsmote-o", "graphsmote with links that count by degrees, without pre-training (O)", graphsmote_o,
       Reads::graphsmote},
      {"graphsmote-o-pre", "graphsmote with links that count by degrees (preO)", graphsmote_o_pre,
       Reads::graphsmote},
      {"focal", "focal loss: examples that are right already count less", vanilla, Reads::none, "focal"},
      {"ldam", "margins that are wider for rare classes, re-weighting in the last fifth of the epochs",
       vanilla, Reads::none, "ldam"},
      {"logit-adjustment", "tau times the log of the class counts is added to the logits as a prior", vanilla,
       Reads::none, "logit-adjustment"},
      {"balanced-softmax", "the class counts are added to the logits as a prior", vanilla, Reads::none,
       "balanced-softmax"},
      {"ru-selection", "random pseudo-labelled nodes of minority classes until as large as the largest",
       ru_selection},
      {"su-selection", "those pseudo-labelled nodes of minority classes that are nearest to the class centre",
       su_selection},
      {"crest", "self-training in generations that keep most of the rare classes", crest, Reads::crest},
      {"all-candidates", "control: graphsr's rounds, every candidate kept", all_candidates, Reads::all},
      {"confident-half", "control: graphsr's rounds, the surer half of every predicted class kept",
       confident_half, Reads::sizes},
      {"graphsr-untrained", "control: graphsr with an agent that has not learned", graphsr_untrained,
       Reads::all},
      {"graphsr-permuted", "control: graphsr with the agent's scores dealt anew within each class",
       graphsr_permuted, Reads::all},
      {"validation-teacher",
       "reference that trains on validation labels: confident-half, its first teacher has them",
       validation_teacher, Reads::sizes},
      {"validation-students",
       "reference that trains on validation labels: confident-half, all its classifiers have them",
       validation_students, Reads::sizes},
      {"train-validation", "reference that trains on validation labels: labelled and validation nodes",
       train_validation},
  };
  return table;
}

const Method& method_named(const std::string& name) { return named_entry("--method", name, methods()); }

}  // namespace graphsr
